import { expect, test } from 'vitest';
import { exitLine, phaseLine, sandboxLine } from './run-lines.ts';

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

test('what held a process is told in words', () => {
  const held = { applied: true, kind: 'bubblewrap', network: false, writable: [], notes: ['No network.'] } as const;
  expect(sandboxLine(undefined)).toBe(undefined);
  expect(sandboxLine(held)).toBe('In a sandbox: no network, nothing to write to');
  expect(sandboxLine({ ...held, network: true, writable: ['/a', '/b'] })).toBe(
    'In a sandbox: network, may write /a, /b',
  );
  expect(sandboxLine({ ...held, applied: false, kind: 'none', notes: [] })).toBe('Not in a sandbox');
  expect(sandboxLine({ ...held, applied: false, kind: 'none', notes: ['None works.'] })).toBe(
    'Not in a sandbox: None works.',
  );
});
