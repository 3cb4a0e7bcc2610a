import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../../../packages/node/src/testing/temporary-directory.ts';
import { askForLink, openLinkSocket } from './link-socket.ts';

const LINK = `http://127.0.0.1:4170/#k=${'a'.repeat(22)}`;
const modeOf = (path: string): number => statSync(path).mode & 0o777;

test('directory and socket are for their owner alone, whatever the umask says, and the socket goes with its server', async () => {
  const { at } = await createTemporaryDirectory();
  const state = at('state');
  mkdirSync(state, { mode: 0o755 });
  // Left by a killed companion.
  writeFileSync(at('state/companion-4170.sock'), '');
  const before = process.umask(0);
  const server = await openLinkSocket(state, 4170, () => LINK).finally(() => process.umask(before));
  expect([modeOf(state), modeOf(at('state/companion-4170.sock'))]).toStrictEqual([0o700, 0o600]);
  expect(await askForLink(state, 4170)).toBe(LINK);
  expect(await askForLink(state, 4171)).toBeUndefined();
  server?.close();
  expect(readdirSync(state)).toStrictEqual([]);
  expect(await askForLink(state, 4170)).toBeUndefined();
});

test.each([
  ['a file where the directory should be', 'file'],
  ['a path that is longer than a socket can have', 'x'.repeat(200)],
])('%s: there is no socket, and the companion starts all the same', async (_name, name) => {
  const { at, write } = await createTemporaryDirectory();
  if (name === 'file') await write(name, '');
  expect(await openLinkSocket(at(name), 4170, () => LINK)).toBeUndefined();
});

test.each(['', 'javascript:alert(1)\n', `${LINK}\u001b[2J\n`, `${LINK}\n${LINK}\n`])(
  'an answer that is no link is none: %j',
  async (text) => {
    const { path, at } = await createTemporaryDirectory();
    const server = createServer((socket) => socket.end(text));
    onTestFinished(() => void server.close());
    await once(server.listen(at('companion-4170.sock')), 'listening');
    expect(await askForLink(path, 4170)).toBeUndefined();
  },
);
