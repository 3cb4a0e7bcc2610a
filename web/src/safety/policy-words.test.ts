import { POLICY_PRESETS } from '@atip/core';
import { DECISIONS, POLICY_FIELDS, type PolicyKey } from '@atip/core/internal';
import { expect, test } from 'vitest';
import {
  decidedWords,
  decisionOf,
  policyLabel,
  ruleIn,
  SETTINGS,
  wholePolicy,
  withDecision,
  withRule,
} from './policy-words.ts';

test('what is no policy decides like ci, and a preset decides where the policy is silent', () => {
  const foreign = JSON.parse('{ "preset": "lax", "allowDestructve": false }');
  expect(wholePolicy(foreign)).toStrictEqual({ ...POLICY_PRESETS.ci, preset: 'ci' });
  expect(wholePolicy({ preset: 'open', confirmAll: true })).toMatchObject({ allowDestructive: true, confirmAll: true });
  expect(policyLabel({ preset: 'ci' })).toBe('ci');
  expect(policyLabel(foreign)).toBe('standard, changed');
});

test.each([
  ['git push', { run: 'git push' }],
  ['gh pr * with force, -d', { run: 'gh pr *', given: ['force', '-d'] }],
  ['git push --force -u', { run: 'git push', given: ['--force', '-u'] }],
  ['git push with force without mirror, C', { run: 'git push', given: ['force'], without: ['mirror', 'C'] }],
])('a rule is written as it is read: %s', (text, rule) => {
  expect(ruleIn(text)).toStrictEqual(rule);
});

test.each([
  [undefined, 'Nothing in the policy objects.'],
  ['rules/1', 'By rule 2, git push with force.'],
  ['levels/notReversible', 'By the setting “cannot be undone”.'],
  ['allowNonReversible', 'By the setting “cannot be undone”.'],
  ['minTrustLevel', 'By the setting “least trusted source”.'],
] as const)('a person reads what decided, and no pointer: %s', (part, words) => {
  const rules = [
    { run: 'rm', decision: 'deny' },
    { run: 'git push', given: ['force'], decision: 'deny' },
  ] as const;
  expect(decidedWords(part, { rules })).toBe(words);
});

test('each part of core’s table that decides has words of its own', () => {
  const parts = Object.keys(POLICY_FIELDS).filter((part) => !['sandbox'].includes(part)) as PolicyKey[];
  for (const part of parts) expect(decidedWords(part)).not.toContain(part);
});

test('a new rule comes first, and replaces the one about the same calls', () => {
  const policy = {
    rules: [
      { run: 'a' as const, decision: 'deny' as const },
      { run: 'b', decision: 'deny' as const },
    ],
  };
  expect(withRule(policy, { run: 'b', decision: 'allow' }).rules).toStrictEqual([
    { run: 'b', decision: 'allow' },
    { run: 'a', decision: 'deny' },
  ]);
});

test('each setting takes each of its choices, under each preset', () => {
  for (const preset of ['standard', 'read-only', 'no-network', 'ci', 'open'] as const)
    for (const setting of SETTINGS)
      for (const choice of DECISIONS.filter((one) => setting.values === undefined || one in setting.values)) {
        const changed = withDecision(setting, { preset }, choice);
        expect(decisionOf(setting, changed), `${preset} ${setting.key}`).toBe(choice);
      }
});
