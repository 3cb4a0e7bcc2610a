import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type CompanionSettings, type RunningCompanion, startCompanion } from './start-companion.ts';
import { rawRequest } from '../testing/raw-request.ts';

async function prepare(settings: Partial<CompanionSettings> = {}): Promise<RunningCompanion> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'atip-guard-')));
  const reported: unknown[] = [];
  const companion = await startCompanion({
    port: 0,
    cwd: home,
    probes: [],
    env: { HOME: home, PATH: '/usr/bin:/bin' },
    report: (error) => reported.push(error),
    pageRoot: join(home, 'no-page'),
    ...settings,
  });
  onTestFinished(async () => {
    await companion.close();
    await rm(home, { recursive: true });
    expect(reported).toStrictEqual([]);
  });
  return companion;
}

test('a token that cannot be written ends the companion', async () => {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'atip-guard-')));
  onTestFinished(() => rm(home, { recursive: true }));
  await mkdir(join(home, 'state'));
  await writeFile(join(home, 'state/agent-tools'), 'a file');
  const env = { HOME: home, PATH: '/usr/bin:/bin', XDG_STATE_HOME: join(home, 'state') };
  const settings = { port: 0, cwd: home, probes: [], env, report: () => undefined, tokenFile: true };
  await expect(startCompanion(settings)).rejects.toThrow(/EEXIST|ENOTDIR/);
});

async function statusFor(companion: RunningCompanion, address: string, host: string): Promise<string> {
  const port = Number(new URL(companion.origin).port);
  const request = `GET /api/v1/health HTTP/1.1\r\nHost: ${host}:${port}\r\nConnection: close\r\n\r\n`;
  return (await rawRequest(port, request, address)).slice(9, 12);
}

test.each<[string | undefined, string, string, string]>([
  [undefined, '127.0.0.1', '127.0.0.1', '401'],
  ['127.0.0.2', '127.0.0.2', '127.0.0.1', '403'],
  ['0.0.0.0', '127.0.0.3', '[::1]', '401'],
  ['0.0.0.0', '127.0.0.1', 'evil.example', '403'],
])('bound to %s, asked at %s for %s: %s', async (bind, address, host, status) => {
  const companion = await prepare(bind === undefined ? {} : { bind });
  expect(await statusFor(companion, address, host)).toBe(status);
});

test('the link leads to where this machine reaches it', async () => {
  const companion = await prepare({ bind: '0.0.0.0' });
  expect(companion.issueLink()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#k=[\w-]{22}$/);
});

test('an origin that browsers send for many pages lets nothing start', async () => {
  await expect(prepare({ allowOrigins: ['https://play.example.org', 'null'] })).rejects.toThrow(
    /^Write an origin such as https:\/\/play\.example\.org/,
  );
});
