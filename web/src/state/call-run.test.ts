import { expect, test } from 'vitest';
import { type CallRun, type CallRunAction, isUnderway, MAX_SHOWN_OUTPUT, NEW_RUN, updateRun } from './call-run.ts';

const QUESTION = {
  id: '1',
  hash: 'sha256:0',
  executable: '/usr/bin/git',
  argv: ['git'],
  cwd: '/',
  effects: {},
  reasons: ['Destroys data.'],
  expiresIn: 60_000,
  where: 'page',
} as const;
const EXIT = { exitCode: 0, duration: 5, timedOut: false, truncated: false };
const RESULT = { success: true, content: 'ok', message: { role: 'tool', tool_call_id: '1', content: 'ok' } } as const;
const PROBLEM = { type: 'about:blank', status: 403, title: 'Refused', detail: 'No.', code: 'denied' } as const;

const after = (...actions: CallRunAction[]): CallRun => actions.reduce(updateRun, NEW_RUN);
const stdout = (text: string): CallRunAction => ({ type: 'event', event: { event: 'stdout', data: { text } } });
const stderr = (text: string): CallRunAction => ({ type: 'event', event: { event: 'stderr', data: { text } } });
const ask: CallRunAction = { type: 'event', event: { event: 'confirmation-required', data: QUESTION } };
const exit: CallRunAction = { type: 'event', event: { event: 'exit', data: EXIT } };
const result: CallRunAction = { type: 'event', event: { event: 'result', data: RESULT } };

test('a run that goes through', () => {
  expect(after(ask)).toStrictEqual({ phase: 'waiting', question: QUESTION, output: [], dropped: 0 });
  expect(after(ask, { type: 'decided' })).toStrictEqual({ phase: 'running', output: [], dropped: 0 });
  expect(after(ask, { type: 'decided' }, stdout('a'), stdout('b'), stderr('c'), exit, result)).toStrictEqual({
    phase: 'done',
    output: [
      { stream: 'stdout', text: 'ab' },
      { stream: 'stderr', text: 'c' },
    ],
    dropped: 0,
    exit: EXIT,
    result: RESULT,
  });
});

test('a refusal ends it and takes the question away', () => {
  expect(after(ask, { type: 'event', event: { event: 'error', data: PROBLEM } })).toStrictEqual({
    phase: 'failed',
    output: [],
    dropped: 0,
    problem: PROBLEM,
  });
});

test('a yes in the terminal takes the question away before the program says anything', () => {
  const confirmed: CallRunAction = { type: 'event', event: { event: 'confirmed', data: { id: '1' } } };
  expect(after(ask, confirmed)).toStrictEqual({ phase: 'running', output: [], dropped: 0 });
  expect(after(confirmed, { type: 'cancelled' }, confirmed).phase).toBe('cancelled');
});

test('output takes a question away that was answered in the terminal', () => {
  expect(after(ask, stdout('a'))).toStrictEqual({
    phase: 'running',
    output: [{ stream: 'stdout', text: 'a' }],
    dropped: 0,
  });
});

test('a stream that ends too early is a failure, one that ends in time is not', () => {
  expect(after(stdout('a'), { type: 'closed' }).problem?.code).toBe('stream-ended');
  expect(after(result, { type: 'closed' }).phase).toBe('done');
});

test('nothing happens after the end', () => {
  expect(after({ type: 'cancelled' }, stdout('late'), result)).toStrictEqual({
    phase: 'cancelled',
    output: [],
    dropped: 0,
  });
  expect(after(result, { type: 'cancelled' }).phase).toBe('done');
  expect([isUnderway(after(ask)), isUnderway(after(result))]).toStrictEqual([true, false]);
});

test('long output loses its start, and the loss is counted', () => {
  const run = after(stderr('x'.repeat(10)), stdout('y'.repeat(MAX_SHOWN_OUTPUT)), stdout('z'));
  expect(run.dropped).toBe(11);
  expect(run.output).toStrictEqual([{ stream: 'stdout', text: `${'y'.repeat(MAX_SHOWN_OUTPUT - 1)}z` }]);
});
