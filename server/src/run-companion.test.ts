import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { type Host, runCompanion } from './run-companion.ts';

/** Generous, for machines under load; what is waited for comes at once on others. */
const SOON = { timeout: 4_000, interval: 20 };

function createHost(args: readonly string[], changes: Partial<Host> = {}) {
  const seen = { stdout: '', stderr: '', exits: [] as number[], opened: [] as string[] };
  const stops: (() => void)[] = [];
  const stdin = new PassThrough();
  const host: Host = {
    args,
    cwd: '/',
    env: { HOME: '/nowhere', PATH: '/usr/bin' },
    platform: 'linux',
    stdin,
    stdout: { write: (text) => (seen.stdout += text) },
    stderr: { write: (text) => (seen.stderr += text) },
    onStop: (listener) => stops.push(listener),
    exit: (code) => seen.exits.push(code),
    openBrowser: (url) => seen.opened.push(url),
    ...changes,
  };
  const stop = (): void => {
    for (const listener of stops) listener();
  };
  return { host, seen, stdin, stop };
}

/** Runs a companion that really listens, and stops it when the test is over. */
async function start(args: readonly string[], changes: Partial<Host> = {}) {
  const running = createHost(['--port', '0', ...args], changes);
  await runCompanion(running.host);
  onTestFinished(async () => {
    if (running.seen.exits.length === 0) running.stop();
    await expect.poll(() => running.seen.exits.length, SOON).toBeGreaterThan(0);
  });
  return running;
}

function exchange(link: string): Promise<number> {
  const { origin, hash } = new URL(link);
  const body = JSON.stringify({ code: hash.slice('#k='.length) });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  return fetch(`${origin}/api/v1/session`, init).then(({ status }) => status);
}

test('one line with a link that works goes to stdout, nothing else', async () => {
  const { seen } = await start([]);
  expect(seen.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#k=[\w-]{22}\n$/);
  expect([seen.stderr, seen.exits, seen.opened]).toStrictEqual(['', [], []]);
  expect(await exchange(seen.stdout.trim())).toBe(200);
});

test('Enter at a terminal gives a new link, and ends the old one', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const { seen } = await start([], { stdin });
  expect(seen.stderr).toBe('The link works once, for a minute. Press Enter for a new one, Ctrl-C to stop.\n');
  stdin.write('\n');
  await expect.poll(() => seen.stdout.split('\n').length, SOON).toBe(3);
  const [first = '', second = ''] = seen.stdout.split('\n');
  expect([await exchange(first), await exchange(second)]).toStrictEqual([401, 200]);
});

test.each([
  ['no terminal', [], false, { DISPLAY: ':0' }, 0],
  ['a terminal without a display', [], true, {}, 0],
  ['a terminal with a display', [], true, { DISPLAY: ':0' }, 1],
  ['--no-open', ['--no-open'], true, { DISPLAY: ':0' }, 0],
  ['--open', ['--open'], false, {}, 1],
])('a browser is opened or not: %s', async (_name, args, isTTY, env, times) => {
  let text = '';
  const stdout = { write: (piece: string) => (text += piece), isTTY };
  const { seen } = await start(args, { stdout, env: { HOME: '/nowhere', ...env } });
  expect(seen.opened).toStrictEqual(Array.from({ length: times }, () => text.trim()));
});

test('a signal stops it with code 0', async () => {
  const { seen, stop } = await start([]);
  stop();
  await expect.poll(() => seen.exits, SOON).toStrictEqual([0]);
  await expect(exchange(seen.stdout.trim())).rejects.toThrow();
});

test('a second signal does not wait', async () => {
  const { seen, stop } = await start([]);
  stop();
  stop();
  expect(seen.exits).toStrictEqual([1]);
  await expect.poll(() => seen.exits, SOON).toStrictEqual([1, 0]);
});

test('a port that is taken is said in one line, with the way out', async () => {
  const first = await start([]);
  const port = Number(new URL(first.seen.stdout).port);
  const { host, seen } = createHost(['--port', String(port)]);
  await runCompanion(host);
  const other = port < 65_535 ? port + 1 : port - 1;
  expect(seen).toStrictEqual({
    stdout: '',
    stderr: `Port ${port} is taken. Stop what uses it, or choose another: npm start -- --port ${other}\n`,
    exits: [5],
    opened: [],
  });
});

test.each([
  [['--prot'], /^Unknown option '--prot'/],
  [['--cwd', '/nowhere'], /^--cwd must name a directory, and \/nowhere is none\.\n\nUsage: /],
])('%j is a usage error', async (args, message) => {
  const { host, seen } = createHost(args);
  await runCompanion(host);
  expect(seen.stderr).toMatch(message);
  expect([seen.stdout, seen.exits]).toStrictEqual(['', [2]]);
});

test('--help goes to stdout and starts nothing', async () => {
  const { host, seen } = createHost(['--help']);
  await runCompanion(host);
  expect(seen.stdout).toMatch(/^Usage: npm start -- \[options\]\n/);
  expect([seen.stderr, seen.exits]).toStrictEqual(['', []]);
});
