import { createPrivateKey } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeRegistry } from '../remote/write-registry.ts';
import { startTestRegistry } from '../testing/registry-server.ts';
import { createTestMachine, describing, OPEN_SANDBOX } from '../testing/test-machine.ts';
import { embedSignature, newKeys, signDocument } from '../trust/sign-document.ts';
import { listTools } from './list-tools.ts';

const [ACME, EVE] = [newKeys('p256', undefined), newKeys('ed25519', undefined)];
const INDEX = ['index.json', 'index.json.sigstore.json'];

/** A machine that wants its registry signed by acme, with a program that only the registry describes. */
async function prepare({ isSigned = true } = {}) {
  const { directory, bin, home, env: own, scan } = await createTestMachine(OPEN_SANDBOX);
  const server = await startTestRegistry();
  onTestFinished(server.stop);
  const signers = [{ name: 'acme', source: 'org', key: ACME.publicKey, registry: `${server.url}/` }];
  const file = await directory.write('home/.config/agent-tools/config.json', JSON.stringify({ signers }), 0o600);
  if (!isSigned) await rm(file);
  await directory.script('bin/quiet', '#!/bin/sh\nexit 2\n');
  const env = { ...own, PATH: bin, ATIP_REGISTRY: server.url };
  const written = directory.at('registry');
  /** Writes and serves a registry with one tool. */
  const publish = async (version: string, { privateKey } = ACME, more: object = {}, expires?: string) => {
    const document = JSON.stringify(describing('quiet', { version, ...more }));
    const key = createPrivateKey(privateKey);
    await writeRegistry([JSON.parse(document)], written, { key, ...(expires !== undefined && { expires }) });
    await serve();
  };
  const serve = async (): Promise<void> => {
    for (const name of INDEX) server.set(name, await readFile(join(written, name), 'utf8'));
    const { tools } = JSON.parse(await readFile(join(written, 'index.json'), 'utf8'));
    const path = `sha256/${tools.quiet.sha256}.json`;
    server.set(path, await readFile(join(written, path), 'utf8'));
  };
  /** The version of the tool that is known after a scan, and what was said. */
  const known = async () => {
    const { scan: result } = await scan({ env });
    const reasons = result.skipped.map(({ reason }) => reason);
    return { version: result.found.map(({ tool }) => tool.version), reasons };
  };
  const list = async () => {
    const { found, skipped } = await listTools(env);
    return { version: found.map(({ tool }) => tool.version), reasons: skipped.map(({ reason }) => reason) };
  };
  return { server, directory, home, env, written, publish, serve, known, list };
}

const KEPT = 'Its earlier documents stay in use.';

test('a signed index counts, its version goes up with each change, and the same tools are the same bytes', async () => {
  const { publish, known, list, written } = await prepare();
  await publish('1');
  const first = await readFile(join(written, 'index.json.sigstore.json'), 'utf8');
  await publish('1');
  expect(await readFile(join(written, 'index.json.sigstore.json'), 'utf8')).toBe(first);
  expect(await known()).toStrictEqual({ version: ['1'], reasons: [] });
  const second = newKeys('ed25519', undefined);
  await publish('1', second);
  expect(await readFile(join(written, 'index.json.sigstore.json'), 'utf8')).not.toBe(first);
  await publish('2');
  expect(JSON.parse(await readFile(join(written, 'index.json'), 'utf8')).version).toBe(2);
  expect(await known()).toStrictEqual({ version: ['2'], reasons: [] });
  expect(await list()).toStrictEqual({ version: ['2'], reasons: [] });
});

test.each<[string, (setup: Awaited<ReturnType<typeof prepare>>) => Promise<void> | void, string]>([
  [
    'is not signed',
    ({ server }) => server.set('index.json.sigstore.json', undefined),
    'Its index is to be signed, and index.json.sigstore.json cannot be had. It answers with status 404.',
  ],
  [
    'is signed by somebody else',
    async ({ written, serve }) => {
      const text = await readFile(join(written, 'index.json'), 'utf8');
      const signed = signDocument(text, createPrivateKey(EVE.privateKey));
      if ('bundle' in signed) await writeFile(join(written, 'index.json.sigstore.json'), signed.bundle);
      await serve();
    },
    'Its index is refused. The signature is not that of key',
  ],
  [
    'was changed',
    async ({ server, written }) =>
      server.set('index.json', (await readFile(join(written, 'index.json'), 'utf8')).replace('A tool', 'Another')),
    'Its index is refused. It is the signature of something else',
  ],
  [
    'has a tool twice',
    async ({ server, written }) =>
      server.set(
        'index.json',
        (await readFile(join(written, 'index.json'), 'utf8')).replace('"tools"', '"tools":{},"tools"'),
      ),
    'Its index is refused. It has no canonical form. The key "tools" appears more than once',
  ],
])('an index that %s is refused, and what was taken before stays', async (_what, forge, reason) => {
  const setup = await prepare();
  await setup.publish('1');
  await setup.known();
  await setup.publish('2');
  await forge(setup);
  const { version, reasons } = await setup.known();
  expect([version, reasons.length]).toStrictEqual([['1'], 1]);
  expect(reasons[0]?.slice(0, reason.length)).toBe(reason);
  expect(reasons[0]?.slice(-KEPT.length)).toBe(KEPT);
});

test('an index that goes back is refused, also with an empty cache', async () => {
  const { server, publish, known, home, written } = await prepare();
  await publish('1');
  const old = await Promise.all(INDEX.map((name) => readFile(join(written, name), 'utf8')));
  const path =
    Object.values<{ sha256: string }>(JSON.parse(old[0] ?? '').tools).map(({ sha256 }) => `sha256/${sha256}.json`)[0] ??
    '';
  const document = await readFile(join(written, path), 'utf8');
  await publish('2');
  expect((await known()).version).toStrictEqual(['2']);
  for (const [at, name] of INDEX.entries()) server.set(name, old[at]);
  server.set(path, document);
  const back = 'Its index is refused. It goes back: it has version 1, and version 2 was seen before.';
  expect(await known()).toStrictEqual({ version: ['2'], reasons: [`${back} ${KEPT}`] });
  await rm(`${home}/.cache`, { recursive: true });
  expect(await known()).toStrictEqual({ version: [], reasons: [`${back} No earlier document of it exists.`] });
});

test('without a signer a version that goes back counts, and is said', async () => {
  const { server, publish, known, serve, written, directory } = await prepare({ isSigned: false });
  await publish('1');
  const old = await readFile(join(written, 'index.json'), 'utf8');
  await publish('2');
  await known();
  await rm(directory.at('registry'), { recursive: true });
  await publish('1');
  await serve();
  expect(await known()).toStrictEqual({
    version: ['1'],
    reasons: ['It goes back: it has version 1, and version 2 was seen before.'],
  });
  expect(old).toBe(await readFile(join(written, 'index.json'), 'utf8'));
  expect(server.requests.filter((request) => request.includes('sigstore'))).toStrictEqual([]);
});

test('another index of a version that was seen is refused', async () => {
  const { publish, known, directory } = await prepare();
  await publish('1');
  await known();
  await rm(directory.at('registry'), { recursive: true });
  await publish('2');
  expect(await known()).toStrictEqual({
    version: ['1'],
    reasons: [`Its index is refused. It is another one than was seen before with the same version, 1. ${KEPT}`],
  });
});

test('an index that has expired is refused', async () => {
  const { publish, known } = await prepare();
  // The scans of this machine are in January 2026.
  await publish('1', ACME, {}, '2026-01-01T00:00:00.000Z');
  expect(await known()).toStrictEqual({
    version: [],
    reasons: ['Its index is refused. It expired (2026-01-01T00:00:00.000Z). No earlier document of it exists.'],
  });
  await publish('1', ACME, {}, '2026-01-03T00:00:00.000Z');
  expect(await known()).toStrictEqual({ version: ['1'], reasons: [] });
});

test('what was taken before somebody had to sign counts no longer', async () => {
  const { publish, known, list, env } = await prepare({ isSigned: false });
  await publish('1');
  await known();
  expect((await list()).version).toStrictEqual(['1']);
  const { found, skipped } = await listTools({ ...env, ATIP_REGISTRY_KEY: ACME.publicKey });
  expect([found, skipped.map(({ reason }) => reason)]).toStrictEqual([
    [],
    ['It has to be signed by now, and was not when it was asked. Discover again.'],
  ]);
});

test('a document of a registry that has to be signed is left out when its own signature is wrong', async () => {
  const { publish, known } = await prepare();
  const document = JSON.stringify(describing('quiet', { version: '1', trust: { source: 'vendor' } }));
  const signed = signDocument(document, createPrivateKey(EVE.privateKey));
  if ('problem' in signed) throw new Error(signed.problem);
  const { trust } = JSON.parse(embedSignature(document, signed.bundle));
  await publish('1', ACME, { trust });
  const { version, reasons } = await known();
  expect([version, reasons.map((reason) => reason.slice(0, 56))]).toStrictEqual([
    [],
    ['Its signature does not count. The signature is not that '],
  ]);
});

test('memory that cannot be read refuses a signed index', async () => {
  const { publish, known, directory } = await prepare();
  await directory.write('home/.local/state/agent-tools/registry-versions.json', '{"x":1}', 0o600);
  await publish('1');
  const { version, reasons } = await known();
  expect([version, reasons.map((reason) => reason.slice(0, 98))]).toStrictEqual([
    [],
    ['Its index is refused. The versions of registries that were seen before cannot be read; look at "/t'],
  ]);
});

test('a signed registry is not written over by an unsigned one', async () => {
  const { publish, written } = await prepare();
  await publish('1');
  await expect(writeRegistry([describing('quiet')], written)).rejects.toThrow(
    `The registry is signed (${written}/index.json.sigstore.json); sign it again with --key.`,
  );
});
