import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { startTestRegistry } from '../testing/registry-server.ts';
import { documentRoom } from './document-room.ts';
import { fetchDocuments } from './fetch-documents.ts';
import { parseRemoteAddress } from './remote-address.ts';
import { digestOf } from './remote-files.ts';

const documentOf = (name: string): string =>
  JSON.stringify({ atip: { version: '0.4' }, name, version: '1', description: 'x'.repeat(900) });
const SIZE = documentOf('a').length;

/** Three documents of one size, and what reads them into so much room. */
async function prepare() {
  const directory = await createTemporaryDirectory();
  onTestFinished(directory.remove);
  const server = await startTestRegistry();
  onTestFinished(server.stop);
  const names = ['a', 'b', 'c'];
  server.publish(Object.fromEntries(names.map((name) => [name, documentOf(name)])));
  const address = parseRemoteAddress(server.url);
  if (typeof address === 'string') throw new Error(address);
  return async (bytes: number, claimed = SIZE) => {
    const entries = names.map((name) => [name, { sha256: digestOf(documentOf(name)), size: claimed }] as const);
    const settings = { address, documents: directory.path, env: {}, room: documentRoom(bytes), online: true };
    const { found, skipped, fetched } = await fetchDocuments(entries, settings);
    return { names: found.map(({ tool }) => tool.name), reasons: skipped.map(({ reason }) => reason), fetched };
  };
}

test('documents count until their room is taken; what is beyond it is not fetched', async () => {
  const read = await prepare();
  expect(await read(2 * SIZE)).toStrictEqual({
    names: ['a', 'b'],
    reasons: ['"c": With it, what registries say would have more than 64 MiB.'],
    fetched: 2,
  });
});

test('what is kept counts as it is, whatever an index says of its size', async () => {
  const read = await prepare();
  await read(3 * SIZE);
  const { names, fetched } = await read(2 * SIZE, 1);
  expect([names.length, fetched]).toStrictEqual([2, 0]);
});
