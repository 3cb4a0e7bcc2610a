// needs: bwrap
import { existsSync, readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../../../packages/node/src/testing/temporary-directory.ts';
import { serveCompanion, type Startup, startupNotes } from './serve-companion.ts';
import { ServeError, type ServeHost, type ServeOptions } from './serve-host.ts';

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
    { port: 0, cwd: '/', probes: [], ...options },
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
  ['no terminal', {}, false, { DISPLAY: ':0' }, 0],
  ['a terminal without a display', {}, true, {}, 0],
  ['a terminal with a display', {}, true, { DISPLAY: ':0' }, 1],
  ['--no-open', { open: false }, true, { DISPLAY: ':0' }, 0],
  ['--open', { open: true }, false, {}, 1],
])('a browser is opened or not: %s', async (_name, options, stdoutTTY, env, times) => {
  const { seen } = await start(options, { stdoutTTY, env: { HOME: (await createTemporaryDirectory()).path, ...env } });
  expect(seen.opened).toHaveLength(times);
  expect(seen.stdout.trim()).toMatch(/#k=[\w-]{22}$/);
});

test.each<[string, (companion: Awaited<ReturnType<typeof start>>) => unknown]>([
  ['the link was used', ({ seen }) => exchange(seen.stdout.trim())],
  ['a new one took its place', ({ stdin }) => stdin.write('\n')],
  ['the companion ends', ({ stop }) => stop()],
])('the browser gets the link by a private file, which is gone once %s', async (_name, spend) => {
  const companion = await start({ open: true }, { stdinTTY: true });
  const [address = ''] = companion.seen.opened;
  const link = companion.seen.stdout.trim();
  expect(address).toMatch(/^file:\/\/\/.*\/atip-open-\w{6}\/open\.html$/);
  expect(address).not.toContain(link.slice(link.indexOf('#k=') + 3));
  expect(readFileSync(new URL(address), 'utf8')).toContain(`href="${link}"`);
  await spend(companion);
  await expect.poll(() => existsSync(new URL('.', address)), SOON).toBe(false);
});

test('without a place for the file the printed link is still there', async () => {
  const before = process.env['TMPDIR'];
  onTestFinished(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  });
  const { path: home } = await createTemporaryDirectory();
  process.env['TMPDIR'] = '/nowhere';
  const { seen } = await start({ open: true }, { env: { HOME: home } });
  expect(seen.opened).toStrictEqual([]);
  expect(seen.stderr).toMatch(
    /^No sandbox works here, so most tools will not run\. .*--sandbox preferred\nNo browser could be opened; open the link yourself\.\nThe link works once, for a minute\. [^\n]+\n$/,
  );
  expect(await exchange(seen.stdout.trim())).toBe(200);
});

test('files that were left out are named on one line, with nothing in it that moves the terminal', async () => {
  const { path: home, write } = await createTemporaryDirectory();
  await write('.local/share/agent-tools/shims/a\u001b[2J\nb.json', '{');
  const { seen } = await start({}, { env: { HOME: home } });
  expect(seen.stderr).toMatch(
    /^1 tool file left out: \S+\/a\\u\{1b\}\[2J\\nb\.json: line 1: [^\n]+\nThe link [^\n]+\n$/,
  );
});

test('the signal ends it, and nothing answers afterwards', async () => {
  const { seen, stop } = await start();
  await stop();
  await expect(exchange(seen.stdout.trim())).rejects.toThrow();
});

test('a signal that came before it listened ends it as well', async () => {
  const { seen } = await start({}, { signal: AbortSignal.abort() });
  await expect(exchange(seen.stdout.trim())).rejects.toThrow();
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

test('where no companion runs, --new-link says how to start one, and starts none', async () => {
  const text = 'No companion of yours answers on port 4177. Start one with: atip serve';
  await expect(start({ port: 4177, newLink: true })).rejects.toThrow(new ServeError('io', text));
});

test('a port that another user’s program has is said with the way out', async () => {
  const { seen } = await start();
  const port = Number(new URL(seen.stdout).port);
  const other = port < 65_535 ? port + 1 : port - 1;
  const text = `Port ${port} is taken. Stop what uses it, or choose another: --port ${other}`;
  await expect(start({ port })).rejects.toThrow(new ServeError('io', text));
});

test.each<[string, Partial<ServeOptions>, string | RegExp]>([
  ['a directory that is none', { cwd: '/nowhere' }, '--cwd must name a directory, and /nowhere is not one.'],
  [
    'a name to listen on',
    { bind: 'localhost' },
    '--dangerously-bind must be an IP address, such as 192.168.1.5; 0.0.0.0 and :: mean every interface.',
  ],
  ['an address with a zone', { bind: 'fe80::1%lo' }, /^--dangerously-bind must be an IP address/],
  ['nothing to listen on', { bind: '' }, /^--dangerously-bind must be an IP address/],
  [
    'an origin that is an address',
    { allowOrigins: ['https://a.example', 'https://b.example/'] },
    /^--allow-origin "https:\/\/b\.example\/" is refused\. Write an origin such as .* Perhaps https:\/\/b\.example is meant\.$/,
  ],
  [
    'a public page without TLS',
    { publicUrl: 'http://play.example.org/' },
    /^--public-url "http:\/\/play\.example\.org\/" is refused\. Write the address of a hosted page/,
  ],
  [
    'questions where nobody is asked',
    { confirm: 'terminal' },
    '--confirm terminal asks at a terminal, and standard input is not one. Leave it out, and the page asks.',
  ],
])('a usage error, before anything starts: %s', async (_name, options, message) => {
  const error = await start(options).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ServeError);
  expect(error).toMatchObject({ kind: 'usage' });
  await expect(Promise.reject(error)).rejects.toThrow(message);
});

test('an address that this machine does not have is said', async () => {
  await expect(start({ bind: '203.0.113.9' })).rejects.toThrow(
    new ServeError('io', 'This machine has no address 203.0.113.9. Name one that it has.'),
  );
});

test('where the token is written is said, and the token is not', async () => {
  const { path: home, at } = await createTemporaryDirectory();
  const { seen, stop } = await start({ tokenFile: true }, { env: { HOME: home, PATH: '/usr/bin:/bin' } });
  const { port } = new URL(seen.stdout);
  const file = at(`.local/state/agent-tools/companion-${port}.token`);
  const token = readFileSync(file, 'utf8').trim();
  expect(seen.stderr).toBe(
    `The token is in ${file} until this ends. Programs send it as "Authorization: Bearer …"; not in arguments.\n${hint(seen.stdout)}`,
  );
  expect(seen.stdout.includes(token)).toBe(false);
  await stop();
  expect(existsSync(file)).toBe(false);
});

test('a question at the terminal is answered there, and Enter still gives links', async () => {
  const { path: home, at, write } = await createTemporaryDirectory();
  await write('.local/share/agent-tools/shims/true.json', JSON.stringify(HARMFUL));
  const env = { HOME: home, PATH: '/usr/bin:/bin' };
  const { seen, stdin } = await start(
    { confirm: 'terminal', tokenFile: true, cwd: home, sandbox: 'off', policy: { byTrust: false } },
    { stdinTTY: true, env },
  );
  const { origin, port } = new URL(seen.stdout.split('\n')[0] ?? '');
  const token = readFileSync(at(`.local/state/agent-tools/companion-${port}.token`), 'utf8').trim();
  const result = fetch(`${origin}/api/v1/calls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ call: { id: '1', name: 'true_wipe', arguments: {} } }),
  }).then((response) => response.text());
  await expect.poll(() => seen.stderr, SOON).toContain('Type yes to run it');
  // A line that comes quicker than a person reads does not count.
  const typing = setInterval(() => stdin.write('yes\n'), 700);
  onTestFinished(() => clearInterval(typing));
  expect(await result).toContain('event: exit\ndata: {"exitCode":0,');
  clearInterval(typing);
  stdin.write('\n');
  await expect.poll(() => seen.stdout.split('\n').length, SOON).toBe(3);
});

/** `/usr/bin/true`, declared as dangerous. */
const HARMFUL = {
  atip: { version: '0.4' },
  name: 'true',
  version: '1.0.0',
  description: 'Does nothing',
  trust: { source: 'user', verified: false },
  commands: {
    wipe: {
      description: 'Wipes',
      effects: {
        filesystem: { read: true, write: true, delete: true },
        network: false,
        subprocess: false,
        destructive: true,
        reversible: false,
        interactive: { stdin: 'none', prompts: false, tty: false },
      },
    },
  },
};

const QUIET: Startup = {
  origins: ['http://127.0.0.1:4170', 'http://192.168.1.5:4170'],
  sandbox: { available: true, kind: 'bubblewrap', tested: true, checks: [] },
  skipped: [],
  tokenFile: undefined,
  hasPage: true,
};

test.each([undefined, '127.0.0.1', '127.0.0.2', '::1'])('bound to %s there is nothing to say', (bind) => {
  expect(startupNotes(QUIET, bind === undefined ? {} : { bind })).toStrictEqual([]);
});

test.each(['0.0.0.0', '::', '192.168.1.5'])('bound to %s it warns, and says what it answers to', (bind) => {
  expect(startupNotes(QUIET, { bind })).toStrictEqual([
    `WARNING: this listens on ${bind}, over plain HTTP. Everybody in the same network can connect; everybody on the path can`,
    'WARNING: read the token and all output, and then run commands as you. Safer: leave --dangerously-bind out, and use',
    'WARNING: an SSH tunnel. It answers to http://127.0.0.1:4170, http://192.168.1.5:4170.',
  ]);
});

test('without a page it says how to get one', () => {
  expect(startupNotes({ ...QUIET, hasPage: false }, {})).toStrictEqual([
    'The page is missing, so the link shows nothing; the API works. In the repository, this builds it: npm run build',
  ]);
});

test('no more than five files are named', () => {
  const skipped = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((source) => ({ source, code: 'invalid', reason: 'Bad.' }));
  expect(startupNotes({ ...QUIET, skipped }, {})).toStrictEqual([
    '7 tool files left out: a: Bad. b: Bad. c: Bad. d: Bad. e: Bad. and 2 more, listed in the page.',
  ]);
});

test.each([
  [undefined, 'No sandbox works here, so most tools will not run. Why. To run them without one: --sandbox preferred'],
  ['required', 'No sandbox works here, so most tools will not run. Why. To run them without one: --sandbox preferred'],
  ['preferred', 'Tools run without a sandbox. Why.'],
  ['off', 'Tools run without a sandbox. Why.'],
] as const)('without a sandbox, and --sandbox %s', (sandbox, text) => {
  const status = { available: false, kind: 'none', tested: true, checks: [], reason: 'Why.' } as const;
  expect(startupNotes({ ...QUIET, sandbox: status }, sandbox === undefined ? {} : { sandbox })).toStrictEqual([text]);
});

test.each([
  [{ policy: { sandbox: 'off' } }, 'Tools run without a sandbox. Why.'],
  [
    { policy: { sandbox: 'off' }, sandbox: 'required' },
    'No sandbox works here, so most tools will not run. Why. To run them without one: --sandbox preferred',
  ],
] as const)('without a sandbox, what the policy says counts after the option: %j', (options, text) => {
  const status = { available: false, kind: 'none', tested: true, checks: [], reason: 'Why.' } as const;
  expect(startupNotes({ ...QUIET, sandbox: status }, options)).toStrictEqual([text]);
});
