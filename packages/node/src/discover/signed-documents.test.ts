import { type ExecutionPolicy, POLICY_PRESETS } from '@atip/core';
import { rm, symlink } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { describeClaims } from '../documents/trust-at.ts';
import { digestOf } from '../files/read-bounded-file.ts';
import { createTestMachine, describing, OPEN_SANDBOX } from '../testing/test-machine.ts';
import { createTestKeys, signWithKey } from '../testing/test-keys.ts';
import { createLineJudge } from '../run/judge-line.ts';
import { listTools } from './list-tools.ts';

const ACME = createTestKeys();
const PROGRAM = '#!/bin/sh\necho hi\n';
const CHECKSUM = `sha256:${digestOf(PROGRAM)}`;

function signed(document: object, keys = ACME): { readonly text: string; readonly bundle: string } {
  const text = JSON.stringify(document);
  return { text, bundle: signWithKey(text, keys) };
}

/** A machine whose person believes acme, with a program `deploy` in their own directory. */
async function prepare() {
  const machine = await createTestMachine(OPEN_SANDBOX);
  const { directory, env, bin } = machine;
  const signers = [{ name: 'acme', source: 'vendor', key: ACME.publicKey }];
  await directory.write('home/.config/agent-tools/config.json', JSON.stringify({ signers }), 0o600);
  await directory.script('bin/deploy', PROGRAM);
  const put = (name: string, text: string) => directory.write(`home/.local/share/agent-tools/tools/${name}`, text);
  const list = async () => {
    const { found } = await listTools({ ...env, PATH: bin });
    return found.map(({ tool: { name, trust }, signature }) => {
      const state = signature?.state === 'refused' ? signature.reason : signature?.state;
      return [name, trust, state] as const;
    });
  };
  const configuration = { settings: { policy: POLICY, writable: [] } };
  /** Puts a document into the directory, with its signature beside it. */
  const putSigned = async (text: string, bundle: string) => {
    await put('deploy.json', text);
    await put('deploy.json.sigstore.json', bundle);
  };
  return { ...machine, put, putSigned, list, configuration };
}

/** As it holds where nobody names a preset. */
const POLICY: ExecutionPolicy = { ...POLICY_PRESETS.standard, byTrust: true };
const EFFECTS = { network: false, destructive: false, reversible: true, subprocess: false };

const RAISED = { source: 'vendor', checksum: CHECKSUM, verified: true, signedBy: 'acme' };
const deploy = (trust: object = { source: 'vendor', checksum: CHECKSUM }) => describing('deploy', { trust });

describe('a document in a directory', () => {
  test.each([
    ['claims less', deploy({ source: 'community', checksum: CHECKSUM }), { ...RAISED, source: 'community' }],
    [
      'names its program as 0.6 does',
      { ...deploy({ source: 'vendor' }), binary: { hash: CHECKSUM } },
      { source: 'vendor', verified: true, signedBy: 'acme' },
    ],
    [
      'names its program as 0.5 does',
      deploy({ source: 'vendor', integrity: { checksum: CHECKSUM, signature: { type: 'cosign', identity: 'eve' } } }),
      { source: 'vendor', integrity: { checksum: CHECKSUM }, verified: true, signedBy: 'acme' },
    ],
    ['claims more', deploy({ source: 'native', checksum: CHECKSUM }), RAISED],
    [
      'names no program',
      deploy({ source: 'vendor' }),
      // Anybody who can change the program would be trusted with the document of another.
      { source: 'user', verified: true, signedBy: 'acme' },
    ],
  ])('that %s is trusted by the least of both', async (_what, document, trust) => {
    const { putSigned, list } = await prepare();
    const { text, bundle } = signed(document);
    await putSigned(text, bundle);
    expect(await list()).toStrictEqual([['deploy', trust, 'verified']]);
  });

  const LOW = { source: 'user', checksum: CHECKSUM };

  test('that was changed is trusted by its place, and the claim is one', async () => {
    const { putSigned, list, env } = await prepare();
    const { text, bundle } = signed(deploy());
    await putSigned(text.replace('A tool', 'Another tool'), bundle);
    const reason = 'It is the signature of something else (';
    const [[name, trust, state = ''] = []] = await list();
    expect([name, trust, state.slice(0, reason.length)]).toStrictEqual(['deploy', LOW, reason]);
    const [found] = (await listTools(env)).found;
    expect(found && describeClaims(found)).toBe('vendor');
  });

  test.each<[string, (setup: Awaited<ReturnType<typeof prepare>>) => Promise<unknown>, string]>([
    [
      'has a link for a signature',
      async ({ put, directory, data }) => {
        const { text, bundle } = signed(deploy());
        await put('deploy.json', text);
        await directory.write('bundle', bundle);
        await symlink(directory.at('bundle'), `${data}/tools/deploy.json.sigstore.json`);
      },
      'The file of its signature is a symbolic link.',
    ],
    [
      'is signed where nobody counts',
      async ({ putSigned, home }) => {
        const { text, bundle } = signed(deploy());
        await putSigned(text, bundle);
        await rm(`${home}/.config`, { recursive: true });
      },
      'It is signed, and no signer is configured here (signers).',
    ],
  ])('that %s is trusted by its place', async (_what, arrange, reason) => {
    const setup = await prepare();
    await arrange(setup);
    expect(await setup.list()).toStrictEqual([['deploy', LOW, reason]]);
  });

  test.each<[string, (directory: Awaited<ReturnType<typeof prepare>>['directory']) => Promise<unknown>, string]>([
    [
      'another program',
      (directory) => directory.script('bin/deploy', '#!/bin/sh\necho other\n'),
      'the program on the PATH does not have the digest that it names (trust.checksum).',
    ],
    [
      'a program that is not here',
      (directory) => rm(directory.at('bin/deploy')),
      'its program is not on the PATH, so that its digest cannot be compared.',
    ],
  ])('of %s is not raised, so that no line that an agent runs itself is judged by it', async (_what, arrange, why) => {
    const { putSigned, directory, env, bin, configuration } = await prepare();
    const reading = { ...EFFECTS, filesystem: { read: true, write: false, delete: false } };
    const { text, bundle } = signed({ ...deploy(), commands: { list: { description: 'Lists', effects: reading } } });
    await putSigned(text, bundle);
    const place = { ...env, PATH: bin };
    const decide = async () =>
      (await createLineJudge({ env: place, cwd: directory.path, configuration })('deploy list')).decision;
    expect(await decide()).toBe('allow');
    await arrange(directory);
    expect(await decide()).toBe('confirm');
    const [found] = (await listTools(place)).found;
    expect(found?.signature).toStrictEqual({
      state: 'verified',
      signedBy: 'acme',
      by: ACME.name,
      note: `The trust of its place stays: ${why}`,
    });
  });
});
