// needs: bwrap, git, curl, openssl, vi
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadShim } from '@atip/catalog';
import { describe, expect, test } from 'vitest';
import { findHarm, type Passage, runCall } from './injection/run-call.ts';
import { runSetup, SECRET, type Scene, useScene } from './injection/scene.ts';
import type { Call, Circumstances, Harm, Target } from './injection/trick.ts';

/** A call of a bundled document that does harm when it runs, and what it does. */
type Unasked = readonly [call: string, values: Call['values'], harm: Harm, more?: Circumstances];

/** The output of `LD_DEBUG=files` when a process opens a library, whether or not it is one. */
const LOADED = /file=\S*evil\.so \[0\];\s+dynamically loaded/;
const DEBUG = { LD_DEBUG: 'files' };
const LOADS = { env: DEBUG, sign: LOADED };

const GIT: readonly Unasked[] = [
  ['git_archive', { 'tree-ish': 'HEAD', remote: '.', exec: 'touch pwned; git-upload-archive' }, 'wrote'],
  ['git_status', { C: 'planted' }, 'wrote'],
  ['git_status', { 'git-dir': 'planted/.git', 'work-tree': 'planted' }, 'wrote'],
  ['git_fetch', { C: 'planted' }, 'wrote'],
  ['git_ls-remote', { C: 'planted' }, 'wrote'],
  ['git_status', { 'config-env': 'core.fsmonitor=MONITOR' }, 'wrote', { env: { MONITOR: 'touch pwned;' } }],
  ['git_submodule_status', { 'exec-path': 'programs' }, 'wrote'],
  ['git_clone', { repository: '.git', directory: 'copy', template: 'template' }, 'wrote'],
  ['git_push', { repository: '%OUTSIDE%/stranger.git' }, 'reached', { sign: /\[new branch\]/ }],
  ['git_push', { repository: '%OUTSIDE%/stranger.git', refspec: ['+main'] }, 'reached', { sign: /\[new branch\]/ }],
];

const CURL: readonly Unasked[] = [
  ['curl', { url: ['%URL%/a'], engine: '%OUTSIDE%/evil.so' }, 'reached', LOADS],
  ['curl', { url: ['%URL%/a'], 'etag-compare': '%OUTSIDE%/secret.txt' }, 'leaked'],
  ['curl', { url: ['%URL%/a'], cookie: '%OUTSIDE%/jar' }, 'leaked'],
  ['curl', { url: ['%URL%/a'], netrc: true, verbose: true }, 'leaked'],
];

const OPENSSL: readonly Unasked[] = [
  ...['dgst', 'x509', 'rsa', 'enc'].map(
    (name): Unasked => [`openssl_${name}`, { engine: '%OUTSIDE%/evil.so' }, 'reached', LOADS],
  ),
  ['openssl_dgst', { provider: 'evil', 'provider-path': '%OUTSIDE%' }, 'reached', LOADS],
  ['openssl_pkeyutl', { sign: true, inkey: 'org.openssl.engine:%OUTSIDE%/evil.so:key' }, 'reached', LOADS],
  ['openssl_storeutl', { uri: 'org.openssl.engine:%OUTSIDE%/evil.so:key', noout: true }, 'reached', LOADS],
  ['openssl_genpkey', { config: '%OUTSIDE%/openssl.cnf', algorithm: 'RSA' }, 'reached', LOADS],
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

  test.each(calls.map((row) => [row[0], JSON.stringify(row[1]), row] as const))(
    'harm after a yes, a question without: %s %s',
    async (_call, _values, [name, values, harm, more]) => {
      const call = { call: name, values, ...more };
      const approved = await inScene(async (scene) => {
        const { outcome } = await run({ ...call, approved: true }, scene);
        return findHarm(scene, outcome, more?.sign);
      });
      expect(approved).toBe(harm);
      const asked = await inScene(async (scene) => {
        const { refused } = await run(call, scene);
        return [refused, await findHarm(scene, undefined), scene.server.requests.length];
      });
      expect(asked).toStrictEqual(['CONFIRMATION', 'nothing', 0]);
    },
  );

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
