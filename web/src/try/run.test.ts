import type { CallEvent } from '@atip/companion';
import { expect, test } from 'vitest';
import { MAX_SHOWN_OUTPUT, type PageRun, type RunAction, type RunRequest, updateRun } from './run.ts';

const REQUEST: RunRequest = { call: { id: 'c', name: 'git_log', arguments: {} }, provider: 'openai' };
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
const KEPT = { id: '1', rule: { run: 'git', decision: 'allow' } } as const;
const PROBLEM = { type: 'about:blank', status: 403, title: 'Refused', detail: 'No.', code: 'denied' } as const;

const start = (id: number): PageRun | undefined =>
  updateRun(undefined, { id, now: id, news: { event: 'start', request: REQUEST } });
const event = (name: CallEvent['event'], data: unknown): RunAction =>
  ({ id: 1, now: 9, news: { event: name, data } }) as RunAction;
const ask = event('confirmation-required', QUESTION);
const stdout = (text: string): RunAction => event('stdout', { text });
const result = event('result', RESULT);
const is = (name: 'decided' | 'cancelled'): RunAction => ({ id: 1, now: 9, news: { event: name } });

/** The run after some news, without what it began with. */
function after(...actions: RunAction[]): Partial<PageRun> {
  const run = actions.reduce(updateRun, start(1));
  const { id: _id, request: _request, started: _started, dropped: _dropped, kept = [], ...rest } = run ?? {};
  return { ...rest, ...(kept.length > 0 && { kept }) };
}

test('a run that goes through', () => {
  expect(after(ask)).toStrictEqual({ phase: 'waiting', question: QUESTION, output: [] });
  expect(after(ask, is('decided'))).toStrictEqual({ phase: 'running', output: [] });
  const output = [stdout('a'), stdout('b'), event('stderr', { text: 'c' })];
  expect(after(ask, is('decided'), ...output, event('exit', EXIT), result)).toStrictEqual({
    phase: 'done',
    output: [
      { stream: 'stdout', text: 'ab' },
      { stream: 'stderr', text: 'c' },
    ],
    exit: EXIT,
    result: RESULT,
    ended: 9,
  });
});

test.each([
  ['a refusal', event('error', PROBLEM), { phase: 'failed', output: [], problem: PROBLEM, ended: 9 }],
  [
    'a no',
    event('error', { ...PROBLEM, code: 'confirmation-denied' }),
    { phase: 'declined', output: [], problem: { ...PROBLEM, code: 'confirmation-denied' }, ended: 9 },
  ],
  ['a yes in the terminal', event('confirmed', { id: '1' }), { phase: 'running', output: [] }],
  ['a yes for good', event('confirmed', { id: '1', kept: KEPT }), { phase: 'running', output: [], kept: [KEPT] }],
  ['output', stdout('a'), { phase: 'running', output: [{ stream: 'stdout', text: 'a' }] }],
])('%s takes the question away', (_name, action, run) => {
  expect(after(ask, action)).toStrictEqual(run);
});

test('what a run kept can be added to and taken back after its end', () => {
  const news = (name: 'kept' | 'forgotten', kept: NonNullable<PageRun['kept']>[number]): RunAction => ({
    ...{ id: 1, now: 9, news: { event: name, kept } },
  });
  const host = { id: '2', host: 'github.com' };
  const yes = event('confirmed', { id: '1', kept: KEPT });
  expect(after(ask, yes, result, news('kept', host)).kept).toStrictEqual([KEPT, host]);
  expect(after(ask, yes, result, news('kept', host), news('forgotten', KEPT)).kept).toStrictEqual([host]);
});

test('what was kept stays when another run starts', () => {
  const kept = [event('confirmed', { id: '1', kept: KEPT }), result].reduce(updateRun, updateRun(start(1), ask));
  expect(updateRun(kept, { id: 2, now: 2, news: { event: 'start', request: REQUEST } })?.kept).toStrictEqual([KEPT]);
});

test('events that this page does not know change nothing', () => {
  expect(after(ask, event('later' as CallEvent['event'], {}))).toStrictEqual(after(ask));
});

test('nothing happens after the end, nor to another run', () => {
  expect(after(result, event('error', PROBLEM)).phase).toBe('done');
  expect(after(is('cancelled'), stdout('late'), result)).toStrictEqual({ phase: 'cancelled', output: [], ended: 9 });
  expect(updateRun(start(2), is('cancelled'))?.phase).toBe('starting');
});

test('long output loses its start, and the loss is counted', () => {
  const long = [event('stderr', { text: 'x'.repeat(10) }), stdout('y'.repeat(MAX_SHOWN_OUTPUT)), stdout('z')];
  const run = long.reduce(updateRun, start(1));
  expect([run?.dropped, run?.output]).toStrictEqual([
    11,
    [{ stream: 'stdout', text: `${'y'.repeat(MAX_SHOWN_OUTPUT - 1)}z` }],
  ]);
});
