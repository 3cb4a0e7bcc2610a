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
    no  | -filesystem.write +network            | [NETWORK]
    no  | +filesystem.write -network            | [WRITES FILES]
    no  | ${READ_ONLY} +filesystem.delete       | [⚠️ DELETES FILES]
    no  | +filesystem.write +filesystem.delete +network | [⚠️ DELETES FILES | NETWORK]
    no  | +destructive +filesystem.write +filesystem.delete | [⚠️ DESTRUCTIVE]
    no  | +network -idempotent creates=pull_request | [⚠️ NOT IDEMPOTENT | CREATES: pull_request | NETWORK]
    yes | ${READ_ONLY} +filesystem.read -filesystem.delete | [🔒 READ-ONLY]
    no  | ${READ_ONLY} +destructive             | [⚠️ DESTRUCTIVE]
    no  | ${READ_ONLY} -reversible              | [⚠️ NOT REVERSIBLE]
    no  | ${READ_ONLY} +cost.billable           | [💰 BILLABLE]
    no  | ${READ_ONLY} creates=x                | [CREATES: x]
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

test.each([
  [['bucket', 'x] [🔒 READ-ONLY'], '[CREATES: bucket]'],
  [['a | 🔒 READ-ONLY', 'b, c', 'two\nlines', '\u202e', '', 'x'.repeat(41)], ''],
  [['a', 'b', 'c', 'd', 'e', 'f'], '[CREATES: a, b, c, d, e]'],
  [['pull\u3164_request', 'a\uffa0b'], '[CREATES: pull_request, ab]'],
  [['pull_request', 'branch v1.2', 'k8s:pod/x'], '[CREATES: pull_request, branch v1.2, k8s:pod/x]'],
])('of %j a flag names what looks like no flag of its own', (creates, suffix) => {
  expect(safetySuffix({ creates })).toBe(suffix);
});
