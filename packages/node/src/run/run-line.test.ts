import type { ExecutionPolicy } from '@atip/core';
import { expect, test } from 'vitest';
import { checkLineCall } from './run-line.ts';

const ENV = { PATH: '/usr/bin:/bin', HOME: '/home/nobody', XDG_DATA_DIRS: '/nowhere' };

function check(line: string, ...policies: readonly ExecutionPolicy[]) {
  const [first = {}, ...others] = policies;
  return checkLineCall(line, { env: ENV, cwd: '/work', id: '1', policies: [first, ...others], writable: [] });
}

test('bash gets the line as one argument, and reads no file of settings', async () => {
  const { argv, command, line } = await check('-x; echo "a b" | wc');
  expect(argv).toStrictEqual(['bash', '--noprofile', '--norc', '-c', '--', '-x; echo "a b" | wc']);
  expect(command.command).toStrictEqual(['bash']);
  expect(line.parts.map(({ program }) => program)).toStrictEqual(['-x', 'echo', 'wc']);
});

test.each<[string, unknown]>([
  ['echo hi', { network: false, read: false, write: false, paths: undefined }],
  ['echo *', { network: false, read: true, write: false, paths: undefined }],
  ['ls | wc -l', { network: false, read: true, write: false, paths: undefined }],
  ['cat a > b', { network: false, read: true, write: true, paths: ['/work'] }],
  ['cd sub && touch a', { network: false, read: true, write: true, paths: ['/work/sub'] }],
  ['cd "$X"; touch a', { network: false, read: true, write: true, paths: ['/work'] }],
  ['curl https://example.org | wc', { network: true, read: true, write: false, paths: undefined }],
  ['frobnicate', { network: undefined, read: undefined, write: undefined, paths: undefined }],
  ['echo hi; frobnicate > a', { network: undefined, read: undefined, write: true, paths: ['/work'] }],
  ['if true', { network: undefined, read: undefined, write: undefined, paths: undefined }],
])('the effects of %s are those of all parts, and open where one leaves them open', async (line, expected) => {
  const { effects } = await check(line);
  const { read, write, paths } = effects.filesystem ?? {};
  expect({ network: effects.network, read, write, paths }).toStrictEqual(expected);
});

test('no line is given a terminal, for which a program would leave its sandbox', async () => {
  const call = await check('vim a', { allowInteractive: true });
  expect(call.interactive).toBe(undefined);
  expect(call.effects.interactive).toBe(undefined);
});

test.each<[string, readonly ExecutionPolicy[], string]>([
  ['as little trusted as its documents', [{}], 'required'],
  ['the policy says so', [{ sandbox: 'preferred' }], 'preferred'],
  ['the stricter of two policies', [{ sandbox: 'preferred' }, { sandbox: 'required' }], 'required'],
])('the sandbox of a line: %s', async (_name, policies, expected) => {
  expect((await check('ls', ...policies)).sandbox).toBe(expected);
});

test('of two policies the stricter decides, and of the network what both leave', async () => {
  const call = await check(
    'ls; rm -rf "$A"',
    { network: { allow: ['a.example', 'b.example'] } },
    { network: { allow: ['b.example'] }, rules: [{ run: 'ls', decision: 'deny', reason: 'no lists' }] },
  );
  expect(call).toMatchObject({ decision: 'deny', network: { allow: ['b.example'] } });
  expect(call.line.parts.map(({ decision }) => decision)).toStrictEqual(['deny', 'confirm']);
  expect(call.reasons.join(' ')).toContain('no lists');
});
