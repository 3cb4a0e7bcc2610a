// needs: bwrap, git
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startRecordedProvider } from './recorded-provider.ts';
import { ROOT } from './run-example.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Starts the service and waits until it listens. */
async function start(cwd: string, env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const types = 'typescript' in process.features ? [] : ['--import', join(ROOT, 'tests/examples/strip-types.mjs')];
  const guard = ['--import', join(ROOT, 'tests/examples/only-loopback.mjs')];
  const child = spawn(process.execPath, [...types, ...guard, join(ROOT, 'examples/approve-later/main.ts')], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout ?? child, 'data');
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'close');
}

test('a call waits in a file, and is approved once, after the process was killed and started again', async () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'atip-later-')));
  const cwd = join(home, 'repository');
  mkdirSync(cwd);
  onTestFinished(() => rmSync(home, { recursive: true }));
  execFileSync('git', ['-C', cwd, 'init', '--quiet']);
  writeFileSync(join(cwd, 'new.txt'), 'new\n');
  const isThere = (): boolean => existsSync(join(cwd, 'new.txt'));
  const provider = await startRecordedProvider('openai', [
    [
      { id: 'clean', name: 'git_clean', arguments: { force: true } },
      { id: 'status', name: 'git_status', arguments: { short: true } },
    ],
    'Cleaned.',
  ]);
  onTestFinished(provider.stop);
  const port = await freePort();
  const env = {
    ...{ PATH: process.env['PATH'] ?? '', HOME: home, PORT: String(port), STATE: join(home, 'chat.json') },
    ...{ OPENAI_BASE_URL: `${provider.url}/v1`, OPENAI_API_KEY: 'sk-of-the-test' },
  };
  const post = async (path: string, body: object): Promise<unknown> =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: JSON.stringify(body) })).json();

  const first = await start(cwd, env);
  const asked = await post('/messages', { text: 'Clean up.' });
  expect(asked).toStrictEqual({
    pending: [
      {
        id: expect.any(String),
        argv: ['git', 'clean', '--force'],
        reasons: ['git_clean deletes files that git does not know and so cannot bring back.'],
      },
    ],
  });
  expect(await post('/messages', { text: 'And?' })).toStrictEqual({ error: 'A call waits for a decision.' });
  expect(isThere()).toBe(true);
  await stop(first);

  const second = await start(cwd, env);
  // As the service has just said it.
  const [{ id }] = (asked as { pending: [{ id: string }] }).pending;
  expect(await post('/decisions', { id: 'another', yes: true })).toStrictEqual({
    error: 'No call with this id waits.',
  });
  expect(isThere()).toBe(true);
  // A double click.
  const clicks = await Promise.all([post('/decisions', { id, yes: true }), post('/decisions', { id, yes: true })]);
  expect(clicks).toContainEqual({ text: 'Cleaned.' });
  expect(clicks).toContainEqual({ error: 'No call with this id waits.' });
  expect(isThere()).toBe(false);
  expect(await post('/decisions', { id, yes: true })).toStrictEqual({ error: 'No call with this id waits.' });
  expect(provider.received).toStrictEqual([
    [
      { id: 'clean', text: 'Removing new.txt\n[Exit code: 0]' },
      { id: 'status', text: '?? new.txt\n[Exit code: 0]' },
    ],
  ]);
  await stop(second);
});
