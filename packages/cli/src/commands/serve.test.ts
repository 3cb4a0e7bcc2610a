import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { runTestCli } from '../testing/run-test-cli.ts';

test.each([
  [['--port', '65536'], "option '--port <port>' argument '65536' is invalid. It is a number from 0 to 65535."],
  [['--port', '-1'], "argument '-1' is invalid."],
  [['--port', '4e3'], "argument '4e3' is invalid."],
  [['--port', ''], "argument '' is invalid."],
  [['--port'], "option '--port <port>' argument missing"],
  [['--sandbox', 'none'], "argument 'none' is invalid. Allowed choices are required, preferred, off."],
  [['--prot', '1'], "unknown option '--prot'\n(Did you mean --port?)"],
  [['stray'], "too many arguments for 'serve'."],
  [['--confirm', 'nowhere'], "argument 'nowhere' is invalid. Allowed choices are page, terminal."],
  [['--confirm', 'terminal'], 'atip: --confirm terminal asks at a terminal, and standard input is none.'],
  [
    ['--allow-origin', 'https://a.example', '--allow-origin', 'https://b.example/'],
    'atip: --allow-origin "https://b.example/" is refused.',
  ],
  [['--dangerously-bind', 'localhost'], 'atip: --dangerously-bind must be an IP address'],
  [['--writable', 'nowhere'], 'atip: --writable must name a directory, and /nowhere is none.\n'],
  [['--cwd', 'nowhere'], 'atip: --cwd must name a directory, and /nowhere is none.\n'],
])('%j is a usage error', async (args, message) => {
  const { code, stdout, stderr } = await runTestCli(['serve', ...args]);
  expect([code, stdout]).toStrictEqual([2, '']);
  expect(stderr).toContain(message);
});

test.each([
  ['{"allowDestructve": false}', 'has the field "allowDestructve", which no policy has.\n'],
  ['[]', 'is not a JSON object.\n'],
  ['{', 'is not JSON.\n'],
])('a policy that is none stops the start: %s', async (text, message) => {
  const root = await mkdtemp(join(tmpdir(), 'atip-serve-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await writeFile(join(root, 'policy.json'), text);
  const { code, stdout, stderr } = await runTestCli(['serve', '--port', '0', '--policy', 'policy.json'], { cwd: root });
  expect([code, stdout]).toStrictEqual([1, '']);
  expect(stderr).toBe(`atip: The policy policy.json ${message}`);
});

test('it prints one line with a link, and ends with 0 when it is told to', async () => {
  const { code, stdout, stderr } = await runTestCli(['serve', '--port', '0', '--no-open'], {
    signal: AbortSignal.abort(),
  });
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#k=[\w-]{22}\n$/);
  expect([code, stderr]).toStrictEqual([0, '']);
});

test('a port that is taken is a failure of the machine, with the way out', async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { code, stdout, stderr } = await runTestCli(['serve', '--port', String(port), '--no-open']);
  expect([code, stdout]).toStrictEqual([5, '']);
  expect(stderr).toMatch(
    new RegExp(`^atip: Port ${port} is taken\\. Stop what uses it, or choose another: --port \\d+\n$`),
  );
});

test('the help says how a link is used', async () => {
  const { code, stdout } = await runTestCli(['serve', '--help']);
  expect(code).toBe(0);
  expect(stdout).toContain('It prints a link that opens the page once, within a minute');
});

test('what the help shows sends the token, and puts it into no process’s arguments', async () => {
  const [root, token] = [await mkdtemp(join(tmpdir(), 'atip-serve-')), 'the-token-of-a-test'];
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const seen: (string | undefined)[] = [];
  const server = createHttpServer((request, response) => {
    seen.push(request.headers.authorization);
    response.end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  const { stdout } = await runTestCli(['serve', '--help']);
  const shown = /^ {2}(.*curl .*)$/m.exec(stdout)?.[1] ?? '';
  await writeFile(join(root, 'token'), token);
  for (const name of ['curl', 'sed', 'cat', 'printf'])
    await writeFile(join(root, name), `#!/bin/sh\necho "$0 $*" >> "${root}/started"\nexec /usr/bin/${name} "$@"\n`, {
      mode: 0o755,
    });
  const line = shown.replace('FILE', join(root, 'token')).replace(':4170', `:${port}`);
  await promisify(execFile)('/bin/sh', ['-c', line], { env: { PATH: `${root}:/usr/bin:/bin` } });
  expect(seen).toStrictEqual([`Bearer ${token}`]);
  const started = await readFile(join(root, 'started'), 'utf8');
  expect([started.includes('/curl '), started.includes(token)]).toStrictEqual([true, false]);
});
