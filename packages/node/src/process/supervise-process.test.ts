import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { superviseProcess } from './supervise-process.ts';

test('a process that no signal reaches is given up instead of waited for', async () => {
  const child = spawn('/bin/sleep', ['60'], { stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    const signals: string[] = [];
    const started = performance.now();
    const supervision = superviseProcess(child, { timeout: 50, killGrace: 50, kill: (signal) => signals.push(signal) });
    await supervision.finished;
    expect(performance.now() - started).toBeLessThan(50 + 50 + 1_200);
    expect(supervision.timedOut).toBe(true);
    expect(signals).toStrictEqual(['SIGTERM', 'SIGKILL']);
    expect(child.exitCode).toBe(null);
  } finally {
    child.kill('SIGKILL');
  }
});

test('output that waits unread when the drain is over, because the event loop stood still, is not lost', async () => {
  // More than a stream buffers before somebody listens, so that the rest stays in the pipe.
  const child = spawn('/usr/bin/head', ['-c', '100000', '/dev/zero'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const supervision = superviseProcess(child, { timeout: 10_000, killGrace: 50, kill: () => undefined });
  let size = 0;
  child.once('exit', () => {
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
    });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
  });
  await supervision.finished;
  expect(size).toBe(100_000);
});

test('a background process that keeps writing does not hold the run for more than a second', async () => {
  const child = spawn('/bin/sh', ['-c', 'while :; do echo x; sleep 0.05; done & echo $!'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const started = performance.now();
  await superviseProcess(child, { timeout: 10_000, killGrace: 50, kill: () => undefined }).finished;
  expect(performance.now() - started).toBeLessThan(3_000);
  process.kill(Number(/\d+/.exec(output)?.[0]), 'SIGKILL');
});
