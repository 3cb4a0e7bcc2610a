import { expect, test } from 'vitest';
import { createMcpCalls } from './create-mcp-calls.ts';

const NEVER = new AbortController().signal;

/** A task that the test ends. */
function createTask() {
  const heard: { signal?: AbortSignal } = {};
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const task = async (signal: AbortSignal): Promise<string> => {
    heard.signal = signal;
    await ended;
    return 'done';
  };
  return { task, heard, end };
}

test('only so many calls are unfinished, and one that ends makes room', async () => {
  const calls = createMcpCalls(1);
  const first = createTask();
  const taken = calls.take(NEVER, first.task);
  await expect(calls.take(NEVER, createTask().task)).rejects.toThrow('1 calls are unfinished. Wait for one to end.');
  first.end();
  expect(await taken).toBe('done');
  expect(await calls.take(NEVER, async () => 'next')).toBe('next');
});

test('a shutdown tells every call, waits for it, and lets no other begin', async () => {
  const calls = createMcpCalls();
  const { task, heard, end } = createTask();
  const taken = calls.take(NEVER, task);
  const done: string[] = [];
  const shutdown = calls.shutdown().then(() => done.push('shutdown'));
  expect(heard.signal?.aborted).toBe(true);
  await expect(calls.take(NEVER, task)).rejects.toThrow('The server is being stopped.');
  done.push('call');
  end();
  expect(await taken).toBe('done');
  await shutdown;
  expect(done).toStrictEqual(['call', 'shutdown']);
});
