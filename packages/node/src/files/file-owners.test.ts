import { Stats } from 'node:fs';
import { expect, test } from 'vitest';
import { isOnlyOurs } from './file-owners.ts';

const fields = (uid: number, gid: number, mode: number): Stats =>
  Object.assign(Object.create(Stats.prototype), { uid, gid, mode });

test.each([
  ['our file', 1000, 1000, 0o644, true],
  ['our group, which has our number, may write', 1000, 1000, 0o664, true],
  ['a group of several people may write', 1000, 20, 0o664, false],
  ['a group of several people may read', 1000, 20, 0o644, true],
  ['everyone may write', 1000, 1000, 0o646, false],
  ['the file of another user', 1001, 1000, 0o644, false],
  ['the file of root', 0, 0, 0o644, false],
])('%s', (_name, uid, gid, mode, isOurs) => {
  expect(isOnlyOurs(fields(uid, gid, mode), false, { uid: 1000, gid: 1000 })).toBe(isOurs);
});

test('the primary group of an account is shared where it has another number', () => {
  expect(isOnlyOurs(fields(1000, 20, 0o664), false, { uid: 1000, gid: 20 })).toBe(false);
});

test('where root counts as the person, so does its group', () => {
  const own = { uid: 1000, gid: 1000 };
  expect([0o644, 0o664, 0o646].map((mode) => isOnlyOurs(fields(0, 0, mode), true, own))).toStrictEqual([
    true,
    true,
    false,
  ]);
});
