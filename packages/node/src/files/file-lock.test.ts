import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { distScript } from '../testing/dist-script.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { withFileLock, describeHolder, formatHolder, holderState, parseHolder } from './file-lock.ts';

async function prepare(): Promise<{ readonly root: string; readonly lock: string }> {
  const { path: root } = await createTemporaryDirectory();
  return { root, lock: join(root, 'lock') };
}

/** Takes the lock and says so. */
const SCRIPT = `
  import { withFileLock } from './files/file-lock.ts';
  const hold = () => { process.stdout.write('held'); return new Promise((r) => setTimeout(r, 600_000)); };
  await withFileLock(process.argv[2], hold);
`;

test('callers of one process take turns without a limit, and each gets what its action gives', async () => {
  const { lock } = await prepare();
  const order: number[] = [];
  const turn = async (n: number) => {
    order.push(n);
    await Promise.resolve();
    order.push(n);
    return n * 10;
  };
  const results = await Promise.all([1, 2, 3].map((n) => withFileLock(lock, () => turn(n), { timeout: 0 })));
  expect(results).toStrictEqual([10, 20, 30]);
  expect(order).toStrictEqual([1, 1, 2, 2, 3, 3]);
});

test('the lock of a killed process is free at once, and that of a living one is refused with its pid', async () => {
  const { root, lock } = await prepare();
  const script = distScript(root, SCRIPT);
  const child = spawn(process.execPath, [script, lock], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  await expect(withFileLock(lock, () => Promise.resolve(1), { timeout: 50 })).rejects.toMatchObject({
    name: 'LockTimeoutError',
    code: 'LOCK_TIMEOUT',
    holder: child.pid,
  });
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await withFileLock(lock, () => Promise.resolve(2), { timeout: 0 })).toBe(2);
});

async function place(lock: string, number: number, text: string, age = 0): Promise<void> {
  await mkdir(lock, { recursive: true });
  const path = join(lock, String(number));
  await writeFile(path, text);
  const seconds = Date.now() / 1000 - age;
  await utimes(path, seconds, seconds);
}

const take = (lock: string): Promise<string> =>
  withFileLock(lock, () => Promise.resolve('taken'), { timeout: 30 }).catch((error: Error) => error.name);

test.each([
  ['that this process holds', {}, 0, 'LockTimeoutError'],
  ['of a pid that was used again', { start: '1' }, 0, 'taken'],
  ['of another machine, young', { machine: 'elsewhere' }, 5, 'LockTimeoutError'],
  ['of another machine, old', { machine: 'elsewhere' }, 15, 'taken'],
  ['of another machine, from the future', { machine: 'elsewhere' }, -15, 'taken'],
])('a ticket %s', async (_what, change, age, expected) => {
  const { lock } = await prepare();
  await place(lock, 7, formatHolder({ ...(await describeHolder()), ...change }), age);
  expect(await take(lock)).toBe(expected);
});

test.each<[string, (path: string) => Promise<unknown>]>([
  ['a link to nothing', (path) => symlink('/nonexistent/x', path)],
  ['a pipe', (path) => promisify(execFile)('mkfifo', [path])],
])('%s in the place of a ticket holds nobody for ever', async (_what, make) => {
  const { lock } = await prepare();
  await mkdir(lock);
  await make(join(lock, '7'));
  const taken = withFileLock(lock, () => Promise.resolve('mine'), { timeout: 50 });
  await expect(taken).rejects.toMatchObject({ name: 'LockTimeoutError', code: 'LOCK_TIMEOUT' });
});

test('a process that ended, and that nobody has asked about yet, is dead', async () => {
  // The shell is another program by the time that its child ends, and that one never asks.
  const parent = spawn('/bin/sh', ['-c', 'sleep 0.5 & echo $!; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [chunk] = (await once(parent.stdout, 'data')) as [Buffer];
  const self = await describeHolder();
  const holder = { ...self, pid: Number(chunk.toString()), start: await startOf(Number(chunk.toString())) };
  await expect.poll(() => holderState(holder, self), { timeout: 60_000, interval: 20 }).toBe('dead');
  // It is a zombie, not gone: a signal still finds it.
  expect(process.kill(holder.pid, 0)).toBe(true);
});

async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

test.each([
  ['without its newline', '12 34 machine'],
  ['of pid 0, which is every process of a group', '0 34 machine\n'],
  ['too long', `12 34 ${'m'.repeat(301)}\n`],
])('a ticket that is %s says nothing', (_what, text) => {
  expect(parseHolder(text)).toBe(undefined);
});
