import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isRunning } from '../../packages/node/src/testing/is-running.ts';
import { ATIP } from '../atip.ts';
import { createHome } from '../home.ts';

/** Generous, for machines under load; what is waited for comes at once on others. */
const SOON = { timeout: 60_000, interval: 20 };

/** A program that nothing but SIGKILL ends. */
const STUBBORN = `#!/bin/sh
trap '' TERM INT HUP
echo $$
while :; do sleep 60; done
`;

const TOOL = {
  atip: { version: '0.4' },
  name: 'stubborn',
  version: '1.0.0',
  description: 'Does not want to end',
  trust: { source: 'user', verified: false },
  commands: {
    go: {
      description: 'Goes on',
      effects: { filesystem: { read: true, write: false, delete: false }, network: false, destructive: false },
    },
  },
};

/** A home with the stubborn program, and how `atip serve` is started there. */
function prepare() {
  const { home, env, configure, program, shim } = createHome();
  // The trust table would ask about a document of the user's own.
  configure({ policy: { byTrust: false } });
  shim('stubborn', TOOL);
  program('stubborn', STUBBORN);
  const args = [ATIP, 'serve', '--port', '0', '--token-file', '--sandbox', 'off'];
  return { home, env: { ...env, PATH: `${env.PATH}:/usr/bin:/bin` }, args };
}

/** Starts `atip serve` as a process of its own. */
async function serve() {
  const { home, env, args } = prepare();
  const child = spawn(process.execPath, args, { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  }
  await expect.poll(() => said.stdout, SOON).toMatch(/\n$/);
  const { origin, port } = new URL(said.stdout.trim());
  const file = join(home, `.local/state/agent-tools/companion-${port}.token`);
  return { child, said, origin, file };
}

/** Runs the stubborn program. @returns its process id. */
async function startStubborn({ origin, file }: Awaited<ReturnType<typeof serve>>): Promise<number> {
  const response = await fetch(`${origin}/api/v1/calls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${readFileSync(file, 'utf8').trim()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ call: { id: '1', name: 'stubborn_go', arguments: {} } }),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    text += (await reader?.read())?.value ?? '';
    const [, pid] = /event: stdout\ndata: \{"text":"(\d+)\\n"\}/.exec(text) ?? [];
    if (pid !== undefined) return Number(pid);
  }
}

async function exitOf(child: ChildProcess): Promise<readonly [code: number | null, signal: string | null]> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return [child.exitCode, child.signalCode];
}

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends it with 0, and the token’s file is gone', async (signal) => {
  const { child, file, said } = await serve();
  expect(existsSync(file)).toBe(true);
  child.kill(signal);
  expect(await exitOf(child)).toStrictEqual([0, null]);
  expect([existsSync(file), said.stdout.split('\n').length]).toStrictEqual([false, 2]);
});

test('npm and the terminal tell it of one Ctrl-C both, and that is one', async () => {
  const running = await serve();
  const pid = await startStubborn(running);
  running.child.kill('SIGINT');
  running.child.kill('SIGINT');
  expect(await exitOf(running.child)).toStrictEqual([0, null]);
  expect(await isRunning(pid)).toBe(false);
});

test('a reader of its output that goes away ends it, and the token’s file is gone', async () => {
  const { home, env, args } = prepare();
  const child = spawn(process.execPath, args, { cwd: home, env, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdout.destroy();
  expect(await exitOf(child)).toStrictEqual([0, null]);
  expect(readdirSync(join(home, '.local/state/agent-tools'))).toStrictEqual([]);
});

test('a second signal, once it is meant, does not wait, and leaves nothing behind', async () => {
  const running = await serve();
  const pid = await startStubborn(running);
  running.child.kill('SIGTERM');
  await expect.poll(() => existsSync(running.file), SOON).toBe(false);
  const again = setInterval(() => running.child.kill('SIGTERM'), 400);
  onTestFinished(() => clearInterval(again));
  expect(await exitOf(running.child)).toStrictEqual([143, null]);
  await expect.poll(() => isRunning(pid), SOON).toBe(false);
});
