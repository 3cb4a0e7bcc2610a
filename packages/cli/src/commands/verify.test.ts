import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../../../node/src/testing/temporary-directory.ts';
import { createTestKeys, signWithKey } from '../../../node/src/testing/test-keys.ts';
import { digestOf } from '../../../node/src/files/read-bounded-file.ts';
import { runTestCli } from '../testing/run-test-cli.ts';

const PROGRAM = '#!/bin/sh\necho hi\n';
const TEXT = JSON.stringify({
  atip: { version: '0.4' },
  name: 'deploy',
  version: '1.0',
  description: 'Puts a release on the machines of a place',
  trust: { source: 'vendor', checksum: `sha256:${digestOf(PROGRAM)}` },
});
const ACME = createTestKeys();

/** A directory with a document, a public key, a home and a program on the PATH; the document in the home is signed. */
async function prepare() {
  const { path: cwd, at, write, script } = await createTemporaryDirectory();
  const tools = at('home/.local/share/agent-tools/tools');
  await script('bin/deploy', PROGRAM);
  for (const name of ['deploy.json', 'home/.local/share/agent-tools/tools/deploy.json']) await write(name, TEXT);
  await write('home/.local/share/agent-tools/tools/deploy.json.sigstore.json', signWithKey(TEXT, ACME));
  await write('release.pub', ACME.publicKey);
  const env = { PATH: at('bin'), HOME: at('home'), XDG_DATA_DIRS: '/nowhere', ATIP_SHIMS: 'off' };
  const atip = (args: string) => runTestCli(args.split(' '), { cwd, env });
  const signers = [{ name: 'acme', source: 'vendor', key: ACME.publicKey }];
  const believe = () => write('home/.config/agent-tools/config.json', JSON.stringify({ signers }), 0o600);
  return { tools, atip, believe };
}

const withoutKey = (text: string): string =>
  text.replaceAll(/key SHA256:[\w+/=]{44}/g, 'KEY').replaceAll(/\/tmp\/[^/ ]+/g, '');
const SAME = '  trust.checksum: verified, it is the digest of /bin/deploy.\n';

test('a signature is found, shown and verified by name once its signer is configured', async () => {
  const { atip, tools, believe } = await prepare();
  const stranger = await atip('verify deploy');
  expect([stranger.code, withoutKey(stranger.stdout)]).toStrictEqual([
    1,
    `deploy: not verified. It is signed, and no signer is configured here (signers).\n${SAME}`,
  ]);
  await believe();
  const known = await atip('verify deploy');
  expect([known.code, withoutKey(known.stdout)]).toStrictEqual([0, `deploy: verified, signed by acme (KEY)\n${SAME}`]);
  const shown = await atip('show deploy');
  const lines = withoutKey(shown.stdout).split('\n').slice(1, 3);
  expect(lines).toStrictEqual([
    `  described by ${withoutKey(tools)}/deploy.json (tools), trust vendor`,
    '  signed by acme (KEY)',
  ]);
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
  expect([code, stdout.split(': not verified. ')[1]?.split('\n')[0]]).toStrictEqual([1, reason]);
});
