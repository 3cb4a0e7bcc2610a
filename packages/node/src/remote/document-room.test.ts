import { expect, onTestFinished, test } from 'vitest';
import { parseRemoteAddress, digestOf } from './remote-index.ts';
import { fetchDocuments } from './remote-tools.ts';
import { startTestRegistry } from '../testing/registry-server.ts';

const documentOf = (name: string): string =>
  JSON.stringify({ atip: { version: '0.4' }, name, version: '1', description: 'x'.repeat(900) });
const SIZE = documentOf('a').length;

test('documents count until their room is taken, by their true size where they are kept', async () => {
  const server = await startTestRegistry();
  onTestFinished(server.stop);
  const names = ['a', 'b', 'c'];
  server.publish(Object.fromEntries(names.map((name) => [name, documentOf(name)])));
  const address = parseRemoteAddress(server.url);
  if (typeof address === 'string') throw new Error(address);
  const read = async (maxBytes: number, size: number, kept = new Map<string, string>()) => {
    const entries = names.map((name) => [name, { sha256: digestOf(documentOf(name)), size }] as const);
    const brought = await fetchDocuments(entries, { address, kept, maxBytes });
    return brought.map(({ reading, isNew }) => [reading.found?.tool.name ?? reading.skipped?.reason, isNew]);
  };
  const noRoom = `"c": With it, the registry's documents would have more than ${2 * SIZE} bytes.`;
  expect(await read(2 * SIZE, SIZE)).toStrictEqual([...['a', 'b'].map((name) => [name, true]), [noRoom, false]]);
  const kept = new Map(names.map((name) => [digestOf(documentOf(name)), documentOf(name)]));
  expect(await read(2 * SIZE, 1, kept)).toStrictEqual([...['a', 'b'].map((name) => [name, false]), [noRoom, false]]);
});
