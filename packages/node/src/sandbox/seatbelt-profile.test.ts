import { expect, test } from 'vitest';
import type { SandboxProfile } from './sandbox-profile.ts';
import { wrapWithSeatbelt } from './seatbelt.ts';

const PROFILE: SandboxProfile = {
  network: false,
  cwd: '/Users/u/p',
  executable: '/opt/tool',
  foundAs: '/usr/local/bin/tool',
  emptied: ['/private/tmp', '/Users/u'],
  caches: [],
  closed: [],
  writable: ['/Users/u/p "1"'],
  pinned: [],
  protected: ['/Users/u/p "1"/.npmrc'],
  rebound: ['/Users/u/bin'],
  made: [],
  links: [],
  hidden: [{ path: '/Users/u/.ssh', directory: true }],
  watched: [],
  purpose: { git: false, makes: new Set() },
  notes: [],
};

test('the profile denies first what it then allows in part', () => {
  const launch = { file: '/opt/tool', argv0: 'tool', args: ['-x'], env: { A: '1' } };
  const { args, ...rest } = wrapWithSeatbelt(PROFILE)(launch);
  expect(rest).toStrictEqual({
    file: '/usr/bin/sandbox-exec',
    argv0: 'sandbox-exec',
    cwd: '/Users/u/p',
    env: { A: '1' },
  });
  const [flag, text = '', ...command] = args;
  expect([flag, ...command]).toStrictEqual(['-p', '/usr/local/bin/tool', '-x']);
  const devices = ['null', 'zero', 'tty', 'stdout', 'stderr', 'dtracehelper'].map((name) => `(literal "/dev/${name}")`);
  expect(text.split('\n')).toStrictEqual([
    '(version 1)',
    '(allow default)',
    '(deny network*)',
    '(deny signal)',
    '(allow signal (target same-sandbox))',
    '(deny file-write*)',
    `(allow file-write* ${devices.join(' ')})`,
    '(allow file-write* (subpath "/Users/u/p \\"1\\""))',
    '(deny file-write* (subpath "/Users/u/p \\"1\\"/.npmrc"))',
    '(deny file-read* (subpath "/Users/u"))',
    '(allow file-read* (subpath "/Users/u/bin") (subpath "/Users/u/p \\"1\\""))',
    '(deny file-read* file-write* (subpath "/Users/u/.ssh"))',
    '(allow file-read* (literal "/opt/tool"))',
  ]);
});

test('with a proxy, its port is all that is reached', () => {
  const launch = { file: '/x', argv0: 'x', args: [], env: {} };
  const [, text = ''] = wrapWithSeatbelt(PROFILE, 3128)(launch).args;
  expect(text.split('\n').slice(2, 4)).toStrictEqual([
    '(deny network*)',
    '(allow network-outbound (remote ip "localhost:3128"))',
  ]);
});

test('with the network, Unix sockets stay closed', () => {
  const [, text = ''] = wrapWithSeatbelt({ ...PROFILE, network: true })({
    file: '/x',
    argv0: 'x',
    args: [],
    env: {},
  }).args;
  expect(text.split('\n')[2]).toBe('(deny network* (remote unix-socket))');
});
