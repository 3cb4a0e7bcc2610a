import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type CompanionSettings, type RunningCompanion, startCompanion } from './start-companion.ts';
import { rawRequest } from '../testing/raw-request.ts';

/** Looks wherever a token could be found, and writes down what it saw. */
const SPY = `#!/bin/sh
{ env; cat /proc/self/environ /proc/$PPID/environ /proc/[0-9]*/cmdline; } 2>&1 | tr '\\0' '\\n' > look || exit 9
if [ -s "$XDG_STATE_HOME/agent-tools/companion-"*.token ]; then echo the file is there; else echo no file is there; fi
`;

const SPY_TOOL = {
  atip: { version: '0.4' },
  name: 'spy',
  version: '1.0.0',
  description: 'Looks around',
  trust: { source: 'user', verified: false },
  commands: {
    look: {
      description: 'Looks around',
      effects: { filesystem: { read: true, write: true, delete: false }, network: false, destructive: false },
    },
  },
};

async function prepare(settings: Partial<CompanionSettings> = {}) {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'atip-guard-')));
  const shims = join(home, '.local/share/agent-tools/shims');
  await mkdir(shims, { recursive: true });
  await mkdir(join(home, 'bin'));
  await mkdir(join(home, 'work'));
  await writeFile(join(shims, 'spy.json'), JSON.stringify(SPY_TOOL));
  await writeFile(join(home, 'bin/spy'), SPY);
  await chmod(join(home, 'bin/spy'), 0o755);
  const reported: unknown[] = [];
  const companion = await startCompanion({
    port: 0,
    cwd: join(home, 'work'),
    probes: [],
    // Where calls may write, so that nothing but being hidden keeps them from it.
    env: { HOME: home, PATH: `${join(home, 'bin')}:/usr/bin:/bin`, XDG_STATE_HOME: join(home, 'work/state') },
    report: (error) => reported.push(error),
    pageRoot: join(home, 'no-page'),
    ...settings,
  });
  onTestFinished(async () => {
    await companion.close();
    await rm(home, { recursive: true });
    expect(reported).toStrictEqual([]);
  });
  return { home, companion };
}

/** The token as a program gets it. */
function readToken({ tokenFile }: RunningCompanion): string {
  return readFileSync(tokenFile ?? '', 'utf8').trim();
}

test('with the token in the file a program may use the API, until the companion ends', async () => {
  const { home, companion } = await prepare({ tokenFile: true });
  const { port } = new URL(companion.origin);
  expect(companion.tokenFile).toBe(join(home, `work/state/agent-tools/companion-${port}.token`));
  const token = readToken(companion);
  expect(token).toMatch(/^[\w-]{43}$/);
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${companion.origin}/api/v1/health`, { headers })).status).toBe(200);
  await companion.close();
  expect(existsSync(companion.tokenFile ?? '')).toBe(false);
});

test('without being asked for, no file is written', async () => {
  const { companion } = await prepare();
  expect(companion.tokenFile).toBe(undefined);
});

test('a token that cannot be written ends the companion', async () => {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'atip-guard-')));
  onTestFinished(() => rm(home, { recursive: true }));
  await mkdir(join(home, 'state'));
  await writeFile(join(home, 'state/agent-tools'), 'a file');
  const env = { HOME: home, PATH: '/usr/bin:/bin', XDG_STATE_HOME: join(home, 'state') };
  const settings = { port: 0, cwd: home, probes: [], env, report: () => undefined, tokenFile: true };
  await expect(startCompanion(settings)).rejects.toThrow(/EEXIST|ENOTDIR/);
});

/** Runs the spy. @returns what it saw, and what it said when it was to read the token's file. */
async function spy(sandbox: 'required' | 'off') {
  const { home, companion } = await prepare({ tokenFile: true, sandbox });
  const token = readToken(companion);
  const response = await fetch(`${companion.origin}/api/v1/calls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ call: { id: '1', name: 'spy_look', arguments: {} } }),
  });
  return { token, answer: await response.text(), seen: readFileSync(join(home, 'work/look'), 'utf8') };
}

test('what runs finds the token in no environment and on no command line', async () => {
  const { token, answer, seen } = await spy('off');
  expect(seen).toContain('PATH=');
  expect(seen.includes(token)).toBe(false);
  // It runs as the same user, so nothing but a sandbox keeps it from the file.
  expect(answer).toContain('the file is there');
});

test('held by the sandbox, it does not find the file either', async () => {
  const { token, answer, seen } = await spy('required');
  expect(seen).toContain('PATH=');
  expect(seen.includes(token)).toBe(false);
  expect(answer).toContain('no file is there');
});

async function statusFor(companion: RunningCompanion, address: string, host: string): Promise<string> {
  const port = Number(new URL(companion.origin).port);
  const request = `GET /api/v1/health HTTP/1.1\r\nHost: ${host}:${port}\r\nConnection: close\r\n\r\n`;
  return (await rawRequest(port, request, address)).slice(9, 12);
}

test.each<[string | undefined, string, string, string]>([
  [undefined, '127.0.0.1', '127.0.0.1', '401'],
  [undefined, '127.0.0.1', 'localhost', '401'],
  [undefined, '127.0.0.1', '[::1]', '403'],
  ['127.0.0.2', '127.0.0.2', '127.0.0.2', '401'],
  ['127.0.0.2', '127.0.0.2', '127.0.0.1', '403'],
  ['0.0.0.0', '127.0.0.1', '127.0.0.1', '401'],
  ['0.0.0.0', '127.0.0.3', '[::1]', '401'],
  ['0.0.0.0', '127.0.0.1', '0.0.0.0', '403'],
  ['0.0.0.0', '127.0.0.1', '203.0.113.9', '403'],
  ['0.0.0.0', '127.0.0.1', 'evil.example', '403'],
  ['0.0.0.0', '127.0.0.1', 'localhost.evil.example', '403'],
])('bound to %s, asked at %s for %s: %s', async (bind, address, host, status) => {
  const { companion } = await prepare(bind === undefined ? {} : { bind });
  expect(await statusFor(companion, address, host)).toBe(status);
});

test('the link leads to where this machine reaches it', async () => {
  const { companion } = await prepare({ bind: '0.0.0.0' });
  expect(companion.issueLink()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#k=[\w-]{22}$/);
});

test('an origin that browsers send for many pages lets nothing start', async () => {
  await expect(prepare({ allowOrigins: ['https://play.example.org', 'null'] })).rejects.toThrow(
    /^Write an origin such as https:\/\/play\.example\.org/,
  );
});
