import { type AtipEffects, type AtipTool, checkCall, compile, POLICY_PRESETS } from '@atip/core';
import { safetyFlags } from '@atip/core/internal';
import { expect, test } from 'vitest';
import { flagMeaning, marksOf, RISK_WORDS, riskMarks, risksOf } from './risks.ts';

const CALM: AtipEffects = {
  filesystem: { read: true, write: false, delete: false },
  network: false,
  idempotent: true,
  reversible: true,
  destructive: false,
  interactive: { stdin: 'none', prompts: false, tty: false },
  cost: { billable: false },
};

const { network: _network, ...WITHOUT_NETWORK } = CALM;

test.each<[string, AtipEffects, string[]]>([
  ['calm', CALM, ['reads']],
  [
    'the worst',
    { ...CALM, destructive: true, reversible: false, idempotent: false },
    ['destroys', 'no undo', 'not twice'],
  ],
  ['a password', { ...CALM, interactive: { stdin: 'password', prompts: false, tty: false } }, ['asks', 'reads']],
  ['one gap', WITHOUT_NETWORK, ['not stated: network']],
  ['half an interaction', { ...CALM, network: true, interactive: { stdin: 'none' } }, ['network', 'not stated: asks']],
  [
    'a cost',
    { network: false, filesystem: { write: false }, cost: { estimate: 'low' } },
    ['reads', 'not stated: costs'],
  ],
  ['silence, which is never read-only', {}, ['nothing stated']],
])('marks of %s', (_name, effects, expected) => {
  expect(riskMarks(effects).map(({ word }) => word)).toStrictEqual(expected);
});

const LOCAL: AtipEffects = { network: false, filesystem: { write: false } };

test.each<[string, AtipEffects]>([
  ['nothing', {}],
  ['no network, no writing', LOCAL],
  ['but deleting', { ...LOCAL, filesystem: { write: false, delete: true } }],
  ['but destroying', { ...LOCAL, destructive: true }],
  ['but no undo', { ...LOCAL, reversible: false }],
])('the model, the policy and the page mean one thing by read-only: %s', (_name, effects) => {
  const commands = { look: { description: 'Look', effects } };
  const tool: AtipTool = { atip: '0.4', name: 'x', version: '1', description: 'X', commands };
  const isTold = JSON.stringify(compile([tool], 'openai').tools).includes('READ-ONLY');
  const call = { id: '1', name: 'x_look', arguments: {} };
  const { decision } = checkCall(call, [tool], { ...POLICY_PRESETS['read-only'], minTrustLevel: 'inferred' });
  const risks = risksOf(effects);
  expect([isTold, risks.includes('reads'), risks[0] === 'reads']).toStrictEqual(
    Array.from({ length: 3 }, () => decision === 'allow'),
  );
});

test('every word that a model gets in brackets has the meaning of its badge', () => {
  const files = { filesystem: { write: true, delete: true } };
  const all: readonly AtipEffects[] = [
    { destructive: true, reversible: false, idempotent: false, cost: { billable: true }, network: true },
    { 'x-ends': 'processes', 'x-runs': 'call', 'x-sends': 'given', ...files },
    { filesystem: { write: true }, creates: ['a branch'] },
  ];
  const flags = [...all.flatMap((effects) => safetyFlags(effects)), ...safetyFlags(LOCAL), ...safetyFlags(LOCAL, true)];
  const meanings = flags.map((flag) => flagMeaning(flag));
  expect(meanings).toContain('Creates a branch.');
  expect(meanings).toContain('Only reads: writes nothing, uses no network, unless an option says otherwise.');
  const known = Object.values(RISK_WORDS).filter(({ flag }) => flag !== undefined).length;
  expect(new Set(meanings).size).toBe(known + 2);
  expect(meanings).toContain(marksOf(['no-undo'])[0]?.meaning);
  expect(flagMeaning('NOTHING KNOWN')).toBeUndefined();
});
