// needs: bwrap, git, curl, openssl, vi
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadShim } from '@atip/catalog';
import { describe, expect, test } from 'vitest';
import { findHarm, type Passage, runCall } from './injection/run-call.ts';
import { runSetup, SECRET, type Scene, useScene } from './injection/scene.ts';
import type { Call, Harm, Target } from './injection/trick.ts';

/** A call of a bundled document that does harm when it runs, and what it does. */
interface Unasked extends Call {
  readonly title: string;
  readonly harm: Harm;
}

/** The output of `LD_DEBUG=files` when a process opens a library, whether or not it is one. */
const LOADED = /file=\S*evil\.so \[0\];\s+dynamically loaded/;
const DEBUG = { LD_DEBUG: 'files' };

const GIT: readonly Unasked[] = [
  {
    title: 'the program of git archive --exec',
    call: 'git_archive',
    values: { 'tree-ish': 'HEAD', remote: '.', exec: 'touch pwned; git-upload-archive' },
    harm: 'wrote',
  },
  { title: 'fsmonitor of the repository that -C names', call: 'git_status', values: { C: 'planted' }, harm: 'wrote' },
  {
    title: 'fsmonitor of the repository that --git-dir names',
    call: 'git_status',
    values: { 'git-dir': 'planted/.git', 'work-tree': 'planted' },
    harm: 'wrote',
  },
  { title: 'sshCommand of the repository that -C names', call: 'git_fetch', values: { C: 'planted' }, harm: 'wrote' },
  { title: 'sshCommand of that repository, to list', call: 'git_ls-remote', values: { C: 'planted' }, harm: 'wrote' },
  {
    title: 'a setting that --config-env takes from the environment',
    call: 'git_status',
    values: { 'config-env': 'core.fsmonitor=MONITOR' },
    env: { MONITOR: 'touch pwned;' },
    harm: 'wrote',
  },
  {
    title: 'the programs of the directory that --exec-path names',
    call: 'git_submodule_status',
    values: { 'exec-path': 'programs' },
    harm: 'wrote',
  },
  {
    title: 'hooks of the directory that clone --template names',
    call: 'git_clone',
    values: { repository: '.git', directory: 'copy', template: 'template' },
    harm: 'wrote',
  },
  {
    title: 'a push to whoever the repository argument names',
    call: 'git_push',
    values: { repository: '%OUTSIDE%/stranger.git' },
    harm: 'reached',
    sign: /\[new branch\]/,
  },
  {
    title: 'a refspec with a plus, which forces',
    call: 'git_push',
    values: { repository: '%OUTSIDE%/stranger.git', refspec: ['+main'] },
    harm: 'reached',
    sign: /\[new branch\]/,
  },
];

const CURL: readonly Unasked[] = [
  {
    title: 'the library that --engine names',
    call: 'curl',
    values: { url: ['%URL%/a'], engine: '%OUTSIDE%/evil.so' },
    env: DEBUG,
    harm: 'reached',
    sign: LOADED,
  },
  {
    title: 'the first line of the file that --etag-compare names',
    call: 'curl',
    values: { url: ['%URL%/a'], 'etag-compare': '%OUTSIDE%/secret.txt' },
    harm: 'leaked',
  },
  {
    title: 'the cookies of the file that --cookie names',
    call: 'curl',
    values: { url: ['%URL%/a'], cookie: '%OUTSIDE%/jar' },
    harm: 'leaked',
  },
  {
    title: 'what .netrc has for the host',
    call: 'curl',
    values: { url: ['%URL%/a'], netrc: true, verbose: true },
    harm: 'leaked',
  },
];

const OPENSSL: readonly Unasked[] = [
  ...['dgst', 'x509', 'rsa', 'enc'].map((name) => ({
    title: `the library that ${name} -engine names`,
    call: `openssl_${name}`,
    values: { engine: '%OUTSIDE%/evil.so' },
    env: DEBUG,
    harm: 'reached' as const,
    sign: LOADED,
  })),
  {
    title: 'the library that dgst -provider names',
    call: 'openssl_dgst',
    values: { provider: 'evil', 'provider-path': '%OUTSIDE%' },
    env: DEBUG,
    harm: 'reached',
    sign: LOADED,
  },
  {
    title: 'the library that the address of a key names',
    call: 'openssl_pkeyutl',
    values: { sign: true, inkey: 'org.openssl.engine:%OUTSIDE%/evil.so:key' },
    env: DEBUG,
    harm: 'reached',
    sign: LOADED,
  },
  {
    title: 'the library that the address of a store names',
    call: 'openssl_storeutl',
    values: { uri: 'org.openssl.engine:%OUTSIDE%/evil.so:key', noout: true },
    env: DEBUG,
    harm: 'reached',
    sign: LOADED,
  },
  {
    title: 'the library that the file of req -config names',
    call: 'openssl_genpkey',
    values: { config: '%OUTSIDE%/openssl.cnf', algorithm: 'RSA' },
    env: DEBUG,
    harm: 'reached',
    sign: LOADED,
  },
];

/** Each program, its calls, its scene, and a call that only looks with its output. */
const TARGETS: readonly (readonly [string, readonly Unasked[], Target['prepare'], looks: Call, shows: RegExp])[] = [
  ['git', GIT, prepareGit, { call: 'git_status', values: {} }, /On branch main/],
  ['curl', CURL, prepareFiles, { call: 'curl', values: { url: ['%URL%/a'] } }, /answer/],
  ['openssl', OPENSSL, prepareFiles, { call: 'openssl_dgst', values: { file: ['victim.txt'] } }, /SHA2?-?256/],
];

async function prepareGit(scene: Scene): Promise<void> {
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'init.defaultBranch=main'];
  const git = (...args: string[]): Promise<void> => runSetup(scene, ['/usr/bin/git', ...identity, ...args]);
  for (const directory of ['.', 'planted']) {
    await git('init', '--quiet', directory);
    await git('-C', directory, 'commit', '--quiet', '--allow-empty', '--message=one');
  }
  await git('init', '--quiet', '--bare', join(scene.outside, 'stranger.git'));
  await git('config', 'push.default', 'current');
  await git('-C', 'planted', 'config', 'core.fsmonitor', 'touch pwned;');
  await git('-C', 'planted', 'config', 'core.sshCommand', 'touch pwned;');
  await git('-C', 'planted', 'remote', 'add', 'origin', 'ssh://nobody.invalid/x');
  for (const directory of ['template/hooks', 'programs']) await mkdir(join(scene.work, directory), { recursive: true });
  const script = '#!/bin/sh\ntouch pwned\n';
  for (const path of ['template/hooks/post-checkout', 'programs/git-submodule'])
    await writeFile(join(scene.work, path), script, { mode: 0o755 });
}

async function prepareFiles(scene: Scene): Promise<void> {
  const put = (path: string, text: string): Promise<void> => writeFile(path, text, { mode: 0o600 });
  await put(join(scene.outside, 'evil.so'), 'a library would have code here\n');
  await put(join(scene.outside, 'jar'), `127.0.0.1\tFALSE\t/\tFALSE\t0\tname\t${SECRET}\n`);
  await put(join(scene.home, '.netrc'), `machine 127.0.0.1 login ${SECRET} password x\n`);
  const engine = `dynamic_path = ${scene.outside}/evil.so\nengine_id = evil\ninit = 1\n`;
  await put(join(scene.outside, 'openssl.cnf'), `openssl_conf = a\n[a]\nengines = b\n[b]\nevil = c\n[c]\n${engine}`);
}

async function toolOf(name: string): Promise<Target['tool']> {
  const tool = await loadShim(name);
  if (tool === undefined) throw new Error(`There is no shim of ${name}.`);
  return tool;
}

describe.each(TARGETS)('%s', (name, calls, prepare, looks, shows) => {
  const inScene = useScene(prepare);
  const run = async (call: Call, scene: Scene): Promise<Passage> =>
    runCall(call, { tool: await toolOf(name), prepare }, scene, false);

  test.each(calls)('harm after a yes, a question without: $title', async (call) => {
    const approved = await inScene(async (scene) => {
      const { outcome } = await run({ ...call, approved: true }, scene);
      return findHarm(scene, outcome, call.sign);
    });
    expect(approved).toBe(call.harm);
    const asked = await inScene(async (scene) => {
      const { refused } = await run(call, scene);
      return [refused, await findHarm(scene, undefined), scene.server.requests.length];
    });
    expect(asked).toStrictEqual(['CONFIRMATION', 'nothing', 0]);
  });

  test('what only looks runs unasked', async () => {
    const output = await inScene(async (scene) => (await run(looks, scene)).outcome?.stdout);
    expect(output).toMatch(shows);
  });

  if (name !== 'openssl') return;

  test('a key that names an engine is a file of that name: no library is loaded', async () => {
    const values = { in: 'org.openssl.engine:%OUTSIDE%/evil.so:key', noout: true };
    const { outcome } = await inScene((scene) =>
      run({ call: 'openssl_pkey', values, env: DEBUG, approved: true }, scene),
    );
    expect(outcome?.stderr).toContain('./org.openssl.engine:');
    expect(outcome?.stderr).not.toMatch(LOADED);
  });
});
