import type { Decision } from '../types/policy.ts';
import type { AtipEffects, TrustSource } from '../types/tool.ts';
import { decide, withPolicyDefaults } from './check-policy.ts';
import { defaultPolicyFor, POLICY_PRESETS, type PolicyPresetName } from './policy-presets.ts';
import { TRUST_SOURCES } from './policy-rules.ts';
import { expect, test } from 'vitest';

const HARMLESS: AtipEffects = {
  filesystem: { write: false, delete: false },
  network: false,
  destructive: false,
  reversible: true,
  cost: { billable: false },
};

const COMMANDS = {
  readOnly: HARMLESS,
  destructive: { ...HARMLESS, filesystem: { write: true, delete: true }, destructive: true },
  final: { ...HARMLESS, reversible: false },
  billable: { ...HARMLESS, network: true, cost: { billable: true } },
  network: { ...HARMLESS, network: true },
  writing: { ...HARMLESS, filesystem: { write: true, delete: false } },
  remote: { ...HARMLESS, network: true, creates: ['pull_request'] },
  interactive: { ...HARMLESS, interactive: { prompts: true } },
  unknown: {},
} satisfies Record<string, AtipEffects>;

type Column = Record<keyof typeof COMMANDS, Decision>;

const column = (policy: object, trust: TrustSource): unknown =>
  Object.fromEntries(
    Object.entries(COMMANDS).map(([name, effects]) => [
      name,
      decide({ name, path: [], effects, trust }, policy).decision,
    ]),
  );

const allow: Column = {
  readOnly: 'allow',
  destructive: 'allow',
  final: 'allow',
  billable: 'allow',
  network: 'allow',
  writing: 'allow',
  remote: 'allow',
  interactive: 'allow',
  unknown: 'allow',
};
const standard: Column = { ...allow, destructive: 'confirm', interactive: 'deny', unknown: 'confirm' };
const low: Column = {
  readOnly: 'confirm',
  destructive: 'deny',
  final: 'confirm',
  billable: 'confirm',
  network: 'confirm',
  writing: 'confirm',
  remote: 'confirm',
  interactive: 'deny',
  unknown: 'confirm',
};

test.each<[PolicyPresetName, Column]>([
  ['open', allow],
  ['standard', standard],
  [
    'read-only',
    {
      readOnly: 'allow',
      destructive: 'deny',
      final: 'deny',
      billable: 'deny',
      network: 'confirm',
      writing: 'deny',
      remote: 'deny',
      interactive: 'deny',
      unknown: 'confirm',
    },
  ],
  ['no-network', { ...standard, billable: 'deny', network: 'deny', remote: 'deny' }],
  [
    'ci',
    {
      readOnly: 'allow',
      destructive: 'deny',
      final: 'deny',
      billable: 'deny',
      network: 'allow',
      writing: 'allow',
      remote: 'allow',
      interactive: 'deny',
      unknown: 'deny',
    },
  ],
])('preset %s', (name, expected) => {
  const policy = POLICY_PRESETS[name];
  expect(column(policy, 'native')).toStrictEqual(expected);
  expect(withPolicyDefaults(policy)).toStrictEqual(policy);
  expect([Object.isFrozen(policy), Object.isFrozen(POLICY_PRESETS)]).toStrictEqual([true, true]);
});

test.each<[TrustSource, Column]>([
  ['native', standard],
  ['vendor', standard],
  ['org', { ...standard, final: 'confirm' }],
  ['community', low],
  ['user', low],
  [
    'inferred',
    {
      readOnly: 'confirm',
      destructive: 'deny',
      final: 'deny',
      billable: 'deny',
      network: 'deny',
      writing: 'deny',
      remote: 'deny',
      interactive: 'deny',
      unknown: 'deny',
    },
  ],
])('the policy for %s', (source, expected) => {
  expect(column(defaultPolicyFor(source), source)).toStrictEqual(expected);
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
