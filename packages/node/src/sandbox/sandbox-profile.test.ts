import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AtipEffects } from '@atip/core';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import type { SandboxRequest } from './sandbox.ts';
import { sandboxProfile } from './sandbox-profile.ts';

const TRUE = realpathSync('/bin/true');
const QUIET: AtipEffects = { network: false, filesystem: { write: false } };
const READS_NOTHING: AtipEffects = { network: false, filesystem: { read: false, write: false } };

/** A home directory with a project, under `/tmp` or not. */
async function place(under: '/tmp' | '/var/tmp') {
  const directory = await createTemporaryDirectory(undefined, under);
  const at = (name: string): string => join(directory.path, name);
  for (const name of ['home/project/.git/hooks', 'home/bin', 'home/.ssh', 'home/.config', 'elsewhere']) {
    mkdirSync(at(name), { recursive: true });
  }
  for (const name of [
    'home/tool',
    'home/bin/tool',
    'home/.ssh/tool',
    'home/.config/tool',
    'elsewhere/tool',
    'home/.npmrc',
  ])
    writeFileSync(at(name), '');
  symlinkSync(at('elsewhere/tool'), at('home/bin/linked'));
  const profile = (request: Partial<SandboxRequest>) => {
    const { executable = TRUE, foundAs = executable, cwd = at('home/project') } = request;
    const basis = { executable, foundAs, cwd, home: at('home'), effects: QUIET, writableRoots: [], ...request };
    const { hidden, ...rest } = sandboxProfile(basis, { env: {}, hidden: [at('elsewhere/state')] });
    return { ...rest, hidden: hidden.map(({ path }) => path).filter((path) => !path.startsWith('/etc/')) };
  };
  return { at, profile };
}

test('of the home only the working directory is there', async () => {
  const { at, profile } = await place('/var/tmp');
  expect(profile({})).toMatchObject({
    network: false,
    emptied: ['/tmp', '/run', at('home')],
    closed: [at('home')],
    temporary: { at: '/tmp' },
    writable: [],
    rebound: [at('home/project')],
    notes: [],
  });
});

test('only a network that is stated is shared', async () => {
  const { profile } = await place('/var/tmp');
  const unknown = ['The document does not say whether the program uses the network, so it has none.'];
  const networkOf = (network: unknown) => {
    const result = profile({ effects: { network: network as never, filesystem: { write: false } } });
    return { network: result.network, notes: result.notes };
  };
  expect(networkOf(true)).toStrictEqual({ network: true, notes: [] });
  expect(networkOf(false)).toStrictEqual({ network: false, notes: [] });
  expect(networkOf('true')).toStrictEqual({ network: false, notes: [] });
  expect(networkOf(undefined)).toStrictEqual({ network: false, notes: unknown });
});

test('a home that is readable comes back in /tmp, with its secrets hidden', async () => {
  const { at, profile } = await place('/tmp');
  const { rebound, hidden } = profile({ executable: at('home/bin/tool'), readable: ['~'] });
  expect(rebound).toStrictEqual([at('home/project'), at('home')]);
  expect(hidden).toStrictEqual([at('home/.ssh'), at('home/.npmrc')]);
});

test('a program that reads nothing finds an empty home, and an empty working directory in it', async () => {
  const { at, profile } = await place('/var/tmp');
  expect(profile({ effects: READS_NOTHING })).toMatchObject({
    emptied: ['/tmp', '/run', at('home')],
    made: [at('home/project')],
    rebound: [],
    hidden: [],
    closed: [],
    notes: ['The document says that the program reads no files, so it sees none of yours.'],
  });
});

test.each<[string, string, string, string[], string[]]>([
  ['directly in the home: alone', 'home/tool', 'home/tool', ['home/tool'], []],
  ['in a directory of the home', 'home/bin/tool', 'home/bin/tool', ['home/bin'], []],
  ['elsewhere, by a link in the home', 'elsewhere/tool', 'home/bin/linked', [], ['home/bin/linked']],
  ['among secrets: alone', 'home/.ssh/tool', 'home/.ssh/tool', ['home/.ssh/tool'], []],
  ['in a directory that all share: alone', 'home/.config/tool', 'home/.config/tool', ['home/.config/tool'], []],
])('a program of an empty home can still be started: %s', async (_name, executable, foundAs, rebound, links) => {
  const { at, profile } = await place('/var/tmp');
  const result = profile({ effects: READS_NOTHING, executable: at(executable), foundAs: at(foundAs) });
  expect(result.rebound).toStrictEqual(rebound.map(at));
  expect(result.links).toStrictEqual(links.map((path) => ({ path: at(path), target: at(executable) })));
  expect(result.hidden).toStrictEqual([]);
});

test('the home directory of a system user is not emptied', async () => {
  const { profile } = await place('/var/tmp');
  expect(profile({ effects: READS_NOTHING, home: '/usr/bin' })).toMatchObject({ emptied: ['/tmp', '/run'] });
});

test('what is hidden cannot be made writable', async () => {
  const { at, profile } = await place('/var/tmp');
  const effects = { network: false, filesystem: { write: true, paths: ['~/.ssh'] } };
  expect(profile({ effects, writableRoots: [at('home/.ssh')] })).toMatchObject({
    writable: [],
    notes: [`${at('home/.ssh')} is hidden from tools, so it is not writable.`],
  });
});
