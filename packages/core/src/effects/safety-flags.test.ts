import { rowsOf, stated } from '../testing/in-words.ts';
import type { AtipEffects } from '../types/tool.ts';
import { isReadOnly, safetySuffix } from './safety-flags.ts';
import { expect, test } from 'vitest';

const READ_ONLY = '-filesystem.write -network';

test.each(
  rowsOf(`
    no  |                                       |
    no  | -network                              |
    no  | -filesystem.write                     |
    yes | ${READ_ONLY}                          | [🔒 READ-ONLY]
    no  | -filesystem.write +network            |
    no  | +filesystem.write -network            |
    no  | ${READ_ONLY} +filesystem.delete       |
    yes | ${READ_ONLY} +filesystem.read -filesystem.delete | [🔒 READ-ONLY]
    no  | ${READ_ONLY} +destructive             | [⚠️ DESTRUCTIVE]
    no  | ${READ_ONLY} -reversible              | [⚠️ NOT REVERSIBLE]
    no  | ${READ_ONLY} +cost.billable           | [💰 BILLABLE]
    no  | ${READ_ONLY} creates=x                |
    no  | ${READ_ONLY} modifies=x               |
    no  | ${READ_ONLY} deletes=x                |
    yes | ${READ_ONLY} creates= modifies= deletes= -destructive +reversible | [🔒 READ-ONLY]
    no  | -network filesystem.write=false       |
    no  | +destructive                          | [⚠️ DESTRUCTIVE]
    no  | +destructive -reversible -idempotent +cost.billable | [⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE | ⚠️ NOT IDEMPOTENT | 💰 BILLABLE]
  `),
)('read-only: %s, for %s', (readOnly, effects, ...suffix) => {
  expect(isReadOnly(stated(effects))).toBe(readOnly === 'yes');
  expect(safetySuffix(stated(effects))).toBe(suffix.filter((flag) => flag !== '').join(' | '));
});

test('a filesystem of which nothing is said is not read-only', () => {
  const effects: AtipEffects = { filesystem: {}, network: false };
  expect(isReadOnly(effects)).toBe(false);
});
