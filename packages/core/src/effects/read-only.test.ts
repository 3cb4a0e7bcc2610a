import type { AtipEffects } from '../types/tool.ts';
import { isReadOnly } from './safety-flags.ts';
import { expect, test } from 'vitest';

const READ_ONLY: AtipEffects = { filesystem: { write: false }, network: false };

test.each<[AtipEffects, boolean]>([
  [{}, false],
  [{ network: false }, false],
  [{ filesystem: { write: false } }, false],
  [READ_ONLY, true],
  [{ ...READ_ONLY, network: true }, false],
  [{ ...READ_ONLY, filesystem: { write: true } }, false],
  [{ ...READ_ONLY, filesystem: { write: false, delete: true } }, false],
  [{ ...READ_ONLY, filesystem: { write: false, read: true, delete: false } }, true],
  [{ ...READ_ONLY, destructive: true }, false],
  [{ ...READ_ONLY, reversible: false }, false],
  [{ ...READ_ONLY, cost: { billable: true } }, false],
  [{ ...READ_ONLY, creates: ['x'] }, false],
  [{ ...READ_ONLY, modifies: ['x'] }, false],
  [{ ...READ_ONLY, deletes: ['x'] }, false],
  [{ ...READ_ONLY, creates: [], modifies: [], deletes: [], destructive: false, reversible: true }, true],
  // As they may stand in a document: what is not true or false states nothing.
  [{ filesystem: { write: 'false' }, network: false } as unknown as AtipEffects, false],
])('%j: %s', (effects, expected) => {
  expect(isReadOnly(effects)).toBe(expected);
});
