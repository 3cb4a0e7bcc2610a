import type { AtipEffects } from '../types/tool.ts';
import { safetySuffix } from './safety-flags.ts';
import { expect, test } from 'vitest';

test.each<[AtipEffects, string]>([
  [{}, ''],
  [{ destructive: true }, '[⚠️ DESTRUCTIVE]'],
  [
    { destructive: true, reversible: false, idempotent: false, cost: { billable: true } },
    '[⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE | ⚠️ NOT IDEMPOTENT | 💰 BILLABLE]',
  ],
  [{ filesystem: { write: false }, network: false }, '[🔒 READ-ONLY]'],
  [{ network: false }, ''],
  [{ filesystem: {}, network: false }, ''],
  [{ filesystem: { write: false } }, ''],
  [{ filesystem: { write: false, delete: true }, network: false }, ''],
  [{ filesystem: { write: false }, network: false, destructive: true }, '[⚠️ DESTRUCTIVE]'],
  [{ filesystem: { write: false }, network: false, deletes: ['branch'] }, ''],
  [{ filesystem: { write: false }, network: false, reversible: false }, '[⚠️ NOT REVERSIBLE]'],
])('%j → %s', (effects, suffix) => {
  expect(safetySuffix(effects)).toBe(suffix);
});
