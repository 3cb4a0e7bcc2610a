import { ExecutionError } from '@atip/core/execute';
import type { KeptRules } from '@atip/node/internal';
import { Hono } from 'hono';
import { ProblemError } from '../http/problem.ts';
import { operation } from '../http/operation.ts';
import { object, oneOf, text } from '../http/schema.ts';
import type { CompanionEnv, CompanionPorts } from '../ports.ts';
import { KEPT } from './call-schemas.ts';

const KEPT_HOST = object('KeptHost', {
  host: text({ description: 'As a connection names it; with its port, except 80 and 443: `git.corp:8443`.' }),
  scope: oneOf(['companion', 'always']),
});

export const kept = new Hono<CompanionEnv>()
  .post(
    '/api/v1/kept',
    operation({
      id: 'keepHost',
      summary: 'Allows a host that a run was refused, while the companion runs or for good',
      body: KEPT_HOST,
      answer: KEPT,
      problems: { 409: ['confirm-in-terminal', 'rule-not-kept'] },
    }),
    async (c) => {
      const { host, scope } = c.req.valid('json');
      return c.var.answer(
        await keeping(c.env, (rules) => rules.keepHost(host, scope === 'always' ? 'always' : 'session')),
      );
    },
  )
  .delete(
    '/api/v1/kept/:id',
    operation({
      id: 'forgetKept',
      summary: 'Takes back a rule or a host that an answer to this companion has added',
      params: { id: text() },
      problems: { 404: ['unknown-rule'], 409: ['confirm-in-terminal', 'rule-not-kept'] },
    }),
    async (c) => {
      if (await keeping(c.env, (rules) => rules.forget(c.req.param('id')))) return c.body(null, 204);
      throw new ProblemError(404, 'unknown-rule', 'No answer to this companion added a rule with this id.');
    },
  );

/** When the person answers in the terminal, no client may change rules. */
async function keeping<Value>(
  { host: { ask, rules } }: CompanionPorts,
  task: (rules: KeptRules) => Promise<Value>,
): Promise<Value> {
  if (ask)
    throw new ProblemError(409, 'confirm-in-terminal', 'This companion asks in its terminal: see atip rules there.');
  try {
    return await task(rules);
  } catch (error) {
    if (!(error instanceof ExecutionError)) throw error;
    throw new ProblemError(409, 'rule-not-kept', error.message, { cause: error });
  }
}
