import { expect, test } from 'vitest';
import { NEW_RUN } from './call-run.ts';
import { durationOf, MAX_RUNS, type RunHistory, type RunRequest, updateHistory } from './run-history.ts';

const REQUEST: RunRequest = { call: { id: 'c', name: 'git_log', arguments: {} }, provider: 'openai' };
const started = (history: RunHistory, id: number, now: number): RunHistory =>
  updateHistory(history, { type: 'start', id, request: REQUEST, now });

test('the newest run is first, and the oldest are forgotten', () => {
  let history: RunHistory = [];
  for (let id = 1; id <= MAX_RUNS + 1; id += 1) history = started(history, id, id);
  expect(history.map(({ id }) => id)).toStrictEqual(Array.from({ length: 20 }, (_, index) => 21 - index));
  expect(history.at(-1)).toStrictEqual({ id: 2, request: REQUEST, started: 2, run: NEW_RUN });
});

test('a run ends once, and its news touch no other', () => {
  const two = started(started([], 1, 10), 2, 20);
  const cancelled = updateHistory(two, { type: 'update', id: 1, action: { type: 'cancelled' }, now: 35 });
  expect(cancelled.map(({ run, ended }) => [run.phase, ended])).toStrictEqual([
    ['starting', undefined],
    ['cancelled', 35],
  ]);
  const later = updateHistory(cancelled, { type: 'update', id: 1, action: { type: 'closed' }, now: 99 });
  expect(later[1]).toStrictEqual(cancelled[1]);
  expect(updateHistory(two, { type: 'update', id: 7, action: { type: 'closed' }, now: 99 })).toStrictEqual(two);
});

test.each([
  [0, '0 ms'],
  [840.4, '840 ms'],
  [12_430, '12.4 s'],
  [185_900, '3 min 5 s'],
])('%d ms is %s', (ms, words) => {
  expect(durationOf(ms)).toBe(words);
});
