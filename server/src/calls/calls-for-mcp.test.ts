import { expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createActiveCalls } from './active-calls.ts';
import { callsForMcp } from './calls-for-mcp.ts';

const NEVER = new AbortController().signal;

function prepare(limits: { readonly running: number; readonly waiting: number }) {
  let ids = 0;
  const active = createActiveCalls(createManualClock(), () => `call-${++ids}`, limits);
  return { active, calls: callsForMcp(active) };
}

test('a call over MCP counts among all, and has its place back when it fails as well', async () => {
  const { active, calls } = prepare({ running: 1, waiting: 0 });
  const call = active.admit();
  await expect(calls.take(NEVER, async () => 'x')).rejects.toMatchObject({ problem: { code: 'too-many-calls' } });
  call.finish();
  const fail = async (): Promise<never> => {
    throw new RangeError('failed');
  };
  await expect(calls.take(NEVER, fail)).rejects.toThrow(RangeError);
  expect(await calls.take(NEVER, async () => 'next')).toBe('next');
});

test('its program waits for the same places', async () => {
  const { active, calls } = prepare({ running: 1, waiting: 1 });
  const order: string[] = [];
  const first = active.slots.use(NEVER, async () => {
    await Promise.resolve();
    order.push('page');
  });
  const second = calls.inTurn(NEVER, async () => order.push('mcp'));
  await Promise.all([first, second]);
  expect(order).toStrictEqual(['page', 'mcp']);
});

test('a shutdown tells it to end, and waits for it', async () => {
  const { active, calls } = prepare({ running: 1, waiting: 0 });
  const done: string[] = [];
  const taken = calls.take(
    NEVER,
    (signal) =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          done.push('call');
          resolve();
        });
      }),
  );
  await active.shutdown();
  done.push('shutdown');
  await taken;
  expect(done).toStrictEqual(['call', 'shutdown']);
});
