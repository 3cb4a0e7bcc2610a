import { appendFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTestRegistry } from '../testing/registry-server.ts';
import { createTestMachine, OPEN_SANDBOX } from '../testing/test-machine.ts';
import { listTools } from './list-tools.ts';
import type { ScanSettings } from './scan-tools.ts';

const document = (name: string, more: object = {}): string =>
  JSON.stringify({ atip: { version: '0.4' }, name, version: '1', description: 'By the registry', ...more });
const QUIET = '#!/bin/sh\nexit 2\n';

/** A machine with the program `quiet`, which says nothing of itself, and a registry that describes it. */
async function prepare() {
  const { directory, bin, home, env: own, scan: scanMachine } = await createTestMachine(OPEN_SANDBOX);
  const server = await startTestRegistry();
  onTestFinished(server.stop);
  const env = { ...own, PATH: bin };
  const asking = { ...env, ATIP_REGISTRY: server.url };
  const script = (name: string, text = QUIET) => directory.script(`bin/${name}`, text);
  await script('quiet');
  server.publish({ quiet: document('quiet') });
  const scan = async (settings: Partial<ScanSettings> = {}) => {
    const done = await scanMachine({ env: asking, ...settings });
    return { registry: done.registry, ...brief(done.scan) };
  };
  const list = async (more: Record<string, string> = {}) => brief(await listTools({ ...env, ...more }));
  const cache = join(home, '.cache/agent-tools/remote');
  const host = new URL(server.url).host;
  return { server, env, asking, home, bin, script, scan, list, cache, host };
}

function brief({ found, skipped }: Awaited<ReturnType<typeof listTools>>) {
  return {
    found: found.map(({ tool: { name, description }, origin }) => [name, description, origin]),
    skipped: skipped.map(({ code, reason }) => [code, reason]),
  };
}

test('a program that nobody describes is described by the registry, and known without it from then on', async () => {
  const { server, scan, list, host } = await prepare();
  const found = [['quiet', 'By the registry', `registry:${host}`]];
  const report = { url: server.url, host, index: 'fetched', tools: 1, fetched: 1 };
  expect(await scan()).toStrictEqual({ registry: report, found, skipped: [] });
  expect(await list()).toStrictEqual({ found, skipped: [] });
  expect(await scan()).toMatchObject({ registry: { ...report, fetched: 0 }, found });
  expect(server.requests.map((request) => request.replace(/[0-9a-f]{8,}/, 'HEX'))).toStrictEqual([
    'GET index.json',
    'GET sha256/HEX.json',
    'GET index.json',
  ]);
});

test('without an address nothing is fetched; with another or off, what was taken does not count', async () => {
  const { server, scan, list, env } = await prepare();
  expect(await scan({ env })).toStrictEqual({ registry: undefined, found: [], skipped: [] });
  expect(server.requests).toStrictEqual([]);
  await scan();
  const { length } = server.requests;
  expect((await scan({ env })).found).toHaveLength(1);
  expect((await list({ ATIP_REGISTRY: server.url })).found).toHaveLength(1);
  expect(await list({ ATIP_REGISTRY: 'https://other.example' })).toStrictEqual({ found: [], skipped: [] });
  expect(await list({ ATIP_REGISTRY: 'off' })).toStrictEqual({ found: [], skipped: [] });
  expect((await list({ ATIP_REGISTRY: 'http://other.example' })).skipped[0]?.[0]).toBe('registry-address');
  expect((await scan({ registry: 'http://other.example' })).skipped[0]?.[0]).toBe('registry-address');
  expect((await list()).found).toHaveLength(1);
  expect(await scan({ registry: 'off' })).toStrictEqual({ registry: undefined, found: [], skipped: [] });
  expect(await list()).toStrictEqual({ found: [], skipped: [] });
  expect(server.requests).toHaveLength(length);
});

test('what the program, the user or we say of it stays, and no other name appears', async () => {
  const { server, scan, script, home, bin, list } = await prepare();
  const answer = document('spoken', { description: 'By itself' });
  await script('spoken', `#!/bin/sh\n[ "$1" = --agent ] && echo '${answer}'\n`);
  await script('broken', '#!/bin/sh\n# --agent\nexit 2\n');
  for (const name of ['mine', 'unreadable', 'jq']) await script(name);
  const tools = join(home, '.local/share/agent-tools/tools');
  await mkdir(tools, { recursive: true });
  await writeFile(join(tools, 'mine.json'), document('mine', { description: 'By me' }));
  await writeFile(join(tools, 'unreadable.json'), '{');
  const names = ['spoken', 'broken', 'mine', 'unreadable', 'jq', 'absent', 'quiet'];
  server.publish(Object.fromEntries(names.map((name) => [name, document(name)])));
  const env = { PATH: bin, HOME: home, XDG_DATA_DIRS: '/nowhere', ATIP_REGISTRY: server.url };
  const expected = ['By itself', 'By me', 'By the registry'];
  const { found } = await scan({ env });
  expect(found.filter(([name]) => name !== 'jq').map(([, description]) => description)).toStrictEqual(expected);
  expect(found.find(([name]) => name === 'jq')?.[2]).toBe('bundled');
  expect(server.requests).toHaveLength(2);
  await writeFile(join(tools, 'quiet.json'), document('quiet', { description: 'By me' }));
  const listed = (await list()).found.filter(([name]) => name === 'quiet');
  expect(listed).toStrictEqual([['quiet', 'By me', 'tools']]);
  await writeFile(join(tools, 'quiet.json'), '{');
  expect((await list()).found.map(([name]) => name)).toStrictEqual(['spoken', 'mine']);
});

test('another program under its name is another program: the description waits for the next scan', async () => {
  const { scan, list, bin, script } = await prepare();
  await scan();
  await appendFile(join(bin, 'quiet'), '# more\n');
  const reason = 'It was replaced since a registry was asked about it. Discover again.';
  expect(await list()).toStrictEqual({ found: [], skipped: [['changed', reason]] });
  expect((await scan()).found).toHaveLength(1);
  expect((await list()).found).toHaveLength(1);
  await script('quiet', `#!/bin/sh\n[ "$1" = --agent ] && echo '${document('quiet', { description: 'By itself' })}'\n`);
  expect((await scan()).found.map(([, description]) => description)).toStrictEqual(['By itself']);
  await rm(join(bin, 'quiet'));
  expect((await scan()).found).toStrictEqual([]);
});

test('what a document claims of its trust and safety is lowered before anybody sees it', async () => {
  const { server, scan, env } = await prepare();
  const claims = { trust: { source: 'native', verified: true }, effects: { network: true, destructive: false } };
  server.publish({ quiet: document('quiet', claims) });
  await scan();
  const [found] = (await listTools(env)).found;
  expect([found?.tool.trust, found?.tool.effects]).toStrictEqual([{ source: 'community' }, { network: true }]);
});

const LEFT_OUT = [
  ['a wrong digest', document('quiet', { description: 'Another' }), /Its bytes are not those of the digest/],
  ['a missing file', undefined, /It answers with status 404/],
  ['more bytes than the index says', `${document('quiet')}${' '.repeat(50)}`, /It is larger than \d+ bytes/],
] as const;
test.each(LEFT_OUT)('%s in place of a document is left out, and said', async (_what, text, reason) => {
  const { server, scan, list } = await prepare();
  const asked = document('quiet', { description: 'As it was published' });
  server.publish({ quiet: asked });
  const path = (await (await fetch(`${server.url}/index.json`)).text()).match(/[0-9a-f]{64}/)?.[0];
  server.set(`sha256/${path}.json`, text);
  const { found, skipped } = await scan();
  expect(found).toStrictEqual([]);
  expect(skipped).toStrictEqual([['registry-document', expect.stringMatching(reason)]]);
  expect(await list()).toStrictEqual({ found: [], skipped: [] });
});

test.each([
  ['of another tool', document('rm'), 'name-mismatch'],
  ['that is not valid', '{"atip":"0.4","name":"quiet"}', 'invalid-metadata'],
  ['with hidden text', document('quiet', { description: 'Fine\u{E0041}\u{E0042}' }), 'hidden-characters'],
  ['with a byte order mark', `\uFEFF${document('quiet')}`, 'registry-document'],
])('a document %s is left out although its digest is right', async (_what, text, code) => {
  const { server, scan, list } = await prepare();
  server.publish({ quiet: text });
  const { found, skipped } = await scan();
  expect(found).toStrictEqual([]);
  expect(skipped.map(([one]) => one)).toStrictEqual([code]);
  expect((await list()).found).toStrictEqual([]);
});

test('with nothing kept discovery goes on without the registry, and says so', async () => {
  const { server, scan, script } = await prepare();
  await script('spoken', `#!/bin/sh\n[ "$1" = --agent ] && echo '${document('spoken')}'\n`);
  await server.stop();
  const { found, skipped, registry } = await scan();
  expect(found.map(([name]) => name)).toStrictEqual(['spoken']);
  const reason = 'It cannot be reached or read (ECONNREFUSED). No earlier document of it exists.';
  expect(skipped).toStrictEqual([['registry-unreadable', reason]]);
  expect(registry).toMatchObject({ index: 'unreadable', tools: 0 });
});

test('without the registry what was taken counts', async () => {
  const { server, scan, host } = await prepare();
  await scan();
  await server.stop();
  const { registry, found, skipped } = await scan();
  expect(registry).toStrictEqual({ url: server.url, host, index: 'unreadable', tools: 1, fetched: 0 });
  expect(found.map(([name]) => name)).toStrictEqual(['quiet']);
  const reason = /^It cannot be reached or read \(\w+\)\. Its earlier documents stay in use\.$/;
  expect(skipped).toStrictEqual([['registry-unreadable', expect.stringMatching(reason)]]);
});

test('a damaged cache is thrown away and fetched again', async () => {
  const { scan, list, cache } = await prepare();
  await scan();
  const path = join(cache, 'taken.json');
  const whole = await readFile(path, 'utf8');
  for (const damage of ['', '{', 'null', whole.replace('By the', 'By thy')]) {
    await writeFile(path, damage);
    expect((await list()).found).toHaveLength(0);
    const { found, skipped } = await scan();
    expect([found.length, skipped]).toStrictEqual([1, []]);
    expect((await list()).found).toHaveLength(1);
  }
});

test('an index that changes is followed; where the new document cannot be had, the earlier one stays', async () => {
  const { server, scan, list } = await prepare();
  await scan();
  server.publish({ quiet: document('quiet', { description: 'Newer' }) });
  const sha256 = /[0-9a-f]{64}/.exec(await (await fetch(`${server.url}/index.json`)).text())?.[0];
  server.set(`sha256/${sha256}.json`, undefined);
  const { found, skipped } = await scan();
  expect([found[0]?.[1], skipped[0]?.[0]]).toStrictEqual(['By the registry', 'registry-document']);
  server.publish({ quiet: document('quiet', { description: 'Newer' }) });
  expect((await scan()).found[0]?.[1]).toBe('Newer');
  server.publish({});
  expect((await scan()).found).toStrictEqual([]);
  expect((await list()).found).toStrictEqual([]);
});

test('what is kept is for its owner alone', async () => {
  const { scan, cache } = await prepare();
  await scan();
  const modes = await Promise.all(
    [cache, join(cache, 'taken.json')].map(async (path) => (await stat(path)).mode & 0o777),
  );
  expect(modes).toStrictEqual([0o700, 0o600]);
});
