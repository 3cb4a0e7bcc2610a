import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { DiscoveryEvent } from '../routes/discoveries.ts';
import { problemCode } from '../testing/problem-code.ts';
import { readEvents } from '../testing/read-events.ts';
import { startTestCompanion } from '../testing/test-companion.ts';

const HARMLESS = { filesystem: { write: false, delete: false }, network: false, destructive: false, reversible: true };
const OVERVIEW = {
  atip: { version: '0.4' },
  name: 'kc',
  version: '1.0.0',
  description: 'Cluster',
  partial: true,
  totalCommands: 2,
  commands: { pods: { description: 'Pods' } },
};
const PODS = {
  ...OVERVIEW,
  commands: { pods: { description: 'Pods', commands: { list: { description: 'List', effects: HARMLESS } } } },
};

/** Answers with an overview, or with the one group; else says how it was called. */
const KC = `#!/bin/sh
case "$*" in
  "--agent --commands=pods") echo '${JSON.stringify(PODS)}' ;;
  "--agent --depth=1") echo '${JSON.stringify(OVERVIEW)}' ;;
  *) echo "ran $*" ;;
esac
`;

async function prepare() {
  const companion = await startTestCompanion();
  onTestFinished(companion.close);
  const { request, bin } = companion;
  const script = async (name: string, text: string): Promise<void> => {
    await writeFile(join(bin, name), text);
    await chmod(join(bin, name), 0o755);
  };
  const discover = async (body: object = {}) => {
    const events = await readEvents<DiscoveryEvent>(await request('POST', '/api/v1/discoveries', body)).rest();
    const [last] = events.slice(-1);
    if (last?.event !== 'done') throw new Error(`The discovery did not end: ${JSON.stringify(last)}`);
    return events;
  };
  const call = (name: string) => request('POST', '/api/v1/calls', { call: { id: '1', name, arguments: {} } });
  const detail = async (path: string): Promise<unknown> => (await request('GET', `/api/v1/tools/${path}`)).json();
  return { companion, script, discover, call, detail };
}

test('a program on the PATH is discovered, loaded, and run where it was found', async () => {
  const { companion, script, discover, call, detail } = await prepare();
  await script('kc', KC);
  expect(await detail('kc')).toMatchObject({ code: 'unknown-tool' });
  const events = await discover();
  expect(events.find(({ event }) => event === 'found')?.data).toMatchObject({
    name: 'kc',
    origin: 'probed',
    executable: join(companion.bin, 'kc'),
  });
  expect(events.some(({ event }) => event === 'progress')).toBe(true);

  expect(await detail('kc')).toMatchObject({ tool: { commands: { pods: { description: 'Pods' } } } });
  expect(await problemCode(await call('kc_pods_list'))).toBe('404 unknown-command');
  const load = await companion.request('POST', '/api/v1/tools/kc/commands', { commands: ['pods'] });
  expect(await load.json()).toMatchObject({ commands: 1, tool: { commands: { pods: { commands: { list: {} } } } } });
  expect(await detail('kc?commands=pods%20list')).toMatchObject({ tool: { includedCommands: 1 } });

  const run = readEvents(await call('kc_pods_list'));
  expect((await run.next('accepted')).check.argv).toStrictEqual([join(companion.bin, 'kc'), 'pods', 'list']);
  expect((await run.next('stdout')).text).toBe('ran pods list\n');
  await run.rest();
  expect(companion.reported).toStrictEqual([]);
});

test('a discovered program that was replaced is refused until it is discovered again', async () => {
  const { companion, script, discover, call } = await prepare();
  await script('kc', KC);
  await discover();
  await companion.request('POST', '/api/v1/tools/kc/commands', { commands: ['pods'] });
  await script('kc', `${KC}# another\n`);
  expect(await problemCode(await call('kc_pods_list'))).toBe('409 executable-replaced');
  const list: unknown = await (await companion.request('GET', '/api/v1/tools')).json();
  expect(list).toMatchObject({ tools: [{ name: 'demo' }, { name: 'git' }] });
  expect(await problemCode(await call('kc_pods_list'))).toBe('404 unknown-command');
  await discover();
  await companion.request('POST', '/api/v1/tools/kc/commands', { commands: ['pods'] });
  await readEvents(await call('kc_pods_list')).next('accepted');
});

test('a program that described itself is run where it was found, on the PATH or not', async () => {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'atip-probe-')));
  onTestFinished(() => rm(directory, { recursive: true }));
  const path = join(directory, 'kc');
  await writeFile(path, KC);
  await chmod(path, 0o755);
  const companion = await startTestCompanion(undefined, [path]);
  onTestFinished(companion.close);
  const tool: unknown = await (await companion.request('GET', '/api/v1/tools/kc')).json();
  expect(tool).toMatchObject({ origin: 'probed', executable: path });
});

test('closing ends a discovery, and the program that it asks', { timeout: 60_000 }, async () => {
  const companion = await startTestCompanion();
  const asked = join(companion.bin, 'slow');
  await writeFile(asked, '#!/bin/sh\n# --agent\nsleep 600\n');
  await chmod(asked, 0o755);
  const response = await companion.request('POST', '/api/v1/discoveries', {});
  const isAsked = (): boolean => execFileSync('ps', ['-A', '-o', 'args'], { encoding: 'utf8' }).includes(asked);
  await expect.poll(isAsked, { timeout: 40_000, interval: 100 }).toBe(true);
  await companion.close();
  expect(isAsked()).toBe(false);
  expect(await response.text()).toContain('discovery-cancelled');
});
