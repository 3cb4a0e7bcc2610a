import { expect, test } from 'vitest';
import type { Host } from '@atip/node';
import { MAX_WAITING } from '../http/event-stream.ts';
import { createTestPorts, TEST_OUTCOME, type TestOverrides } from '../testing/test-ports.ts';
import { answerCall } from './calls.ts';

const REQUEST = { call: { id: '1', name: 'demo_say', arguments: { text: 'x' } } };
const OUTCOME = TEST_OUTCOME;
const KIB = 1_024;
/** 4 KiB without a secret. */
const LINES = 'plain text, line\n'.repeat(256).slice(-4 * KIB);

/** A program that writes lines of 4 KiB while they are read, up to 96 KiB, which is less than redaction lets through. */
function createProgram() {
  const program = { wrote: 0, waits: false };
  const run: Host['machine']['run'] = async (_argv, _program, { onOutput, signal }) => {
    const stopped = new Promise<void>((resolve) => {
      signal?.addEventListener('abort', () => resolve(), { once: true });
    });
    while (program.wrote < 96 * KIB && signal?.aborted !== true) {
      program.wrote += 4 * KIB;
      const ready = onOutput?.('stdout', LINES);
      program.waits = ready instanceof Promise;
      await Promise.race([ready, stopped]);
    }
    return signal?.aborted === true ? { ...OUTCOME, exitCode: null } : OUTCOME;
  };
  return { program, run };
}

async function start(overrides: TestOverrides) {
  const ports = await createTestPorts(overrides);
  const gone = new AbortController();
  const from = new Request('http://127.0.0.1', { headers: { accept: 'text/event-stream' }, signal: gone.signal });
  const response = await answerCall(REQUEST, from, ports);
  return { ports, gone, response };
}

/** All events' names, and the length of their output. */
async function readAll(response: Response): Promise<{ readonly names: string[]; readonly output: number }> {
  const text = await response.text();
  const names = [...text.matchAll(/^event: ([a-z-]+)$/gm)].map(([, name = '']) => name);
  return { names: [...new Set(names)], output: text.split('plain text, line').length - 1 };
}

test('a program waits for a client that does not read, and reading on gets everything', async () => {
  const { program, run } = createProgram();
  const { response } = await start({ machine: { run } });
  await expect.poll(() => program.waits).toBe(true);
  expect(program.wrote).toBeGreaterThan(MAX_WAITING / 2);
  expect(program.wrote).toBeLessThanOrEqual(MAX_WAITING + 8 * KIB);
  const { names, output } = await readAll(response);
  expect(names).toStrictEqual(['accepted', 'stdout', 'exit', 'result']);
  expect(output).toBeGreaterThanOrEqual(24 * 240);
});

test.each<[string, (started: Awaited<ReturnType<typeof start>>) => unknown]>([
  ['goes away', ({ gone }) => gone.abort()],
  ['cancels the call', ({ ports }) => ports.calls.cancel('call-1')],
])('a client that %s while its program waits ends the program, and the call', async (_name, leave) => {
  const { program, run } = createProgram();
  const started = await start({ machine: { run } });
  await expect.poll(() => program.waits).toBe(true);
  await leave(started);
  // Resolves only without unfinished calls.
  await started.ports.calls.shutdown();
  expect(program.wrote).toBeLessThanOrEqual(MAX_WAITING + 8 * KIB);
  expect(started.ports.recorded.at(-1)).toMatchObject({ event: 'execution', exitCode: null });
});
