import { expect, test } from 'vitest';
import { exitLine, phaseLine } from './run-lines.ts';

test('a run’s end is told in words', () => {
  const exit = { exitCode: 0, duration: 41.6, timedOut: false, truncated: false };
  expect(exitLine(exit)).toBe('exit 0 after 42 ms');
  expect(exitLine({ ...exit, exitCode: null, duration: 30_000, timedOut: true, truncated: true })).toBe(
    'ended by a signal after 30.0 s, time limit reached, output cut at its limit',
  );
  expect(phaseLine({ phase: 'waiting' })).toBe('Waiting for your decision');
  const problem = { title: '', detail: '', code: 'confirmation-denied' };
  expect(phaseLine({ phase: 'failed', problem })).toBe('Not run: you said no');
  expect(phaseLine({ phase: 'failed', problem: { ...problem, code: 'spawn' } })).toBe('Did not run to its end');
});
