// needs: root, setpriv
import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { distScript } from '../../packages/node/src/testing/dist-script.ts';
import { createTemporaryDirectory } from '../../packages/node/src/testing/temporary-directory.ts';
import { openLinkSocket } from '../../server/src/serve/link-socket.ts';

const run = promisify(execFile);
const LINK = `http://127.0.0.1:4170/#k=${'a'.repeat(22)}`;
const NOBODY = ['--reuid=65534', '--regid=65534', '--clear-groups'];

/** Does the same as `atip serve --new-link`. */
const ASK = `
import { askForLink } from '../../../server/dist/serve/link-socket.js';
process.stdout.write(String(await askForLink(process.argv[2], 4170)));`;

test('a new link is given to the user of the companion, and to another one only where both modes are gone', async () => {
  const { path, at } = await createTemporaryDirectory();
  // Only what the companion itself shuts may keep another user out.
  await chmod(path, 0o777);
  const state = at('state');
  const server = await openLinkSocket(state, 4170, () => LINK);
  onTestFinished(() => void server?.close());
  const script = distScript(path, ASK);
  const ask = async (...as: string[]): Promise<string> =>
    (await run('setpriv', [...as, process.execPath, script, state])).stdout;
  expect([await ask(), await ask(...NOBODY)]).toStrictEqual([LINK, 'undefined']);
  await chmod(state, 0o777);
  expect(await ask(...NOBODY)).toBe('undefined');
  await chmod(at('state/companion-4170.sock'), 0o777);
  expect(await ask(...NOBODY)).toBe(LINK);
});
