// needs: bwrap
import { copyFileSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExecutionError } from '@atip/core/execute';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { createSandbox } from './create-sandbox.ts';

const TRUE = realpathSync('/bin/true');
const REQUEST = { executable: TRUE, foundAs: TRUE, cwd: '/', home: '/', effects: {}, writableRoots: [] };

test('this machine has a sandbox that holds', async () => {
  const { status } = await createSandbox();
  expect(status.reason).toBe(undefined);
  expect(status).toMatchObject({ available: true, kind: 'bubblewrap', tested: true });
  expect(status.version).toMatch(/^\d+\.\d+/);
  expect(status.checks.map(({ passed }) => passed)).toStrictEqual(Array(12).fill(true));
});

test.each([
  ['no bubblewrap', { directories: [] }, process, /^bubblewrap is not installed\. .*apt-get install bubblewrap/],
  [
    'another processor',
    {},
    { platform: 'linux', arch: 's390x' },
    /no filter of system calls for this processor \(s390x\)/,
  ],
])('without a sandbox the plan says so and changes nothing: %s', async (_name, settings, machine, reason) => {
  const sandbox = await createSandbox(settings, machine);
  expect(sandbox.status).toStrictEqual({
    available: false,
    kind: 'none',
    tested: false,
    reason: expect.stringMatching(reason),
    checks: [],
  });
  const { report, wrap } = await sandbox.plan(REQUEST);
  const notes = [sandbox.status.reason];
  expect(report).toStrictEqual({ applied: false, kind: 'none', network: true, writable: ['/'], notes });
  const launch = { file: TRUE, argv0: 'true', args: [], env: {} };
  expect(wrap(launch)).toBe(launch);
});

test.each([
  [
    'cannot be built',
    'echo "bwrap: no \u001b[1mnamespaces" >&2; exit 1',
    0,
    /^bubblewrap cannot build a sandbox here: "bwrap: no \\u001b\[1mnamespaces"\. .*Ubuntu 24\.04/,
  ],
  [
    'does not hold',
    `[ "$1" = --version ] && exit
     n=$(for fd in $(ls -v /proc/$$/fd); do [ -S /proc/$$/fd/$fd ] && echo $fd; done | tail -1)
     echo '{ "exit-code": 0 }' >&$n
     while [ "$1" != -- ]; do shift; done; shift 2; exec "$@"`,
    12,
    /^The sandbox of this machine does not work\. Writing a file in a directory/,
  ],
])('a sandbox that %s is none, until it is mended', async (_name, script, checks, reason) => {
  const directory = await createTemporaryDirectory();
  await directory.script('bwrap', `#!/bin/bash\n${script}\n`);
  const { status } = await createSandbox({ directories: [directory.path] });
  expect({ ...status, checks: status.checks.length }).toStrictEqual({
    ...{ available: false, kind: 'none', tested: checks > 0, checks },
    reason: expect.stringMatching(reason),
  });
  copyFileSync('/usr/bin/bwrap', directory.at('bwrap'));
  expect((await createSandbox({ directories: [directory.path] })).status.available).toBe(true);
  await directory.script('bwrap', `#!/bin/bash\n${script}\n`);
  expect((await createSandbox({ directories: [directory.path] })).status.available).toBe(false);
});

test('the report says what a run may do, and what it was not given', async () => {
  const { at } = await createTemporaryDirectory();
  for (const name of ['out', 'home']) mkdirSync(at(name));
  const sandbox = await createSandbox();
  const effects = { network: true, filesystem: { write: true, paths: ['out', '../elsewhere'] } };
  const request = { ...REQUEST, cwd: at('.'), home: at('home'), effects, writableRoots: [at('out')] };
  expect((await sandbox.plan(request)).report).toMatchObject({
    ...{ applied: true, network: true, writable: [at('out')] },
    notes: [expect.stringContaining('../elsewhere'), expect.stringContaining('contains the home directory')],
  });
});

test('a run that cannot be prepared is refused', async () => {
  const { path } = await createTemporaryDirectory();
  mkdirSync(join(path, '.ssh/keys'), { recursive: true });
  writeFileSync(join(path, 'tool'), '');
  const sandbox = await createSandbox({ hidden: [join(path, 'state')] });
  const request = { ...REQUEST, home: path };
  await expect(sandbox.plan({ ...request, cwd: join(path, 'gone') })).rejects.toThrow(
    new ExecutionError(`The working directory ${path}/gone does not exist. Choose another one.`),
  );
  await expect(sandbox.plan({ ...request, cwd: join(path, '.ssh/keys') })).rejects.toThrow(
    new ExecutionError(`The working directory ${path}/.ssh/keys is hidden from tools. Choose another one.`),
  );
  await expect(sandbox.plan({ ...request, foundAs: join(path, 'tool') })).rejects.toThrow(
    new ExecutionError(`${path}/tool does not lead to ${TRUE} any more. Discover the tool again.`),
  );
});
