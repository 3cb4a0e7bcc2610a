import { rowsOf, stated } from '../testing/in-words.ts';
import type { TrustSource } from '../types/tool.ts';
import { decide, withPolicyDefaults } from './check-policy.ts';
import { defaultPolicyFor, POLICY_PRESETS } from './policy-rules.ts';
import type { PolicyPresetName } from '../types/policy.ts';
import { TRUST_SOURCES } from '../effects/trust.ts';
import { expect, test } from 'vitest';

const HARMLESS = stated('-filesystem.write -filesystem.delete -network -destructive +reversible -cost.billable');

const COMMANDS = {
  readOnly: HARMLESS,
  destroys: { ...HARMLESS, ...stated('+destructive +filesystem.write +filesystem.delete') },
  final: { ...HARMLESS, ...stated('-reversible') },
  billable: { ...HARMLESS, ...stated('+network +cost.billable') },
  network: { ...HARMLESS, ...stated('+network') },
  writing: { ...HARMLESS, ...stated('+filesystem.write -filesystem.delete') },
  remote: { ...HARMLESS, ...stated('+network creates=pull_request') },
  asks: { ...HARMLESS, ...stated('+interactive.prompts') },
  unknown: {},
};
/** Of the commands in their order. */
const decisions = (policy: object, trust: TrustSource): string =>
  Object.entries(COMMANDS)
    .map(([name, effects]) => decide({ name, path: [], effects, trust }, policy).decision)
    .join(' ');

test.each(
  rowsOf(`
    open       | allow allow   allow allow allow   allow allow allow allow
    standard   | allow confirm confirm allow allow   allow allow deny  confirm
    read-only  | allow deny    deny  deny  confirm deny  deny  deny  confirm
    no-network | allow confirm confirm deny  deny    allow deny  deny  confirm
    ci         | allow deny    deny  deny  allow   allow allow deny  deny
  `),
)('preset %s', (name, expected) => {
  const policy = POLICY_PRESETS[name as PolicyPresetName];
  expect(decisions(policy, 'native')).toBe(expected.replaceAll(/ +/g, ' '));
  expect(withPolicyDefaults(policy)).toStrictEqual(policy);
  expect([Object.isFrozen(policy), Object.isFrozen(POLICY_PRESETS)]).toStrictEqual([true, true]);
});

test.each(
  rowsOf(`
    native    | allow   confirm allow   allow   allow   allow   allow   deny confirm
    vendor    | allow   confirm allow   allow   allow   allow   allow   deny confirm
    org       | allow   confirm confirm allow   allow   allow   allow   deny confirm
    community | confirm deny    confirm confirm confirm confirm confirm deny confirm
    user      | confirm deny    confirm confirm confirm confirm confirm deny confirm
    inferred  | confirm deny    deny    deny    deny    deny    deny    deny deny
  `),
)('the policy for %s', (name, expected) => {
  const source = name as TrustSource;
  expect(decisions(defaultPolicyFor(source), source)).toBe(expected.replaceAll(/ +/g, ' '));
});

test('the policy for a source is for no lesser one', () => {
  for (const [rank, source] of TRUST_SOURCES.entries()) {
    for (const lesser of TRUST_SOURCES.slice(rank + 1)) {
      const subject = { name: 'x', path: [], effects: HARMLESS, trust: lesser };
      expect(decide(subject, defaultPolicyFor(source)).rule).toBe('minTrustLevel');
    }
  }
});

test.each(['anyone', '__proto__', 'toString', undefined])('source %s counts as inferred', (source) => {
  expect(defaultPolicyFor(source as TrustSource)).toStrictEqual(defaultPolicyFor('inferred'));
});
