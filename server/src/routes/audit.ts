import type { AuditEntry } from '@atip/node';
import { AuditLogError } from '@atip/node/internal';
import { ProblemError } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { flag, foreign, listOf, object, text, wholeNumber } from '../http/schema.ts';
import type { CompanionPorts } from '../ports.ts';

const AUDIT_LIMIT = 500;

const AUDIT_ENTRY = foreign<AuditEntry>(
  'AuditEntry',
  'A line of the log: a decision, a run, or that the log continued after a loss.',
);

const AUDIT_LIST = object('AuditList', { entries: listOf(AUDIT_ENTRY, { maxItems: AUDIT_LIMIT }), more: flag() });

export const listAudit = route(
  {
    operationId: 'listAudit',
    method: 'get',
    path: '/api/v1/audit',
    summary: 'Entries of the record after a number, or the last ones; oldest first',
    tag: 'companion',
    query: object(
      undefined,
      {},
      {
        after: wholeNumber({ minimum: 0, description: 'Number of the last entry that the client has.' }),
        last: wholeNumber({ minimum: 1, maximum: AUDIT_LIMIT, description: 'This many of the newest entries.' }),
      },
    ),
    answer: { kind: 'json', status: 200, schema: AUDIT_LIST },
    problems: { 500: ['audit-damaged'] },
  },
  async ({ query: { after = 0, last } }, { audit }: CompanionPorts) => {
    try {
      if (last !== undefined) {
        const newest = await audit.last(last);
        return { entries: newest.filter(({ seq }) => seq > after), more: false };
      }
      const entries = await audit.read(after, AUDIT_LIMIT + 1);
      return { entries: entries.slice(0, AUDIT_LIMIT), more: entries.length > AUDIT_LIMIT };
    } catch (cause) {
      if (!(cause instanceof AuditLogError)) throw cause;
      throw new ProblemError(500, 'audit-damaged', cause.message, { cause });
    }
  },
);

const VERIFICATION = object(
  'AuditVerification',
  { ok: flag(), entries: wholeNumber({ minimum: 0, description: 'Entries that are as they were written.' }) },
  { problem: text({ description: 'The first, for a person.' }) },
);

export const verifyAudit = route(
  {
    operationId: 'verifyAudit',
    method: 'get',
    path: '/api/v1/audit/verify',
    summary: 'Whether an entry of the record was changed or removed',
    tag: 'companion',
    answer: { kind: 'json', status: 200, schema: VERIFICATION },
  },
  async (_input, { audit }: CompanionPorts) => {
    const { ok, entries, problems } = await audit.verify();
    const [first] = problems;
    if (!first) return { ok, entries };
    const place = first.line === 0 ? first.file : `${first.file}:${first.line}`;
    return { ok, entries, problem: `${place}: ${first.message}` };
  },
);
