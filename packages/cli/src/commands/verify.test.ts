import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runTestCli } from '../testing/run-test-cli.ts';

const PROGRAM = '#!/bin/sh\necho hi\n';
const CHECKSUM = `sha256:${createHash('sha256').update(PROGRAM).digest('hex')}`;
const DOCUMENT = {
  atip: { version: '0.4' },
  name: 'deploy',
  version: '1.0',
  description: 'Puts a release on the machines of a place',
  trust: { source: 'vendor', checksum: CHECKSUM },
};

const TEXT = JSON.stringify(DOCUMENT);

/** A bundle over a text, like `cosign sign-blob --key`, and the public key. */
function signed(text: string): { readonly bundle: string; readonly key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const bundle = {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { publicKey: { hint: 'x' }, tlogEntries: [] },
    messageSignature: {
      messageDigest: { algorithm: 'SHA2_256', digest: createHash('sha256').update(text).digest('base64') },
      signature: sign('sha256', Buffer.from(text), privateKey).toString('base64'),
    },
  };
  return { bundle: JSON.stringify(bundle), key: String(publicKey.export({ format: 'pem', type: 'spki' })) };
}

/** A directory with a document, a public key, a home and a program on the PATH; the document in the home is signed. */
async function prepare() {
  const cwd = await mkdtemp(join(tmpdir(), 'atip-verify-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const tools = join(cwd, 'home/.local/share/agent-tools/tools');
  const configuration = join(cwd, 'home/.config/agent-tools');
  for (const directory of [tools, configuration, join(cwd, 'bin')]) await mkdir(directory, { recursive: true });
  await writeFile(join(cwd, 'bin/deploy'), PROGRAM);
  await chmod(join(cwd, 'bin/deploy'), 0o755);
  const { bundle, key } = signed(TEXT);
  for (const place of [cwd, tools]) await writeFile(join(place, 'deploy.json'), TEXT);
  await writeFile(join(tools, 'deploy.json.sigstore.json'), bundle);
  await writeFile(join(cwd, 'release.pub'), key);
  const env = { PATH: join(cwd, 'bin'), HOME: join(cwd, 'home'), XDG_DATA_DIRS: '/nowhere', ATIP_SHIMS: 'off' };
  const atip = (args: string) => runTestCli(args.split(' '), { cwd, env });
  const believe = async () => {
    const signers = [{ name: 'acme', source: 'vendor', key }];
    await writeFile(join(configuration, 'config.json'), JSON.stringify({ signers }), { mode: 0o600 });
  };
  return { cwd, tools, atip, believe };
}

const withoutKey = (text: string): string => text.replaceAll(/key SHA256:[\w+/=]{44}/g, 'KEY');

test('a signature is found, shown and verified by name once its signer is configured', async () => {
  const { atip, tools, believe } = await prepare();
  const stranger = await atip('verify deploy');
  expect([stranger.code, stranger.stdout]).toStrictEqual([
    1,
    'deploy: not verified. It is signed, and no signer is configured here (signers).\n',
  ]);
  await believe();
  const known = await atip('verify deploy');
  expect([known.code, withoutKey(known.stdout)]).toStrictEqual([0, 'deploy: verified, signed by acme (KEY)\n']);
  const shown = await atip('show deploy');
  const lines = withoutKey(shown.stdout).split('\n').slice(1, 3);
  expect(lines).toStrictEqual([`  described by ${tools}/deploy.json (tools), trust vendor`, '  signed by acme (KEY)']);
  const { tools: list } = JSON.parse((await atip('list --json')).stdout);
  expect([list[0].trust, list[0].signature.state]).toStrictEqual(['vendor', 'verified']);
  const checked = await atip(`validate ${tools}/deploy.json --json`);
  expect(
    JSON.parse(checked.stdout)[0].issues.map(({ code, severity }: Record<string, string>) => [code, severity]),
  ).toStrictEqual([
    ['no-commands', 'info'],
    ['signature', 'info'],
  ]);
});

test.each([
  ['verify deploy.json --identity me', '--identity and --issuer go together: any issuer can vouch for a name.'],
  ['verify deploy.json --trust-root a', '--trust-root needs --key, or --identity and --issuer.'],
])('atip %s is wrong usage', async (args, message) => {
  const { atip } = await prepare();
  const { code, stderr } = await atip(args);
  expect([code, stderr]).toStrictEqual([2, `atip: ${message}\n`]);
});

test.each([
  ['verify deploy.json --key release.pub', 'There is no signature beside it.'],
  ['verify nobody --provenance deploy.json', 'No program called "nobody" is on the PATH.'],
])('atip %s ends with 1 and the reason', async (args, reason) => {
  const { atip } = await prepare();
  const { code, stdout } = await atip(args);
  expect([code, stdout.split(': not verified. ')[1]]).toStrictEqual([1, `${reason}\n`]);
});
