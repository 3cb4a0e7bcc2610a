import { expect, test } from 'vitest';
import { createActiveCalls } from './active-calls.ts';
import { ProblemError } from '../http/problem.ts';
import { advance, stopTime } from '../testing/manual-time.ts';

stopTime();

function prepare(most?: number) {
  let ids = 0;
  return { calls: createActiveCalls(() => `call-${++ids}`, most) };
}

/** The code of a thrown problem. */
function codeOf(action: () => unknown): string | undefined {
  try {
    action();
  } catch (error) {
    if (error instanceof ProblemError) return error.problem.code;
    throw error;
  }
  return undefined;
}

async function outcomeOf(confirmation: Promise<boolean>): Promise<string> {
  return confirmation.then(
    (approved) => (approved ? 'approved' : 'denied'),
    (error: unknown) => (error instanceof ProblemError ? error.problem.code : String(error)),
  );
}

test('a question lapses after 120 s', async () => {
  const { calls } = prepare();
  const call = calls.admit();
  const answer = outcomeOf(call.confirmation('sha256:a'));
  advance(119_999);
  expect(codeOf(() => calls.decide(call.id, { approve: true, hash: 'sha256:b' }))).toBe('hash-mismatch');
  advance(1);
  expect(await answer).toBe('confirmation-lapsed');
  expect(codeOf(() => calls.decide(call.id, { approve: true, hash: 'sha256:a' }))).toBe('no-question');
});

test('a cancelled call has no question any more', async () => {
  const { calls } = prepare();
  const call = calls.admit();
  const answer = outcomeOf(call.confirmation('sha256:a'));
  calls.cancel(call.id);
  expect(await answer).toBe('call-cancelled');
  expect(codeOf(() => calls.decide(call.id, { approve: true, hash: 'sha256:a' }))).toBe('no-question');
  expect(await outcomeOf(call.confirmation('sha256:a'))).toBe('call-cancelled');
});

test('only so many calls are unfinished at a time', () => {
  const { calls } = prepare(3);
  const [first] = [calls.admit(), calls.admit(), calls.admit()];
  expect(codeOf(() => calls.admit())).toBe('too-many-calls');
  first.finish();
  expect(calls.admit().id).toBe('call-4');
});

test('a shutdown cancels all and waits for the last to end', async () => {
  const { calls } = prepare();
  const [first, second] = [calls.admit(), calls.admit()];
  const done: string[] = [];
  const shutdown = calls.shutdown().then(() => done.push('shutdown'));
  expect([first.signal.aborted, second.signal.aborted]).toStrictEqual([true, true]);
  expect(codeOf(() => calls.admit())).toBe('shutting-down');
  first.finish();
  await Promise.resolve();
  done.push('second');
  second.finish();
  await shutdown;
  expect(done).toStrictEqual(['second', 'shutdown']);
  await calls.shutdown();
});
