import { EXECUTION_POLICY_DEFAULTS, mapToCommand, type Policy } from '@atip/core';
import { expect, test } from 'vitest';
import { decideCall } from './decide-call.ts';
import { DEMO_TOOL } from './testing/demo-tool.ts';

function decide(name: string, client?: Policy) {
  const { decision, rule, violations } = decideCall(
    { id: '1', name, arguments: {} },
    mapToCommand(name, [DEMO_TOOL]),
    EXECUTION_POLICY_DEFAULTS,
    client,
  );
  return { decision, rule, codes: violations.map(({ code }) => code) };
}

test.each<[string, Policy | undefined, ReturnType<typeof decide>]>([
  ['demo_say', undefined, { decision: 'allow', rule: undefined, codes: [] }],
  ['demo_say', {}, { decision: 'allow', rule: undefined, codes: [] }],
  ['demo_wipe', undefined, { decision: 'confirm', rule: 'allowDestructive', codes: ['DESTRUCTIVE_OPERATION'] }],
  // A client cannot widen: neither by saying nothing nor by allowing.
  ['demo_wipe', {}, { decision: 'confirm', rule: 'allowDestructive', codes: ['DESTRUCTIVE_OPERATION'] }],
  [
    'demo_wipe',
    { allowDestructive: true },
    { decision: 'confirm', rule: 'allowDestructive', codes: ['DESTRUCTIVE_OPERATION'] },
  ],
  [
    'demo_login',
    { allowDestructive: true },
    { decision: 'deny', rule: 'allowInteractive', codes: ['INTERACTIVE_OPERATION'] },
  ],
  // It can narrow, and every reason of both is told once.
  ['demo_say', { minTrustLevel: 'org' }, { decision: 'deny', rule: 'minTrustLevel', codes: ['TRUST_BELOW_THRESHOLD'] }],
  [
    'demo_wipe',
    { allowDestructive: false, minTrustLevel: 'org' },
    { decision: 'deny', rule: 'minTrustLevel', codes: ['DESTRUCTIVE_OPERATION', 'TRUST_BELOW_THRESHOLD'] },
  ],
])('%s under %j', (name, client, expected) => {
  expect(decide(name, client)).toStrictEqual(expected);
});
