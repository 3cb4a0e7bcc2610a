import type { ScanEvent } from '@atip/node';
import { expect, test } from 'vitest';
import type { DiscoveryEvent } from './tools.ts';
import { DEMO_TOOL } from '../testing/demo-tool.ts';
import { problemCode } from '../testing/problem-code.ts';
import { readEvents } from '../testing/read-events.ts';
import { createTestClient } from '../testing/test-client.ts';
import { createToolCatalog } from '../tools/tool-catalog.ts';

const HASH = `sha256:${'0'.repeat(64)}` as const;
const FOUND = { tool: DEMO_TOOL, origin: 'probed', source: '/bin/demo', hash: HASH, issues: [] } as const;
const SKIPPED = { source: '/bin/x', code: 'failed', reason: 'It answered nothing.' } as const;
const COUNTS = {
  directories: 1,
  executables: 2,
  skipped: 1,
  cached: 0,
  read: 2,
  bytes: 10,
  marked: 2,
  canonical: 0,
  asked: 2,
  started: 3,
};
const DONE: ScanEvent = {
  event: 'done',
  scan: { found: [FOUND], skipped: [SKIPPED] },
  counts: COUNTS,
  duration: 5,
};

const events = async (response: Response) => readEvents<DiscoveryEvent>(response).rest();

test('progress, what was left out, what was found, and the end, in the order of the scan', async () => {
  const asked: unknown[] = [];
  let reads = 0;
  const catalog = await createToolCatalog(async () => {
    reads += 1;
    return { found: [FOUND], skipped: [] };
  });
  const readsAtTheEnd: number[] = [];
  const { send } = await createTestClient({
    catalog,
    scan: async function* ({ refresh }) {
      asked.push(refresh);
      yield { event: 'progress', phase: 'screening', done: 2 };
      yield { event: 'progress', phase: 'asking', done: 1, total: 2 };
      readsAtTheEnd.push(reads);
      yield DONE;
      readsAtTheEnd.push(reads);
    },
  });
  expect(await events(await send('POST', '/discoveries', { refresh: true }))).toStrictEqual([
    { event: 'progress', data: { phase: 'screening', done: 2 } },
    { event: 'progress', data: { phase: 'asking', done: 1, total: 2 } },
    { event: 'skipped', data: SKIPPED },
    {
      event: 'found',
      data: {
        name: 'demo',
        version: '1.0.0',
        description: 'Does what tests need',
        origin: 'probed',
        trust: 'user',
        executable: '/real/demo',
        hash: HASH,
        commands: 5,
        destroys: 1,
        saved: false,
        issues: [],
      },
    },
    { event: 'done', data: { found: 1, counts: COUNTS, duration: 5 } },
  ]);
  await send('POST', '/discoveries', {});
  expect(asked).toStrictEqual([true, false]);
  // The list of tools is read again before `done`, so that a client that sees `done` can call the new tools.
  expect(readsAtTheEnd.slice(0, 2)).toStrictEqual([1, 2]);
});

test('a second one is refused while the first runs; a client that goes away ends its own', async () => {
  const aborted: unknown[] = [];
  const { ports, send } = await createTestClient({
    scan: async function* ({ signal }) {
      yield { event: 'progress', phase: 'screening', done: 1 };
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      aborted.push(signal.reason);
      signal.throwIfAborted();
    },
  });
  const first = readEvents<DiscoveryEvent>(await send('POST', '/discoveries', {}));
  await first.next('progress');
  expect(await problemCode(await send('POST', '/discoveries', {}))).toBe('409 discovery-running');
  await first.cancel();
  const next = async (): Promise<number> => {
    const response = await send('POST', '/discoveries', {});
    await response.body?.cancel();
    return response.status;
  };
  await expect.poll(next).toBe(200);
  expect(aborted[0]).toMatchObject({ problem: { code: 'discovery-cancelled' } });
  expect(ports.reported).toStrictEqual([]);
});

test.each([
  [
    { state: 'verified', signedBy: 'acme', by: 'key SHA256:x', at: '2026-01-02T03:04:05.000Z' },
    { verified: true, words: 'signed by acme (key SHA256:x), 2026-01-02T03:04:05.000Z' },
  ],
  [
    { state: 'refused', reason: 'It has no entry in a log.' },
    { verified: false, words: 'signature not believed: It has no entry in a log.' },
  ],
] as const)('a tool says whose signature was checked: %j', async (signature, said) => {
  const catalog = await createToolCatalog(async () => ({ found: [{ ...FOUND, signature }], skipped: [] }));
  const { send } = await createTestClient({ catalog });
  const { tools } = await (await send('GET', '/tools')).json();
  expect(tools.map((tool: { signature?: object }) => tool.signature)).toStrictEqual([said]);
});
