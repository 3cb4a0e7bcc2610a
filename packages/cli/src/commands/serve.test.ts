import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { runTestCli } from '../testing/run-test-cli.ts';

test.each([
  [['--port', '65536'], "option '--port <port>' argument '65536' is invalid. A number from 0 to 65535 is expected."],
  [['--prot', '1'], "unknown option '--prot'\n(Did you mean --port?)"],
  // The companion refuses it, so it was handed on: these three hold that the options reach its settings.
  [['--confirm', 'terminal'], 'atip: --confirm terminal asks at a terminal, and standard input is not one.'],
  [
    ['--allow-origin', 'https://a.example', '--allow-origin', 'https://b.example/'],
    'atip: --allow-origin "https://b.example/" is refused.',
  ],
  [['--public-url', 'https://a.example/#x'], 'atip: --public-url "https://a.example/#x" is refused.'],
  [['--writable', 'nowhere'], 'atip: --writable must name a directory, and /nowhere is not one.\n'],
  [['--cwd', 'nowhere'], 'atip: --cwd must name a directory, and /nowhere is not one.\n'],
])('%j is a usage error', async (args, message) => {
  const { code, stdout, stderr } = await runTestCli(['serve', ...args]);
  expect([code, stdout]).toStrictEqual([2, '']);
  expect(stderr).toContain(message);
});

test('a port that is taken is a failure of the machine, with the way out', async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const serve = (...args: readonly string[]) => runTestCli(['serve', '--port', String(port), '--no-open', ...args]);
  const taken = `^atip: Port ${port} is taken\\. Stop what uses it, or choose another: --port \\d+\n`;
  const { code, stdout, stderr } = await serve();
  expect([code, stdout]).toStrictEqual([5, '']);
  expect(stderr).toMatch(new RegExp(`${taken}$`));
  // A companion that runs already would be as good above, and not here.
  const other = await serve('--policy', 'read-only');
  expect(other.code).toBe(5);
  expect(other.stderr).toMatch(new RegExp(`${taken}If it is your companion, it keeps the options`));
});
