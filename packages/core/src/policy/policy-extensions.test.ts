import type { Decision, ExecutionPolicy, ViolationCode } from '../types/policy.ts';
import type { AtipEffects } from '../types/tool.ts';
import { decide } from './check-policy.ts';
import { expect, test } from 'vitest';

const judge = (effects: AtipEffects, policy: ExecutionPolicy) =>
  decide({ name: 'tool_x', path: ['x'], effects, trust: 'native' }, policy);

const READ_ONLY: AtipEffects = { filesystem: { write: false }, network: false };

type Row = [string, AtipEffects, ExecutionPolicy, Decision, (keyof ExecutionPolicy)?, ViolationCode[]?];

test.each<Row>([
  [
    'confirmAll confirms what is allowed',
    READ_ONLY,
    { confirmAll: true },
    'confirm',
    'confirmAll',
    ['CONFIRMATION_REQUIRED'],
  ],
  [
    'confirmAll leaves a denial in force',
    { network: true },
    { confirmAll: true, allowNetwork: false },
    'deny',
    'allowNetwork',
    ['NETWORK_OPERATION', 'CONFIRMATION_REQUIRED'],
  ],
  [
    'confirmAll is no effect that could be denied',
    READ_ONLY,
    { confirmAll: true, denyRestricted: true, denyUnknown: true },
    'confirm',
    'confirmAll',
    ['CONFIRMATION_REQUIRED'],
  ],
  [
    'denyRestricted denies what would be confirmed',
    { destructive: true },
    { allowDestructive: false, denyRestricted: true },
    'deny',
    'allowDestructive',
    ['DESTRUCTIVE_OPERATION'],
  ],
  [
    'denyRestricted leaves the unknown to a person',
    {},
    { allowDestructive: false, denyRestricted: true },
    'confirm',
    'allowDestructive',
  ],
  ['denyRestricted restricts nothing by itself', { destructive: true }, { denyRestricted: true }, 'allow'],
  [
    'denyUnknown denies what is not stated',
    {},
    { allowDestructive: false, denyUnknown: true },
    'deny',
    'allowDestructive',
  ],
  [
    'denyUnknown leaves what is stated to its rule',
    { destructive: true },
    { allowDestructive: false, denyUnknown: true },
    'confirm',
    'allowDestructive',
  ],
  ['denyUnknown restricts nothing by itself', {}, { denyUnknown: true }, 'allow'],
  ['read-only passes', READ_ONLY, { requireReadOnly: true }, 'allow'],
  [
    'the network may be used only to ask',
    { network: true },
    { requireReadOnly: true },
    'confirm',
    'requireReadOnly',
    ['NOT_READ_ONLY'],
  ],
  ['silence is not read-only', {}, { requireReadOnly: true }, 'confirm', 'requireReadOnly'],
  ['writing is not', { filesystem: { write: true } }, { requireReadOnly: true }, 'deny', 'requireReadOnly'],
  ['deleting is not', { filesystem: { delete: true } }, { requireReadOnly: true }, 'deny', 'requireReadOnly'],
  ['destroying is not', { destructive: true }, { requireReadOnly: true }, 'deny', 'requireReadOnly'],
  ['what cannot be undone is not', { reversible: false }, { requireReadOnly: true }, 'deny', 'requireReadOnly'],
  ['what costs is not', { cost: { billable: true } }, { requireReadOnly: true }, 'deny', 'requireReadOnly'],
  ['creating is not', { ...READ_ONLY, creates: ['pod'] }, { requireReadOnly: true }, 'deny', 'requireReadOnly'],
  ['modifying is not', { ...READ_ONLY, modifies: ['pod'] }, { requireReadOnly: true }, 'deny', 'requireReadOnly'],
  ['deleting things is not', { ...READ_ONLY, deletes: ['pod'] }, { requireReadOnly: true }, 'deny', 'requireReadOnly'],
  ['empty lists are no change', { creates: [] }, { requireReadOnly: true }, 'confirm', 'requireReadOnly'],
  [
    'empty lists change nothing',
    { ...READ_ONLY, creates: [], modifies: [], deletes: [] },
    { requireReadOnly: true },
    'allow',
  ],
  ['what is not billable costs nothing', { cost: { billable: false } }, { maxCostEstimate: 'free' }, 'allow'],
  [
    'what is billable costs nobody knows what',
    { cost: { billable: true } },
    { maxCostEstimate: 'high' },
    'confirm',
    'maxCostEstimate',
  ],
])('%s', (_name, effects, policy, decision, rule, codes) => {
  const result = judge(effects, policy);
  expect([result.decision, result.rule]).toStrictEqual([decision, rule]);
  if (codes) expect(result.violations.map(({ code }) => code)).toStrictEqual(codes);
});

test('an estimate that nobody knows is none', () => {
  const effects: unknown = { cost: { estimate: 'nothing' } };
  expect(judge(effects as AtipEffects, { maxCostEstimate: 'free' }).decision).toBe('confirm');
});

test.each(['confirmAll', 'requireReadOnly', 'denyRestricted', 'denyUnknown'] as const)(
  '%s: anything but false or absence restricts',
  (field) => {
    const decision = (value: unknown): Decision => {
      const policy: unknown = { allowDestructive: false, [field]: value };
      const effects: AtipEffects = field === 'denyUnknown' ? {} : { destructive: true };
      return judge(effects, policy as ExecutionPolicy).decision;
    };
    const without = decision(undefined);
    expect(decision(false)).toBe(without);
    for (const value of ['false', null, 0, 'no']) expect(decision(value)).toBe(decision(true));
    if (field !== 'confirmAll') expect(decision(true)).not.toBe(without);
  },
);

test('what a person is told', () => {
  const policy = { requireReadOnly: true, confirmAll: true };
  expect(judge({ creates: ['x'] }, policy).violations.map(({ message }) => message)).toStrictEqual([
    'tool_x changes things.',
    'tool_x has to be confirmed, as this policy asks for every call.',
  ]);
  expect(judge({}, policy).violations[0]?.message).toBe(
    'tool_x does not state whether it changes things, so the policy assumes that it does.',
  );
});
