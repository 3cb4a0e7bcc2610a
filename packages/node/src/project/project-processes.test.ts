import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { ProjectView } from '@atip/shell';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { openOwnProcesses } from './project-processes.ts';

const isLinux = process.platform === 'linux';

/** A project at a directory, and nothing else. */
function projectAt(root: string | undefined): ProjectView {
  return {
    root,
    fetched: [],
    whyForeign: (directory) =>
      root !== undefined && directory.startsWith(root) ? undefined : 'which is not this project',
  };
}

async function start(cwd: string, words: readonly string[]): Promise<ChildProcess> {
  const child = spawn(words[0] ?? '', words.slice(1), { cwd, stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  return child;
}

const why = (found: readonly { readonly whyForeign: string | undefined }[] | undefined) =>
  found?.map(({ whyForeign }) => whyForeign);

test.runIf(isLinux)('a process is own that works in the project, and none above the gate', async () => {
  const { path } = await createTemporaryDirectory();
  const { find } = openOwnProcesses({ project: projectAt(path) });
  const [inside, outside] = [await start(path, ['sleep', '97']), await start('/', ['sleep', '97'])];
  const of = (number: number | undefined) => why(find({ by: 'number', number: number ?? 0 }));
  expect(of(inside.pid)).toStrictEqual([undefined]);
  expect(of(outside.pid)).toStrictEqual(['which is not of this project']);
  expect([of(1), of(process.pid), of(process.ppid)].flat()).toStrictEqual(
    Array(3).fill('in which this agent or terminal itself runs'),
  );
  expect(of(999_999_999)).toStrictEqual([]);
  const named = (pattern: string) => why(find({ by: 'name', pattern, of: 'line', ignoresCase: false }));
  expect(named('^no-such-thing$')).toStrictEqual([]);
  expect(named('^(?:tmux|no-such-thing)$')).toContain('in which someone may be working');
  const none = openOwnProcesses({ project: projectAt(undefined) });
  expect(why(none.find({ by: 'number', number: inside.pid ?? 0 }))).toStrictEqual(['which is not of this project']);
});

test.runIf(isLinux)('a name, a command line and a port name each process that fits', async () => {
  const { path } = await createTemporaryDirectory();
  const { find } = openOwnProcesses({ project: projectAt(path) });
  const listens = "const s = require('net').createServer().listen(0, '127.0.0.1', () => console.log(s.address().port))";
  const child = await start(path, [process.execPath, '-e', listens, 'marked-83']);
  const [text]: readonly unknown[] = await once(child.stdout ?? process.stdin, 'data');
  const at = { by: 'port', port: Number(text), protocol: 'tcp' } as const;
  const numbers = (found: ReturnType<typeof find>) => found?.map(({ number }) => number);
  expect(numbers(find({ by: 'name', pattern: 'marked-8[3]', of: 'line', ignoresCase: false }))).toStrictEqual([
    child.pid,
  ]);
  expect(numbers(find({ ...at, side: 'listening' }))).toStrictEqual([child.pid]);
  expect(numbers(find({ by: 'name', pattern: '^node$', of: 'names', ignoresCase: false }))).toContain(child.pid);
  // This process is a client of the server.
  const socket = (await import('node:net')).connect(Number(text), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  expect(numbers(find({ ...at, side: 'any' }))).toContain(process.pid);
  expect(find({ ...at, side: 'local' })?.length).toBe(1);
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  expect(why(find({ ...at, port, side: 'listening' }))).toStrictEqual(['in which this agent or terminal itself runs']);
});

/** A table of processes: number, name, parent, terminal, directory, command line. */
function layProcesses(
  proc: string,
  rows: readonly (readonly [number, string, number, number, string, string])[],
): void {
  for (const [number, name, parent, terminal, directory, line] of rows) {
    const at = `${proc}/${number}`;
    mkdirSync(at, { recursive: true });
    writeFileSync(`${at}/stat`, `${number} (${name}) S ${parent} ${number} ${number} ${terminal} -1 0`);
    writeFileSync(`${at}/cmdline`, line.replaceAll(' ', '\0'));
    symlinkSync(directory, `${at}/cwd`);
  }
  mkdirSync(`${proc}/self`, { recursive: true });
  writeFileSync(`${proc}/self/stat`, '');
}

test('of an agent’s session is what its shells started; a person’s programs and our own servers are not', async () => {
  const { path } = await createTemporaryDirectory();
  const proc = `${path}/proc`;
  const [at, other] = ['/home/u/proj', '/srv'];
  layProcesses(proc, [
    [50, 'zsh', 1, 34816, at, 'zsh'],
    [60, 'node', 50, 34816, at, 'node claude'],
    [process.pid, 'node', 60, 34816, at, 'node main.js gate'],
    // By a shell of the agent; its shell has ended; by the agent itself.
    [70, 'bash', 60, 0, other, 'bash -c x'],
    [71, 'node', 70, 0, other, 'node vite'],
    [72, 'node', 1, 0, at, 'node vite'],
    [73, 'node', 60, 0, other, 'node mcp-server'],
    // In another terminal, and what a person works in.
    [80, 'bash', 1, 34817, at, 'bash'],
    [81, 'node', 80, 34817, at, 'node vite'],
    [82, 'nvim', 1, 0, at, 'nvim a.ts'],
    [83, 'codex', 80, 0, at, 'codex'],
    [84, 'node', 1, 0, at, 'node /opt/x/cli/bundle/main.js serve'],
    [85, 'node', 1, 0, at, 'node /usr/bin/atip mcp --line'],
    [86, 'node', 50, 34816, at, 'node vite'],
  ]);
  const whyOf = (agent: string | undefined) => {
    const { find } = openOwnProcesses({
      project: projectAt(at),
      session: agent === undefined ? undefined : { agent },
      proc,
    });
    return Object.fromEntries(
      [50, 60, 70, 71, 72, 73, 80, 81, 82, 83, 84, 85, 86].map((number) => [
        number,
        why(find({ by: 'number', number }))?.[0],
      ]),
    );
  };
  const [itself, elsewhere, working] = [
    'in which this agent or terminal itself runs',
    'which runs in another terminal',
    'in which someone may be working',
  ];
  const foreign = 'which is not of this project';
  const fixed = {
    50: itself,
    60: itself,
    72: undefined,
    80: elsewhere,
    81: elsewhere,
    82: working,
    83: working,
    84: 'which is atip itself',
    85: 'which is atip itself',
    86: undefined,
  };
  expect(whyOf('claude-code')).toStrictEqual({ ...fixed, 70: undefined, 71: undefined, 73: foreign });
  // An editor's shells may be a person's, and by hand nobody names a session.
  expect(whyOf('cursor')).toStrictEqual({ ...fixed, 70: foreign, 71: foreign, 73: foreign });
  expect(whyOf(undefined)).toStrictEqual(whyOf('cursor'));
});

test('numbers in a file of this user count, and without /proc nobody knows', async () => {
  const { path } = await createTemporaryDirectory();
  const write = (name: string, text: string) => {
    writeFileSync(`${path}/${name}`, text, { mode: 0o644 });
    return `${path}/${name}`;
  };
  const { numbersIn, find } = openOwnProcesses({ project: projectAt(path), proc: `${path}/no` });
  expect(numbersIn(write('a', '12\n34\n'))).toStrictEqual([12, 34]);
  expect(numbersIn(`${path}/b`)).toBe(null);
  const bad = ['-1', '12 -1', '0', 'x', '', '1'.repeat(300)];
  expect(bad.map((text, at) => numbersIn(write(`c${at}`, text)))).toStrictEqual(bad.map(() => undefined));
  expect(numbersIn(path)).toBe(undefined);
  expect(find({ by: 'number', number: 12 })).toBe(undefined);
});
