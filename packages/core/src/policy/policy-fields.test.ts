import { expect, test } from 'vitest';
import type { EffectLevel, ExecutionPolicy } from '../types/policy.ts';
import { levelDecision, LEVELS, POLICY_SCHEMA, policyProblems, RULE_SCHEMA } from './policy-fields.ts';

test.each<[ExecutionPolicy, EffectLevel, string]>([
  [{ allowDestructive: false }, 'destructive', 'confirm'],
  [{ allowBillable: false }, 'billable', 'deny'],
  [{ allowNetwork: false }, 'network', 'deny'],
  [{ allowInteractive: false }, 'interactive', 'deny'],
  [{ allowDestructive: true }, 'destructive', 'allow'],
  [{}, 'destructive', 'allow'],
  // The level is the same question with a third answer, so it wins.
  [{ allowDestructive: false, levels: { destructive: 'deny' } }, 'destructive', 'deny'],
  [{ allowNetwork: false, levels: { network: 'allow' } }, 'network', 'allow'],
  // Only true permits.
  [{ allowDestructive: 'false' } as unknown as ExecutionPolicy, 'destructive', 'confirm'],
  [{ levels: { sends: 'confirm' } }, 'sends', 'confirm'],
])('%j decides on %s: %s', (policy, level, decision) => {
  expect(levelDecision(policy, level)).toBe(decision);
});

test('the schema for editors and requests has the fields that the check knows', () => {
  const { properties } = POLICY_SCHEMA as { readonly properties: Readonly<Record<string, { properties?: object }>> };
  const isField = (key: string): boolean =>
    !policyProblems({ [key]: 'x' }).some(({ message }) => message.includes('is not a field'));
  expect(Object.keys(properties).filter((key) => !isField(key))).toStrictEqual([]);
  expect(Object.keys(properties['levels']?.properties ?? {})).toStrictEqual(LEVELS);
  const rule = { run: 'git push', decision: 'confirm' };
  const ruleFields = Object.keys((RULE_SCHEMA as { readonly properties: object }).properties);
  const problems = ruleFields.flatMap((key) => policyProblems({ rules: [{ ...rule, [key]: null }] }));
  expect(problems.filter(({ message }) => message.includes('which no rule has'))).toStrictEqual([]);
});
