import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
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

/** A directory with a document, a key pair, a home and a program on the PATH. */
async function prepare(type = 'p256') {
  const cwd = await mkdtemp(join(tmpdir(), 'atip-verify-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const tools = join(cwd, 'home/.local/share/agent-tools/tools');
  const configuration = join(cwd, 'home/.config/agent-tools');
  for (const directory of [tools, configuration, join(cwd, 'bin')]) await mkdir(directory, { recursive: true });
  await writeFile(join(cwd, 'bin/deploy'), PROGRAM);
  await chmod(join(cwd, 'bin/deploy'), 0o755);
  await writeFile(join(cwd, 'deploy.json'), JSON.stringify(DOCUMENT));
  const env = { PATH: join(cwd, 'bin'), HOME: join(cwd, 'home'), XDG_DATA_DIRS: '/nowhere', ATIP_SHIMS: 'off' };
  const atip = (args: string, more: Parameters<typeof runTestCli>[1] = {}) =>
    runTestCli(args.split(' '), { cwd, env, ...more });
  await atip(`sign --new-key release.key --type ${type}`);
  const believe = async () => {
    const key = await readFile(join(cwd, 'release.key.pub'), 'utf8');
    const signers = [{ name: 'acme', source: 'vendor', key }];
    await writeFile(join(configuration, 'config.json'), JSON.stringify({ signers }), { mode: 0o600 });
  };
  return { cwd, env, tools, atip, believe, read: (name: string) => readFile(join(cwd, name), 'utf8') };
}

const withoutKey = (text: string): string => text.replaceAll(/key SHA256:[\w+/=]{44}/g, 'KEY');

test.each(['p256', 'ed25519'])(
  'a document that was signed with a key of %s is verified, and a changed one is not',
  async (type) => {
    const { atip, cwd, read } = await prepare(type);
    expect((await stat(join(cwd, 'release.key'))).mode & 0o777).toBe(0o600);
    const signed = await atip('sign deploy.json --key release.key');
    expect([signed.code, withoutKey(signed.stderr)]).toStrictEqual([
      0,
      'deploy: signed with KEY, in deploy.json.sigstore.json\n',
    ]);
    const good = await atip('verify deploy.json --key release.key.pub');
    expect([good.code, withoutKey(good.stdout)]).toStrictEqual([0, 'deploy.json: verified, signed by the key (KEY)\n']);
    await writeFile(join(cwd, 'deploy.json'), (await read('deploy.json')).replace('Puts', 'Pulls'));
    const bad = await atip('verify deploy.json --key release.key.pub --json');
    expect([bad.code, JSON.parse(bad.stdout).verified]).toStrictEqual([1, false]);
    expect(JSON.parse(bad.stdout).reason).toMatch(/^It is the signature of something else \([0-9a-f]{12}…\)/);
  },
);

test('a key is never written over', async () => {
  const { atip, read } = await prepare();
  const before = await read('release.key');
  const again = await atip('sign --new-key release.key');
  expect([again.code, again.stderr]).toStrictEqual([
    5,
    'atip: The keys cannot be written; an existing file stays (EEXIST).\n',
  ]);
  expect(await read('release.key')).toBe(before);
});

test('an encrypted key takes its passphrase from the environment or a person, and no message has it', async () => {
  const { atip, env, read } = await prepare();
  const secret = { ...env, ATIP_KEY_PASSPHRASE: 'correct horse' };
  await atip('sign --new-key safe.key', { env: secret });
  expect(await read('safe.key')).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----/);
  const run = async (more: Parameters<typeof runTestCli>[1]) => {
    const { code, stderr } = await atip('sign deploy.json --key safe.key', more);
    return [code, withoutKey(stderr)];
  };
  const done = [0, 'deploy: signed with KEY, in deploy.json.sigstore.json\n'];
  const how = 'Set ATIP_KEY_PASSPHRASE, or sign at a terminal.\n';
  expect(await run({ env: secret })).toStrictEqual(done);
  expect(await run({ askHidden: async () => 'correct horse' })).toStrictEqual(done);
  expect(await run({})).toStrictEqual([1, `atip: The key is encrypted, and there is no passphrase. ${how}`]);
  expect(await run({ askHidden: async () => 'wrong' })).toStrictEqual([
    1,
    `atip: The key cannot be read with this passphrase. ${how}`,
  ]);
});

test('the bytes to sign are the canonical form, and nothing else', async () => {
  const { atip } = await prepare();
  const { code, stdout } = await atip('sign --canonical deploy.json');
  expect([code, stdout]).toStrictEqual([
    0,
    `{"atip":{"version":"0.4"},"description":"Puts a release on the machines of a place","name":"deploy","trust":{"checksum":"${CHECKSUM}","source":"vendor"},"version":"1.0"}`,
  ]);
});

test('an embedded signature is found, shown and verified by name once its signer is configured', async () => {
  const { atip, tools, believe } = await prepare();
  await atip(`sign deploy.json --key release.key --embed --output ${tools}/deploy.json`);
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
  ['verify deploy.json --key a --identity b --issuer c', 'Name a key or an identity, not both.'],
  ['verify deploy.json --trust-root a', '--trust-root needs --key, or --identity and --issuer.'],
  ['sign deploy.json', 'Give --key, --canonical or --new-key.'],
  ['sign deploy.json --key a --canonical', 'Give --key, --canonical or --new-key.'],
])('atip %s is wrong usage', async (args, message) => {
  const { atip } = await prepare();
  const { code, stderr } = await atip(args);
  expect([code, stderr]).toStrictEqual([2, `atip: ${message}\n`]);
});

test.each([
  ['verify deploy.json --key release.key.pub', 'There is no signature: neither beside it, nor in its attestation.'],
  ['verify deploy.json --key release.key.pub --signature nowhere', 'There is no such file with a signature.'],
  ['verify deploy --provenance nowhere --key release.key.pub', 'There is no such file with a signature.'],
  ['verify nobody --provenance deploy.json', 'No program called "nobody" is on the PATH.'],
])('atip %s ends with 1 and the reason', async (args, reason) => {
  const { atip } = await prepare();
  const { code, stdout } = await atip(args);
  expect([code, stdout.split(': not verified. ')[1]]).toStrictEqual([1, `${reason}\n`]);
});

test('a document that is not valid, or has two meanings, is not signed', async () => {
  const { atip, cwd } = await prepare();
  await writeFile(
    join(cwd, 'two.json'),
    '{"atip":{"version":"0.4"},"name":"two","version":"1","version":"1","description":"D"}',
  );
  const { code, stderr } = await atip('sign two.json --key release.key');
  expect([code, stderr]).toStrictEqual([
    1,
    'atip: It has no canonical form. The key "version" appears more than once in this object; only the last one counts, remove the others.\n',
  ]);
  await writeFile(join(cwd, 'bad.json'), '{}');
  expect((await atip('sign bad.json --key release.key')).code).toBe(1);
});

test('a registry is signed by a key, and may expire', async () => {
  const { atip, read } = await prepare();
  expect((await atip('registry out deploy.json --key release.key --expires 2100-01-31')).code).toBe(0);
  const { version, expires } = JSON.parse(await read('out/index.json'));
  expect([version, expires]).toStrictEqual([1, '2100-01-31T00:00:00.000Z']);
  expect(JSON.parse(await read('out/index.json.sigstore.json')).mediaType).toBe(
    'application/vnd.dev.sigstore.bundle.v0.3+json',
  );
  const { code, stderr } = await atip('registry out deploy.json --expires 2100-01-31');
  expect([code, stderr]).toStrictEqual([
    2,
    'deploy.json: 1 hint\natip: --expires needs --key: only a signed index can expire.\n',
  ]);
});
