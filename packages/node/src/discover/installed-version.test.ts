import { access } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findExecutable } from '../executables/find-executable.ts';
import { createTestMachine, NO_SANDBOX, OPEN_SANDBOX } from '../testing/test-machine.ts';
import { lagsBehind, readInstalledVersions } from './installed-version.ts';

test.each([
  ['2.39.5', '2.47.1', true],
  ['2.39.5', '2.39.5', false],
  ['2.39', '2.39.5', false],
  ['3.0', '2.9.9', false],
  ['2.9', '2.10', true],
  ['1.0-beta', '1.1', true],
  ['unknown', '2.0', false],
  ['2.0', '', false],
])('a document of %s lags behind an installed %s: %s', (described, installed, lags) => {
  expect(lagsBehind(described, installed)).toBe(lags);
});

async function machineWith(text: string) {
  const { directory, env } = await createTestMachine(OPEN_SANDBOX);
  const program = async () => {
    const found = await findExecutable('tool', env);
    if (!found) throw new Error('tool is on the PATH.');
    return found;
  };
  await directory.script('bin/tool', text);
  return { directory, env, program };
}

test('a program is asked once for each of its files, and the answer is kept', async () => {
  const { directory, env, program } = await machineWith('#!/bin/sh\necho "tool 1.2.3"\n');
  const asking = { env, sandbox: OPEN_SANDBOX };
  const first = await readInstalledVersions(env);
  expect(await first.of(await program())).toBe(undefined);
  const progress: string[] = [];
  await first.ask([await program()], asking, (done, total) => progress.push(`${done}/${total}`));
  expect([await first.of(await program()), progress]).toStrictEqual(['1.2.3', ['1/1']]);
  const second = await readInstalledVersions(env);
  expect(await second.of(await program())).toBe('1.2.3');
  await second.ask([await program()], asking, () => progress.push('again'));
  expect(progress).toStrictEqual(['1/1']);
  await directory.script('bin/tool', '#!/bin/sh\necho "tool 2.0.0 of today"\n');
  expect(await second.of(await program())).toBe(undefined);
});

test('of several versions the one of the program counts', async () => {
  const { env, program } = await machineWith('#!/bin/sh\nprintf "Python 3.11.7\\nTool 2.2.5\\n"\n');
  const versions = await readInstalledVersions(env);
  await versions.ask([await program()], { env, sandbox: OPEN_SANDBOX });
  expect(await versions.of(await program())).toBe('2.2.5');
});

test('without a sandbox nothing is asked', async () => {
  const { directory, env, program } = await machineWith('#!/bin/sh\necho ran >> "$0.log"; echo 1.0\n');
  const versions = await readInstalledVersions(env);
  await versions.ask([await program()], { env, sandbox: 'off' });
  await versions.ask([await program()], { env, sandbox: NO_SANDBOX });
  expect(await versions.of(await program())).toBe(undefined);
  await expect(access(directory.at('bin/tool.log'))).rejects.toThrow('ENOENT');
});

test('an answer that cannot be kept is an answer', async () => {
  const { directory, env, program } = await machineWith('#!/bin/sh\necho "tool 1.2.3"\n');
  const versions = await readInstalledVersions({ ...env, XDG_CACHE_HOME: await directory.write('file', '') });
  await versions.ask([await program()], { env, sandbox: OPEN_SANDBOX });
  expect(await versions.of(await program())).toBe('1.2.3');
});
