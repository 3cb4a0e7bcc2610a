import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadKeptIndex, saveKeptIndex } from './kept-index.ts';

const TEXT = '{"atip-registry":1,"tools":{}}';
const KEPT_AT = '2026-01-02T03:04:05.000Z';
const INDEX = { tools: new Map(), dropped: 0 };

async function keep(etag: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'atip-index-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const path = join(directory, 'index.json');
  await saveKeptIndex(path, { text: TEXT, keptAt: KEPT_AT, etag });
  return path;
}

test('an index comes back with its tag', async () => {
  const expected = { text: TEXT, index: INDEX, keptAt: KEPT_AT, etag: 'W/"1"' };
  expect(await loadKeptIndex(await keep('W/"1"'))).toStrictEqual(expected);
});

test.each(['"a\r\nx-other: b"', '"\u{1F600}"', 'bare'])(
  'without a tag that no header can carry: it is fetched anew: %j',
  async (etag) => {
    expect(await loadKeptIndex(await keep(etag))).toStrictEqual({ text: TEXT, index: INDEX, keptAt: KEPT_AT });
  },
);

test('one whose text was changed does not count', async () => {
  const path = await keep('"1"');
  await writeFile(path, (await readFile(path, 'utf8')).replace('\\"tools\\":{}', '\\"tools\\":{ }'));
  expect(await loadKeptIndex(path)).toBe(undefined);
});
