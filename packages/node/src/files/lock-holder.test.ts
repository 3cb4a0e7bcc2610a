import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { describeHolder, formatHolder, holderState, parseHolder } from './file-lock.ts';

test('this process is alive, and its description is read back as it was', async () => {
  const self = await describeHolder();
  expect(parseHolder(formatHolder(self))).toStrictEqual(self);
  expect(self.pid).toBe(process.pid);
  expect(await holderState(self, self)).toBe('alive');
});

test('a process that ended, and that nobody has asked about yet, is dead', async () => {
  // The shell ends at once, and its parent, which became `sleep`, never asks.
  const parent = spawn('/bin/sh', ['-c', 'sleep 0 & echo $!; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [chunk] = (await once(parent.stdout, 'data')) as [Buffer];
  const self = await describeHolder();
  const holder = { ...self, pid: Number(chunk.toString()), start: await startOf(Number(chunk.toString())) };
  await expect.poll(() => holderState(holder, self), { timeout: 4000, interval: 20 }).toBe('dead');
  // It is a zombie, not gone: a signal still finds it.
  expect(process.kill(holder.pid, 0)).toBe(true);
});

async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

test.each([
  ['empty', ''],
  ['without its newline', '12 34 machine'],
  ['of pid 0, which is every process of a group', '0 34 machine\n'],
  ['of a negative pid', '-12 34 machine\n'],
  ['without a machine', '12 34 \n'],
  ['of two lines', '12 34 machine\nx\n'],
  ['too long', `12 34 ${'m'.repeat(301)}\n`],
])('a ticket that is %s says nothing', (_what, text) => {
  expect(parseHolder(text)).toBe(undefined);
});
