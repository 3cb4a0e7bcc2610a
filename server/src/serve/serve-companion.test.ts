// needs: bwrap
import { existsSync, readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../../../packages/node/src/testing/temporary-directory.ts';
import { serveCompanion, type ServeHost, type ServeOptions, type Startup, startupNotes } from './serve-companion.ts';

/** Generous, for machines under load; on others the answer comes at once. */
const SOON = { timeout: 60_000, interval: 20 };

interface Changes extends Partial<Omit<ServeHost, 'stdout' | 'stdin'>> {
  readonly stdinTTY?: boolean;
  readonly stdoutTTY?: boolean;
}

/** Runs a companion that really listens, in a test host, and stops it at the test's end. */
async function start(options: Partial<ServeOptions> = {}, { stdinTTY, stdoutTTY, ...changes }: Changes = {}) {
  const seen = { stdout: '', stderr: '', opened: [] as string[] };
  const env = changes.env ?? { HOME: (await createTemporaryDirectory()).path, PATH: '/usr/bin' };
  const abort = new AbortController();
  const stdin = Object.assign(new PassThrough(), stdinTTY === true && { isTTY: true });
  let announce: () => void = () => undefined;
  const printed = new Promise<void>((resolve) => {
    announce = resolve;
  });
  const write = (text: string): void => {
    seen.stdout += text;
    announce();
  };
  const ended = serveCompanion(
    { port: 0, host: { cwd: '/', env }, ...options },
    {
      platform: 'linux',
      stdin,
      stdout: { write, ...(stdoutTTY === true && { isTTY: true }) },
      stderr: { write: (text) => (seen.stderr += text) },
      signal: abort.signal,
      openBrowser: (url) => seen.opened.push(url),
      ...changes,
      env,
    },
  );
  const stop = (): Promise<void> => {
    abort.abort();
    return ended;
  };
  await Promise.race([printed, ended]);
  onTestFinished(stop);
  return { seen, stdin, stop };
}

/** The last output of a start. */
const hint = (link: string): string =>
  `The link works once, for a minute. For a new one run: atip serve --new-link --port ${new URL(link).port}\n`;

function exchange(link: string): Promise<number> {
  const { origin, hash } = new URL(link);
  const body = JSON.stringify({ code: hash.slice('#k='.length) });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  return fetch(`${origin}/api/v1/session`, init).then(({ status }) => status);
}

test('one line with a link that works goes to stdout, nothing else', async () => {
  const { seen } = await start();
  expect(seen.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#k=[\w-]{22}\n$/);
  expect([seen.stderr, seen.opened]).toStrictEqual([hint(seen.stdout), []]);
  expect(await exchange(seen.stdout.trim())).toBe(200);
});

test('Enter at a terminal gives a new link, and ends the old one', async () => {
  const { seen, stdin } = await start({}, { stdinTTY: true });
  const ways = `press Enter, or run: atip serve --new-link --port ${new URL(seen.stdout).port}`;
  expect(seen.stderr).toBe(`The link works once, for a minute. For a new one ${ways}\nCtrl-C stops the companion.\n`);
  stdin.write('\n');
  await expect.poll(() => seen.stdout.split('\n').length, SOON).toBe(3);
  const [first = '', second = ''] = seen.stdout.split('\n');
  expect([await exchange(first), await exchange(second)]).toStrictEqual([401, 200]);
});

test.each<[string, Partial<ServeOptions>, boolean, Record<string, string>, number]>([
  ['a terminal with a display', {}, true, { DISPLAY: ':0' }, 1],
  ['--no-open', { open: false }, true, { DISPLAY: ':0' }, 0],
  ['--open', { open: true }, false, {}, 1],
])('a browser is opened or not: %s', async (_name, options, stdoutTTY, env, times) => {
  const { seen } = await start(options, { stdoutTTY, env: { HOME: (await createTemporaryDirectory()).path, ...env } });
  expect(seen.opened).toHaveLength(times);
  expect(seen.stdout.trim()).toMatch(/#k=[\w-]{22}$/);
});

test('the browser gets the link by a private file, which is gone once the companion ends', async () => {
  const companion = await start({ open: true }, { stdinTTY: true });
  const [address = ''] = companion.seen.opened;
  const link = companion.seen.stdout.trim();
  expect(address).toMatch(/^file:\/\/\/.*\/atip-open-\w{6}\/open\.html$/);
  expect(address).not.toContain(link.slice(link.indexOf('#k=') + 3));
  expect(readFileSync(new URL(address), 'utf8')).toContain(`href="${link}"`);
  await companion.stop();
  await expect.poll(() => existsSync(new URL('.', address)), SOON).toBe(false);
});

test.each([
  ['--new-link', { newLink: true }],
  ['the same command again', {}],
])('%s prints a new link of the companion that runs, which ends the one before', async (_name, options) => {
  const { path: home } = await createTemporaryDirectory();
  const env = { HOME: home };
  const { seen } = await start({}, { env });
  const first = seen.stdout.trim();
  const port = Number(new URL(first).port);
  const { seen: other } = await start({ port, ...options }, { env });
  expect(other.stdout).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/#k=[\\w-]{22}\n$`));
  expect(other.stderr).toContain(`The companion on port ${port} keeps running as it was started.`);
  expect(seen.stderr).toContain('A new link was requested with atip serve.');
  expect([await exchange(first), await exchange(other.stdout.trim())]).toStrictEqual([401, 200]);
});

test('a companion that runs already does not stand in for one that has to be started otherwise', async () => {
  const env = { HOME: (await createTemporaryDirectory()).path };
  const { seen } = await start({}, { env });
  const first = seen.stdout.trim();
  const port = Number(new URL(first).port);
  await expect(start({ port, reuse: false }, { env })).rejects.toThrow(
    `Port ${port} is taken. Stop what uses it, or choose another: --port ${port + 1}\nIf it is your companion, it keeps the options it was started with; for a link to it: atip serve --new-link --port ${port}`,
  );
  expect(await exchange(first)).toBe(200);
});

const HOST = { cwd: '/', env: {} };
const QUIET: Startup = {
  sandbox: { available: true, kind: 'bubblewrap', tested: true, checks: [] },
  skipped: [],
  tokenFile: undefined,
  hasPage: true,
};

test('there is nothing to say where all works', () => {
  expect(startupNotes(QUIET, { host: HOST })).toStrictEqual([]);
});

test.each([
  [undefined, 'No sandbox works here, so most tools will not run. Why. To run them without one: --sandbox preferred'],
  ['required', 'No sandbox works here, so most tools will not run. Why. To run them without one: --sandbox preferred'],
  ['preferred', 'Tools run without a sandbox. Why.'],
  ['off', 'Tools run without a sandbox. Why.'],
] as const)('without a sandbox, and --sandbox %s', (sandbox, text) => {
  const status = { available: false, kind: 'none', tested: true, checks: [], reason: 'Why.' } as const;
  expect(
    startupNotes({ ...QUIET, sandbox: status }, { host: { ...HOST, policy: sandbox && { sandbox } } }),
  ).toStrictEqual([text]);
});
