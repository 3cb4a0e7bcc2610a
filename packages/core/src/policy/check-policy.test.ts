import { mapToCommand } from '../commands/map-to-command.ts';
import { toolWith } from '../testing/documents.ts';
import type { Decision, ExecutionPolicy, ViolationCode } from '../types/policy.ts';
import type { AtipEffects, TrustSource } from '../types/tool.ts';
import { checkPolicy, withPolicyDefaults } from './check-policy.ts';
import { expect, test } from 'vitest';

function decide(effects: AtipEffects, policy: ExecutionPolicy, source?: TrustSource) {
  const tool = toolWith({ x: { description: 'X', effects } }, source && { trust: { source } });
  return checkPolicy({ id: '1', name: 'tool_x', arguments: {} }, mapToCommand('tool_x', [tool]), policy);
}

const SAFE: AtipEffects = {
  filesystem: { read: true, write: false, delete: false },
  network: false,
  destructive: false,
  reversible: true,
  cost: { billable: false },
};

type Row = [string, AtipEffects, ExecutionPolicy, Decision, ViolationCode[]];

test.each<Row>([
  ['an empty policy allows', { destructive: true, network: true }, {}, 'allow', []],
  [
    'destructive is confirmed',
    { ...SAFE, destructive: true },
    { allowDestructive: false },
    'confirm',
    ['DESTRUCTIVE_OPERATION'],
  ],
  [
    'not reversible is confirmed',
    { ...SAFE, network: true, reversible: false },
    { allowNonReversible: false },
    'confirm',
    ['NON_REVERSIBLE_OPERATION'],
  ],
  [
    'billable is denied',
    { ...SAFE, cost: { billable: true } },
    { allowBillable: false },
    'deny',
    ['BILLABLE_OPERATION'],
  ],
  ['network is denied', { ...SAFE, network: true }, { allowNetwork: false }, 'deny', ['NETWORK_OPERATION']],
  [
    'writing is denied',
    { ...SAFE, filesystem: { write: true, delete: false } },
    { allowFilesystemWrite: false },
    'deny',
    ['FILESYSTEM_WRITE'],
  ],
  [
    'deleting is denied',
    { ...SAFE, filesystem: { write: false, delete: true } },
    { allowFilesystemDelete: false },
    'deny',
    ['FILESYSTEM_DELETE'],
  ],
  [
    'a cost above the limit is denied',
    { cost: { estimate: 'high' } },
    { maxCostEstimate: 'low' },
    'deny',
    ['COST_EXCEEDS_LIMIT'],
  ],
  [
    'stdin is denied',
    { interactive: { stdin: 'required' } },
    { allowInteractive: false },
    'deny',
    ['INTERACTIVE_OPERATION'],
  ],
  [
    'a prompt is denied',
    { interactive: { prompts: true } },
    { allowInteractive: false },
    'deny',
    ['INTERACTIVE_OPERATION'],
  ],
  [
    'the strictest of several answers holds, all are listed',
    { destructive: true, network: true },
    { allowDestructive: false, allowNetwork: false },
    'deny',
    ['DESTRUCTIVE_OPERATION', 'NETWORK_OPERATION'],
  ],
  [
    'what is stated safe passes every rule',
    SAFE,
    {
      allowDestructive: false,
      allowNonReversible: false,
      allowBillable: false,
      allowNetwork: false,
      allowFilesystemWrite: false,
      allowFilesystemDelete: false,
      allowInteractive: false,
    },
    'allow',
    [],
  ],
])('%s', (_name, effects, policy, decision, codes) => {
  const result = decide(effects, policy);
  expect(result.decision).toBe(decision);
  expect(result.violations.map(({ code }) => code)).toStrictEqual(codes);
});

test.each<[keyof ExecutionPolicy, ExecutionPolicy, AtipEffects]>([
  ['allowDestructive', { allowDestructive: false }, { network: true }],
  ['allowNonReversible', { allowNonReversible: false }, {}],
  ['allowBillable', { allowBillable: false }, { network: true }],
  ['allowNetwork', { allowNetwork: false }, {}],
  ['allowFilesystemWrite', { allowFilesystemWrite: false }, { filesystem: { read: true } }],
  ['allowFilesystemDelete', { allowFilesystemDelete: false }, {}],
  ['maxCostEstimate', { maxCostEstimate: 'high' }, {}],
])('%s: unknown is never taken for safe', (rule, policy, effects) => {
  const result = decide(effects, policy);
  expect([result.decision, result.rule, result.violations.map(({ assumed }) => assumed)]).toStrictEqual([
    'confirm',
    rule,
    [true],
  ]);
});

test.each(['false', null, 0, 'no'])('%j is no permission', (value) => {
  const policy: unknown = { allowDestructive: value };
  expect(decide({ destructive: true }, policy as ExecutionPolicy).decision).toBe('confirm');
});

test('a field that is undefined leaves the default in force', () => {
  const policy: unknown = { allowDestructive: undefined, allowNetwork: false };
  expect(withPolicyDefaults(policy as ExecutionPolicy)).toStrictEqual({
    allowDestructive: false,
    allowInteractive: false,
    minTrustLevel: 'inferred',
    allowNetwork: false,
  });
});

test.each<[AtipEffects, ExecutionPolicy, Decision]>([
  [{ filesystem: { write: false }, network: false, reversible: false }, { allowNonReversible: false }, 'confirm'],
  [{ network: false, cost: { estimate: 'high' } }, { allowBillable: false }, 'confirm'],
  [{ network: false, cost: { estimate: 'free' } }, { allowBillable: false }, 'allow'],
])('%j under %j: what is stated outweighs what could be concluded', (effects, policy, decision) => {
  expect(decide(effects, policy).decision).toBe(decision);
});

test('read-only is proof enough that nothing is destroyed or has to be undone', () => {
  const readOnly = { filesystem: { write: false }, network: false };
  expect(decide(readOnly, { allowDestructive: false, allowNonReversible: false }).decision).toBe('allow');
});

test.each<[TrustSource | undefined, TrustSource, Decision]>([
  ['native', 'native', 'allow'],
  ['org', 'community', 'allow'],
  ['user', 'community', 'deny'],
  [undefined, 'user', 'deny'],
  [undefined, 'inferred', 'allow'],
])('trust %s against %s is %s', (source, minTrustLevel, decision) => {
  expect(decide({}, { minTrustLevel }, source).decision).toBe(decision);
});

test('an unknown level of trust or cost fails closed', () => {
  const odd: unknown = { minTrustLevel: 'anyone', maxCostEstimate: 'some' };
  expect(
    decide({ cost: { estimate: 'free' } }, odd as ExecutionPolicy, 'native').violations.map(({ code }) => code),
  ).toStrictEqual(['TRUST_BELOW_THRESHOLD', 'COST_EXCEEDS_LIMIT']);
});

test('a violation says what, of which command and why', () => {
  expect(decide({ destructive: true }, { allowDestructive: false }).violations).toStrictEqual([
    {
      code: 'DESTRUCTIVE_OPERATION',
      message: 'tool_x permanently destroys data.',
      severity: 'error',
      toolName: 'tool_x',
      commandPath: ['x'],
    },
  ]);
  expect(decide({}, { allowNetwork: false }).violations[0]?.message).toBe(
    'tool_x does not state whether it uses the network, so the policy assumes that it does.',
  );
});
