// needs: root, setpriv
import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../../packages/node/src/testing/temporary-directory.ts';
import { openLinkSocket } from '../../server/src/serve/link-socket.ts';

const run = promisify(execFile);
const LINK = `http://127.0.0.1:4170/#k=${'a'.repeat(22)}`;
const NOBODY = ['--reuid=65534', '--regid=65534', '--clear-groups'];

/** Asks as `atip serve --new-link` does, and needs no file of the repository, which another user may not be able to read. */
const ASK = `
import { connect } from 'node:net';
const socket = connect(process.argv[2] + '/companion-4170.sock').setEncoding('utf8');
socket.on('data', (text) => process.stdout.write(text.trim())).on('error', () => process.stdout.write('refused'));`;

test('a new link is given to the user of the companion, and to another one only where both modes are gone', async () => {
  const { path, at } = await createTemporaryDirectory();
  // Only what the companion itself shuts may keep another user out.
  await chmod(path, 0o777);
  const state = at('state');
  const server = await openLinkSocket(state, 4170, () => LINK);
  onTestFinished(() => void server?.close());
  const script = at('ask.mjs');
  await writeFile(script, ASK);
  const ask = async (...as: string[]): Promise<string> =>
    (await run('setpriv', [...as, process.execPath, script, state])).stdout;
  expect([await ask(), await ask(...NOBODY)]).toStrictEqual([LINK, 'refused']);
  await chmod(state, 0o777);
  expect(await ask(...NOBODY)).toBe('refused');
  await chmod(at('state/companion-4170.sock'), 0o777);
  expect(await ask(...NOBODY)).toBe(LINK);
});
