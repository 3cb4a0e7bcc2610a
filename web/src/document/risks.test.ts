import type { AtipEffects } from '@atip/core';
import { expect, test } from 'vitest';
import { riskMarks } from './risks.ts';

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
  ['files', { ...CALM, filesystem: { write: true, delete: true } }, ['deletes', 'writes']],
  ['the world', { ...CALM, network: true, cost: { billable: true } }, ['costs', 'network']],
  ['a password', { ...CALM, interactive: { stdin: 'password', prompts: false, tty: false } }, ['asks', 'reads']],
  ['one gap', { ...CALM, network: undefined }, ['not stated: network']],
  ['half an interaction', { ...CALM, interactive: { stdin: 'none' } }, ['reads', 'not stated: asks']],
] as [string, AtipEffects, string[]][])('marks of %s', (_name, effects, expected) => {
  expect(words(effects)).toStrictEqual(expected);
});

test('silence is never read-only', () => {
  expect(riskMarks({})).toStrictEqual([
    {
      risk: 'not-stated',
      word: 'nothing stated',
      meaning:
        'The metadata does not say whether these hold, so they must be expected: destroys, no undo, costs, deletes, writes, network, not twice, asks.',
    },
  ]);
});
