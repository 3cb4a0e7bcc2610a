import { execFileSync } from 'node:child_process';
import { mkdir, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { loadScanCache, NO_SCAN, type ScanCache, saveScanCache } from './scan-cache.ts';

const CACHE: ScanCache = {
  files: {
    '/usr/bin/gh': { stamp: '1:2:3:4:5', verdict: 'marked', targets: [] },
    '/usr/bin/npm': {
      stamp: '6:7:8:9:10',
      verdict: 'unmarked',
      targets: [{ path: '/usr/lib/x.js', stamp: '1:1:1:1:1' }],
    },
  },
  outcomes: new Map([['/usr/bin/gh', { stamp: '1:2:3:4:5', code: 'answered', reason: '' }]]),
};

const NOTHING = { cache: NO_SCAN, skipped: [] };

async function prepare() {
  const directory = await createTemporaryDirectory();
  return join(directory.path, 'agent-tools', 'scan.json');
}

test('what is saved is loaded again, in a directory and a file that only their owner may read', async () => {
  const path = await prepare();
  await saveScanCache(path, CACHE);
  await saveScanCache(path, CACHE);
  expect((await loadScanCache(path)).cache).toStrictEqual(CACHE);
  const modes = await Promise.all([path, join(path, '..')].map(async (place) => (await stat(place)).mode & 0o777));
  expect(modes).toStrictEqual([0o600, 0o700]);
});

const GOOD = '"/usr/bin/gh":{"stamp":"1:2:3:4:5","verdict":"marked","targets":[]}';
const file = (entry: string, version = 4): string => `{"version":${version},"files":{${GOOD},${entry}}}`;

test.each([
  ['nothing', ''],
  ['half a file', `{"version":4,"files":{${GOOD}`],
  ['another version', file(GOOD, 3)],
  ['a relative path', file('"gh":{"stamp":"1","verdict":"marked","targets":[]}')],
  ['a path that is a prototype', file('"__proto__":{"stamp":"1","verdict":"marked","targets":[]}')],
  ['an unknown verdict', file('"/x":{"stamp":"1","verdict":"safe","targets":[]}')],
  ['a stamp that is no text', file('"/x":{"stamp":1,"verdict":"marked","targets":[]}')],
  ['a relative target', file('"/x":{"stamp":"1","verdict":"marked","targets":[{"path":"x","stamp":"1"}]}')],
  ['a target without stamp', file('"/x":{"stamp":"1","verdict":"marked","targets":[{"path":"/x"}]}')],
])('a file with %s is an empty cache', async (_title, text) => {
  const path = await prepare();
  await mkdir(join(path, '..'));
  await writeFile(path, text);
  expect(await loadScanCache(path)).toStrictEqual(NOTHING);
});

test('a directory, a pipe and a file of 17 MiB are an empty cache, and none makes us wait', async () => {
  const path = await prepare();
  await mkdir(path, { recursive: true });
  expect(await loadScanCache(path)).toStrictEqual(NOTHING);
  execFileSync('mkfifo', [`${path}.pipe`]);
  expect(await loadScanCache(`${path}.pipe`)).toStrictEqual(NOTHING);
  await writeFile(`${path}.large`, `{"version":4,"files":{${GOOD}}}`.padEnd(17 * 1024 * 1024));
  expect(await loadScanCache(`${path}.large`)).toStrictEqual(NOTHING);
  await truncate(`${path}.large`, 1024);
  expect(Object.keys((await loadScanCache(`${path}.large`)).cache.files)).toStrictEqual(['/usr/bin/gh']);
});
