import type { AuditEntry } from '@atip/node';
import { AuditLogError } from '@atip/node/internal';
import { Hono } from 'hono';
import { ProblemError } from '../http/problem.ts';
import { operation } from '../http/operation.ts';
import { flag, foreign, listOf, object, optional, text, wholeNumber } from '../http/schema.ts';
import type { CompanionEnv } from '../ports.ts';

const AUDIT_LIMIT = 500;

const AUDIT_ENTRY = foreign<AuditEntry>(
  'AuditEntry',
  'A line of the log: a decision, a run, or that the log continued after a loss.',
);

const AUDIT_LIST = object('AuditList', { entries: listOf(AUDIT_ENTRY, { maxItems: AUDIT_LIMIT }), more: flag() });

const AUDIT_QUERY = object(undefined, {
  after: optional(wholeNumber({ minimum: 0, description: 'Number of the last entry that the client has.' })),
  last: optional(wholeNumber({ minimum: 1, maximum: AUDIT_LIMIT, description: 'This many of the newest entries.' })),
});

const VERIFICATION = object('AuditVerification', {
  ok: flag(),
  entries: wholeNumber({ minimum: 0, description: 'Entries that are as they were written.' }),
  problem: optional(text('The first, for a person.')),
});

export const audit = new Hono<CompanionEnv>()
  .get(
    '/api/v1/audit',
    operation('listAudit', 'Entries of the record after a number, or the last ones; oldest first', {
      query: AUDIT_QUERY,
      answer: AUDIT_LIST,
      problems: { 500: ['audit-damaged'] },
    }),
    async (c) => {
      const { after = 0, last } = c.req.valid('query');
      try {
        if (last !== undefined) {
          const newest = await c.env.audit.last(last);
          return c.var.answer({ entries: newest.filter(({ seq }) => seq > after), more: false });
        }
        const entries = await c.env.audit.read(after, AUDIT_LIMIT + 1);
        return c.var.answer({ entries: entries.slice(0, AUDIT_LIMIT), more: entries.length > AUDIT_LIMIT });
      } catch (cause) {
        if (!(cause instanceof AuditLogError)) throw cause;
        throw new ProblemError(500, 'audit-damaged', cause.message, { cause });
      }
    },
  )
  .get(
    '/api/v1/audit/verify',
    operation('verifyAudit', 'Whether an entry of the record was changed or removed', { answer: VERIFICATION }),
    async (c) => {
      const { ok, entries, problems } = await c.env.audit.verify();
      const [first] = problems;
      if (!first) return c.var.answer({ ok, entries });
      const place = first.line === 0 ? first.file : `${first.file}:${first.line}`;
      return c.var.answer({ ok, entries, problem: `${place}: ${first.message}` });
    },
  );
