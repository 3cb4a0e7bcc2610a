import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { loadRegistry, EMPTY_REGISTRY, MAX_REGISTRY_BYTES, type RegistryEntry } from './registry.ts';
import { updateRegistry, upsertEntries } from './save-registry.ts';
import { distScript } from '../testing/dist-script.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';

const NOW = '2026-11-22T03:04:05.678Z';
const now = new Date(NOW);

function entry(change: Partial<RegistryEntry> = {}): RegistryEntry {
  return {
    name: 'gh',
    path: '/usr/bin/gh',
    foundAs: '/usr/local/bin/gh',
    hash: `sha256:${'a'.repeat(64)}`,
    stamp: '1:2:3',
    source: 'native',
    document: '/data/tools/gh.json',
    discoveredAt: '2026-01-02T03:04:05Z',
    verifiedAt: '2026-01-02T03:04:05.678Z',
    ...change,
  };
}

async function prepare(): Promise<{ readonly directory: string; readonly path: string }> {
  const { path: directory } = await createTemporaryDirectory();
  return { directory, path: join(directory, 'registry.json') };
}

const write = (path: string, tools: readonly unknown[], more: object = {}): Promise<void> =>
  writeFile(path, JSON.stringify({ version: '1', updatedAt: NOW, tools, ...more }));

test('a missing file is a registry without tools, and the first writer makes its directories', async () => {
  const { directory } = await prepare();
  const path = join(directory, 'a', 'b', 'registry.json');
  expect(await loadRegistry(path)).toStrictEqual({ registry: EMPTY_REGISTRY, dropped: 0 });
  const expected = { version: '1', updatedAt: NOW, tools: [entry()] };
  expect(await updateRegistry(path, (old) => upsertEntries(old, [entry()]), now)).toStrictEqual(expected);
  expect(await loadRegistry(path)).toStrictEqual({ registry: expected, dropped: 0 });
  expect((await stat(join(directory, 'a'))).mode & 0o777).toBe(0o700);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('fields of the registry and of entries that nobody here knows survive a rewrite', async () => {
  const { path } = await prepare();
  await write(path, [{ ...entry(), colour: 'red' }], { note: { a: 1 } });
  await updateRegistry(path, (old) => upsertEntries(old, [entry({ stamp: '9' })]), now);
  expect(JSON.parse(await readFile(path, 'utf8'))).toStrictEqual({
    note: { a: 1 },
    version: '1',
    updatedAt: NOW,
    tools: [{ ...entry({ stamp: '9' }), colour: 'red' }],
  });
});

test.each<[string, unknown]>([
  ['entry', null],
  ['name', entry({ name: 'x'.repeat(257) })],
  ['name', entry({ name: 'g\u001b[2Jh' })],
  ['path', entry({ path: 'bin/gh' })],
  ['hash', entry({ hash: `sha256:${'A'.repeat(64)}` })],
  ['stamp', entry({ stamp: 'x' })],
  ['source', { ...entry(), source: 'NATIVE' }],
  ['discoveredAt', entry({ discoveredAt: '2026-13-02T03:04:05Z' })],
])('an entry with a wrong %s is left out, alone (%#)', async (_field, bad) => {
  const { path } = await prepare();
  await write(path, [entry(), bad, entry({ path: '/bin/other' })]);
  const { registry, dropped, problem } = await loadRegistry(path);
  expect(registry.tools).toStrictEqual([entry(), entry({ path: '/bin/other' })]);
  expect(dropped).toBe(1);
  expect(problem).toBe(undefined);
});

test('entries of other implementations stay in the file; a damaged one of ours goes when the program is found again', async () => {
  const { path } = await prepare();
  const theirs = { name: 'kubectl', path: '/usr/bin/kubectl', source: 'native', theirs: { deep: [1] } };
  const damaged = entry({ stamp: '' });
  await write(path, [theirs, damaged, 7]);
  await updateRegistry(path, (registry) => registry, now);
  const { tools } = JSON.parse(await readFile(path, 'utf8'));
  expect(tools).toStrictEqual([theirs, damaged]);
  await updateRegistry(path, (registry) => upsertEntries(registry, [entry()]), now);
  expect(JSON.parse(await readFile(path, 'utf8')).tools).toStrictEqual([entry(), theirs]);
});

test.each<[string, string | Uint8Array]>([
  [
    'nested too deep to be written',
    `{"version":"1","updatedAt":"2026-01-01T00:00:00.000Z","tools":[],"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  ],
  ['bytes that are no UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
  ['another version', '{"version":"0","tools":[]}'],
  ['too much', ' '.repeat(MAX_REGISTRY_BYTES + 1)],
])('%s is corrupt: a reader says so, a writer sets it aside and begins anew', async (_what, content) => {
  const { directory, path } = await prepare();
  await writeFile(path, content);
  const { registry, problem } = await loadRegistry(path);
  expect([registry, problem?.code]).toStrictEqual([EMPTY_REGISTRY, 'corrupt']);
  await updateRegistry(path, (old) => upsertEntries(old, [entry()]), now);
  const setAside = `${path}.corrupt-2026-11-22T030405.678Z`;
  expect((await readFile(setAside)).equals(Buffer.from(content))).toBe(true);
  expect((await readdir(directory)).length).toBe(3);
  expect((await loadRegistry(path)).registry.tools).toStrictEqual([entry()]);
});

test.each([
  ['REGISTRY_NEWER_VERSION', 'newer-version', (path: string) => writeFile(path, '{"version":"2","tools":7}')],
  ['REGISTRY_NEWER_VERSION', 'newer-version', (path: string) => writeFile(path, '{"version":"1.1","tools":[]}')],
  ['REGISTRY_UNREADABLE', 'unreadable', (path: string) => mkdir(path)],
] as const)('a writer refuses with %s what is %s, and leaves it as it is', async (code, problem, make) => {
  const { directory, path } = await prepare();
  await make(path);
  expect((await loadRegistry(path)).problem?.code).toBe(problem);
  await expect(updateRegistry(path, () => EMPTY_REGISTRY)).rejects.toMatchObject({ name: 'RegistryError', code });
  expect((await readdir(directory)).sort()).toStrictEqual(['registry.json', 'registry.json.lock']);
});

test('more than 16 MiB is not written, and the file stays', async () => {
  const { path } = await prepare();
  await write(path, [entry()]);
  const tools = Array.from({ length: 2100 }, () => entry({ path: `/${'x'.repeat(8000)}` }));
  const updating = updateRegistry(path, () => ({ ...EMPTY_REGISTRY, tools }));
  await expect(updating).rejects.toThrow(/bytes; 16777216 are allowed/);
  expect((await loadRegistry(path)).registry.tools).toStrictEqual([entry()]);
});

test('a corrupt file is put back when the new one cannot be written', async () => {
  const { directory, path } = await prepare();
  const corrupt = `${'x'.repeat(100)}`;
  await writeFile(path, corrupt);
  const script = distScript(
    directory,
    `import { updateRegistry } from './documents/save-registry.ts';
     const more = { filler: 'x'.repeat(100_000) };
     await updateRegistry(process.argv[2], (old) => ({ ...old, ...more })).catch(({ code }) => console.log(code));`,
  );
  // Files of this shell's children may have 64 KiB, as if the disk were full; the signal that says so is ignored.
  const limited = 'trap "" XFSZ; ulimit -f 64; exec "$0" "$@"';
  const { stdout } = await promisify(execFile)('bash', ['-c', limited, process.execPath, script, path]);
  expect(stdout).toBe('EFBIG\n');
  expect(await readFile(path, 'utf8')).toBe(corrupt);
  expect((await readdir(directory)).sort()).toStrictEqual(['registry.json', 'registry.json.lock', 'script.mjs']);
});

test.each<[string, readonly RegistryEntry[], readonly RegistryEntry[]]>([
  [
    'the same path and hash keeps the time of its discovery',
    [entry({ discoveredAt: NOW, stamp: '5' })],
    [entry({ stamp: '5' })],
  ],
  [
    'the same path and another hash is another tool in its place',
    [entry({ hash: `sha256:${'b'.repeat(64)}`, discoveredAt: NOW })],
    [entry({ hash: `sha256:${'b'.repeat(64)}`, discoveredAt: NOW })],
  ],
])('%s', (_what, added, expected) => {
  const before = { ...EMPTY_REGISTRY, tools: [entry()] };
  expect(upsertEntries(before, added).tools).toStrictEqual(expected);
  expect(before.tools).toStrictEqual([entry()]);
});
