import { expect, test } from 'vitest';
import { checkWriters } from './find-executable.ts';

/** The usual person: a group of one with the same number, and a shared one. */
const ANN = { uid: 1000, gids: [1000, 100] };
/** His primary group is shared, as where everyone is in `users`. */
const BOB = { uid: 1001, gids: [100] };
const ROOT = { uid: 0, gids: [0] };

function check(owner: number, group: number, mode: number, account = ANN, path = '/opt/x', platform = 'linux') {
  const stats = { uid: BigInt(owner), gid: BigInt(group), mode: BigInt(mode) };
  return checkWriters(path, stats, account, platform)?.code;
}

test.each([
  ['of root', 0, 0, 0o100755, ANN, undefined],
  ['of us', 1000, 1000, 0o100755, ANN, undefined],
  ['of another', 1001, 1000, 0o100755, ANN, 'foreign-owner'],
  ['of a person, seen by root', 1000, 1000, 0o100755, ROOT, 'foreign-owner'],
  ['written by everyone', 0, 0, 0o100757, ANN, 'world-writable'],
  ['written by everyone, though sticky', 0, 0, 0o041777, ANN, 'world-writable'],
  ['written by group root', 0, 0, 0o100775, ANN, undefined],
  ['written by our own group of one', 1000, 1000, 0o100775, ANN, undefined],
  ['written by a shared group of ours', 1000, 100, 0o100775, ANN, 'group-writable'],
  ['written by a shared primary group', 1001, 100, 0o100775, BOB, 'group-writable'],
  ['written by a group with our number that is not ours', 1001, 1001, 0o100775, BOB, 'group-writable'],
  ['written by a foreign group', 0, 4242, 0o100775, ANN, 'group-writable'],
  ['of a foreign group that may not write', 0, 4242, 0o100755, ANN, undefined],
])('a file %s', (_title, owner, group, mode, account, code) => {
  expect(check(owner, group, mode, account)).toBe(code);
});

test.each([
  ['/usr/local/bin', 50, 'linux', undefined],
  ['/usr/localx', 50, 'linux', 'group-writable'],
  ['/opt/bin', 50, 'linux', 'group-writable'],
  ['/usr/local/bin', 50, 'darwin', 'group-writable'],
  ['/opt/homebrew/bin', 80, 'darwin', undefined],
])('%s may be written by group %i on %s: %s', (path, group, platform, code) => {
  expect(check(0, group, 0o040775, ANN, path, platform)).toBe(code);
});

test('the reason escapes what a terminal would act on', () => {
  const refusal = checkWriters('/a\u001b[2J\u202e\u009b', { uid: 7n, gid: 0n, mode: 0o755n }, ANN);
  expect(refusal?.reason).toBe('"/a\\u001b[2J\\u{202e}\\u{9b}" belongs to user 7, not to root or you.');
});
