import { type AtipEffects, type AtipTool, checkCall, compile, POLICY_PRESETS } from '@atip/core';
import { expect, test } from 'vitest';
import { riskMarks, risksOf } from './risks.ts';

const CALM: AtipEffects = {
  filesystem: { read: true, write: false, delete: false },
  network: false,
  idempotent: true,
  reversible: true,
  destructive: false,
  interactive: { stdin: 'none', prompts: false, tty: false },
  cost: { billable: false },
};

const words = (effects: AtipEffects): string[] => riskMarks(effects).map(({ word }) => word);

test.each([
  ['calm', CALM, ['reads']],
  [
    'the worst',
    { ...CALM, destructive: true, reversible: false, idempotent: false },
    ['destroys', 'no undo', 'not twice'],
  ],
  ['a password', { ...CALM, interactive: { stdin: 'password', prompts: false, tty: false } }, ['asks', 'reads']],
  ['one gap', { ...CALM, network: undefined }, ['not stated: network']],
  ['half an interaction', { ...CALM, network: true, interactive: { stdin: 'none' } }, ['network', 'not stated: asks']],
  [
    'a cost',
    { network: false, filesystem: { write: false }, cost: { estimate: 'low' } },
    ['reads', 'not stated: costs'],
  ],
] as [string, AtipEffects, string[]][])('marks of %s', (_name, effects, expected) => {
  expect(words(effects)).toStrictEqual(expected);
});

test('silence is never read-only', () => {
  expect(riskMarks({})).toStrictEqual([
    {
      risk: 'not-stated',
      word: 'nothing stated',
      meaning:
        'The document does not say whether these apply, so expect them: destroys, no undo, costs, deletes, writes, network, not twice, asks.',
    },
  ]);
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
