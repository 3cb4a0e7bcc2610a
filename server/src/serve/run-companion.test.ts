import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  expect(seen.opened).toHaveLength(times);
  expect(text.trim()).toMatch(/#k=[\w-]{22}$/);
});

test.each<[string, (companion: Awaited<ReturnType<typeof start>>) => unknown]>([
  ['the link was used', ({ seen }) => exchange(seen.stdout.trim())],
  ['a new one took its place', ({ stdin }) => stdin.write('\n')],
  ['the companion ends', ({ stop }) => stop()],
])('the browser gets the link by a private file, which is gone once %s', async (_name, spend) => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const companion = await start(['--open'], { stdin });
  const [address = ''] = companion.seen.opened;
  const link = companion.seen.stdout.trim();
  expect(address).toMatch(/^file:\/\/\/.*\/atip-open-\w{6}\/open\.html$/);
  expect(address).not.toContain(link.slice(link.indexOf('#k=') + 3));
  expect(readFileSync(new URL(address), 'utf8')).toContain(`href="${link}"`);
  await spend({ ...companion, stdin });
  await expect.poll(() => existsSync(new URL('.', address)), SOON).toBe(false);
});

test('without a place for the file the printed link is still there', async () => {
  const before = process.env['TMPDIR'];
  onTestFinished(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  });
  process.env['TMPDIR'] = '/nowhere';
  const { seen } = await start(['--open']);
  expect(seen.opened).toStrictEqual([]);
  expect(seen.stderr).toMatch(
    /^No sandbox works here, so most tools will not run\. .*--sandbox preferred\nNo browser could be opened; open the link yourself\.\n$/,
  );
  expect(await exchange(seen.stdout.trim())).toBe(200);
});

test('files that were left out are named on one line, with nothing in it that moves the terminal', async () => {
  const home = mkdtempSync(join(tmpdir(), 'atip-home-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const shims = join(home, '.local/share/agent-tools/shims');
  mkdirSync(shims, { recursive: true });
  writeFileSync(join(shims, 'a\u001b[2J\nb.json'), '{');
  const { seen } = await start([], { env: { HOME: home } });
  expect(seen.stderr).toMatch(/^1 tool file left out: \S+\/a\\u\{1b\}\[2J\\nb\.json: line 1: [^\n]+\n$/);
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
