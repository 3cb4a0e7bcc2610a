import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { CliHost } from '../cli-host.ts';
import { runCli } from '../run-cli.ts';
import { createDemoMachine, LEAKED_TOKEN } from '../testing/demo-machine.ts';
import { runTestCli, testHost } from '../testing/run-test-cli.ts';

/** A host whose streams the test holds. */
function hostWith(stdin: CliHost['stdin'], stdout: CliHost['stdout'], more: Partial<CliHost> = {}) {
  const said: string[] = [];
  const stderr = { write: (text: string) => said.push(text) };
  return { said, host: testHost({ args: ['filter'], stdin, stdout, stderr, ...more }) };
}

test('secrets and terminal sequences go, from standard input and from a file', async () => {
  const { work: cwd, write } = await createDemoMachine();
  const input = `\u001b[31mtoken: ${LEAKED_TOKEN}\u001b[0m\nnext`;
  await write('log.txt', input);
  const expected = { code: 0, stdout: 'token: [REDACTED]\nnext', stderr: '' };
  expect(await runTestCli(['filter'], { input })).toStrictEqual(expected);
  expect(await runTestCli(['filter', 'log.txt'], { cwd })).toStrictEqual(expected);
});

test('characters and secrets that are cut between two chunks stay whole, and bad bytes are replaced', async () => {
  const bytes = Buffer.from(`日本 ${LEAKED_TOKEN} ü\n`);
  const stdin = (async function* () {
    for (const byte of bytes) yield new Uint8Array([byte]);
    yield new Uint8Array([0xff, 0xe6]);
  })();
  let text = '';
  const { host } = hostWith(stdin, { write: (more) => (text += more) });
  expect(await runCli(host)).toBe(0);
  expect(text).toBe('日本 [REDACTED] ü\n\ufffd\ufffd');
});

test('an output that takes no more is waited for', async () => {
  const line = `${'x'.repeat(999)}\n`;
  let given = 0;
  const stdin = (async function* () {
    for (; given < 500; given += 1) yield Buffer.from(line);
  })();
  const stdout = new PassThrough({ highWaterMark: 10 * line.length });
  const ended = runCli(hostWith(stdin, stdout).host);
  for (let turn = 0; turn < 1000; turn += 1) await setImmediate();
  expect(given).toBeLessThan(100);
  let size = 0;
  stdout.on('data', (chunk: Uint8Array) => (size += chunk.byteLength));
  expect(await ended).toBe(0);
  stdout.end();
  await once(stdout, 'end');
  expect(size).toBe(500 * line.length);
});
