import { ExecutionError } from '@atip/core/execute';
import type { KeptRules } from '@atip/node/internal';
import { ProblemError } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { object, oneOf, text } from '../http/schema.ts';
import type { CompanionPorts } from '../ports.ts';
import { KEPT } from './call-schemas.ts';

export const keepHost = route(
  {
    operationId: 'keepHost',
    method: 'post',
    path: '/api/v1/kept',
    summary: 'Allows a host that a run was refused, while the companion runs or for good',
    tag: 'companion',
    body: object('KeptHost', {
      host: text({ description: 'As a connection names it; with its port, except 80 and 443: `git.corp:8443`.' }),
      scope: oneOf(['companion', 'always']),
    }),
    answer: { kind: 'json', status: 200, schema: KEPT },
    problems: { 409: ['confirm-in-terminal', 'rule-not-kept'] },
  },
  ({ body: { host, scope } }, ports: CompanionPorts) =>
    keeping(ports, (rules) => rules.keepHost(host, scope === 'always' ? 'always' : 'session')),
);

export const forgetKept = route(
  {
    operationId: 'forgetKept',
    method: 'delete',
    path: '/api/v1/kept/:id',
    summary: 'Takes back a rule or a host that an answer to this companion has added',
    tag: 'companion',
    params: { id: text() },
    answer: { kind: 'empty', status: 204 },
    problems: { 404: ['unknown-rule'], 409: ['confirm-in-terminal', 'rule-not-kept'] },
  },
  async ({ param }, ports: CompanionPorts) => {
    if (await keeping(ports, (rules) => rules.forget(param('id')))) return;
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
