import { expect, test } from 'vitest';
import type { AtipEffects } from '../types/effects.ts';
import { isHarmless, isIdempotent, isOffline, safetyStatements, statesReadOnly } from './safety-statements.ts';

const READ_ONLY: AtipEffects = { filesystem: { write: false }, network: false };

/** Harmless, idempotent, offline, read-only. */
const answers = (...levels: AtipEffects[]): boolean[] => {
  const bits = levels.reduce((sum, level) => sum | safetyStatements(level), 0);
  return [isHarmless(bits), isIdempotent(bits), isOffline(bits), statesReadOnly(bits)];
};

test.each<[string, AtipEffects[], boolean[]]>([
  ['nothing is stated', [{}], [false, false, false, false]],
  ['harmless', [{ destructive: false }], [true, false, false, false]],
  ['destructive', [{ destructive: true }], [false, false, false, false]],
  ['idempotent', [{ idempotent: true }], [false, true, false, false]],
  ['not idempotent', [{ idempotent: false }], [false, false, false, false]],
  ['offline', [{ network: false }], [false, false, true, false]],
  ['online', [{ network: true }], [false, false, false, false]],
  ['read-only', [READ_ONLY], [false, false, true, true]],
  ['levels that disagree about harm', [{ destructive: false }, { destructive: true }], [false, false, false, false]],
  [
    'levels that disagree about repetition',
    [{ idempotent: true }, { idempotent: false }],
    [false, false, false, false],
  ],
  ['levels that disagree about the network', [READ_ONLY, { network: true }], [false, false, false, false]],
  ['levels that say it together', [{ network: false }, { filesystem: { write: false } }], [false, false, true, true]],
])('%s', (_name, levels, expected) => {
  expect(answers(...levels)).toStrictEqual(expected);
});

test.each<AtipEffects>([
  { destructive: true },
  { reversible: false },
  { cost: { billable: true } },
  { filesystem: { delete: true } },
  { filesystem: { write: true } },
  { creates: ['x'] },
  { modifies: ['x'] },
  { deletes: ['x'] },
])('%j is not read-only, whatever else is stated', (effects) => {
  expect(answers(READ_ONLY, effects)[3]).toBe(false);
});

test.each<AtipEffects>([
  { destructive: false },
  { reversible: true },
  { cost: { billable: false } },
  { filesystem: { read: true, delete: false } },
  { creates: [], modifies: [], deletes: [] },
])('%j does not stand against read-only', (effects) => {
  expect(answers(READ_ONLY, effects)[3]).toBe(true);
});

test.each(['true', 1, null, {}])('%j states nothing', (value) => {
  // As it may stand in a document.
  const effects = { destructive: value, network: value, filesystem: { write: value } } as unknown as AtipEffects;
  expect(safetyStatements(effects)).toBe(0);
});
