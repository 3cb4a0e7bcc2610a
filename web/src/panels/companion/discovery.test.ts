import type { DiscoveryEvent, ToolSummary } from '@atip/companion';
import { expect, test } from 'vitest';
import { type Discovery, NEW_DISCOVERY, endLine, isDiscovering, progressLine, updateDiscovery } from './discovery.ts';

const DEMO: ToolSummary = {
  name: 'demo',
  version: '1.0.0',
  description: 'Shows itself',
  origin: 'probed',
  trust: 'native',
  executable: '/bin/demo',
  hash: 'sha256:0',
  commands: 2,
  issues: [],
};
const SKIPPED = { source: '/bin/x', code: 'timed-out', reason: 'It took too long.' };
const COUNTS = { directories: 1, executables: 3, skipped: 1, cached: 0, read: 3, bytes: 9, marked: 1, canonical: 0 };
const SUMMARY = { found: 1, counts: { ...COUNTS, asked: 1, started: 2 }, duration: 600 };
const PROBLEM = { code: 'internal-error', title: 'No', detail: 'Why' };

const PROGRESS: DiscoveryEvent = { event: 'progress', data: { phase: 'screening', done: 50 } };
const ASKING: DiscoveryEvent = { event: 'progress', data: { phase: 'asking', done: 1, total: 2 } };
const EVENTS: readonly DiscoveryEvent[] = [
  PROGRESS,
  ASKING,
  { event: 'skipped', data: SKIPPED },
  { event: 'found', data: DEMO },
];

const after = (events: readonly DiscoveryEvent[]): Discovery =>
  events.reduce((state, event) => updateDiscovery(state, { type: 'event', event }), NEW_DISCOVERY);

test('progress, what was left out and what was found build up', () => {
  expect(after([PROGRESS])).toStrictEqual({ phase: 'screening', progress: { done: 50 }, found: [], skipped: [] });
  expect(after(EVENTS)).toStrictEqual({
    phase: 'asking',
    progress: { done: 1, total: 2 },
    found: [DEMO],
    skipped: [SKIPPED],
  });
});

test('at the end the tools stay until the list has them', () => {
  const done = after([...EVENTS, { event: 'done', data: SUMMARY }]);
  expect(done).toStrictEqual({ phase: 'done', summary: SUMMARY, found: [DEMO], skipped: [SKIPPED] });
  expect(isDiscovering(done)).toBe(false);
  expect(updateDiscovery(done, { type: 'closed' })).toBe(done);
  expect(updateDiscovery(done, { type: 'listed' })).toStrictEqual({ ...done, found: [] });
});

test('a list that is read meanwhile takes nothing away', () => {
  const state = after(EVENTS);
  expect(updateDiscovery(state, { type: 'listed' })).toBe(state);
});

test.each([
  [
    'an error of the companion',
    { type: 'event', event: { event: 'error', data: { ...PROBLEM, type: 'about:blank', status: 500 } } },
    'internal-error',
  ],
  ['an answer that is a problem', { type: 'failed', problem: PROBLEM }, 'internal-error'],
  ['a stream that ends before its end', { type: 'closed' }, 'stream-ended'],
] as const)('%s is a failure, and what was found until then is not promised', (_name, action, code) => {
  const { problem, ...state } = updateDiscovery(after(EVENTS), action);
  expect(state).toStrictEqual({ phase: 'failed', found: [], skipped: [SKIPPED] });
  expect(problem?.code).toBe(code);
});

test('a cancelled discovery stays cancelled, whatever still comes', () => {
  const cancelled = updateDiscovery(after(EVENTS), { type: 'cancelled' });
  expect(cancelled).toStrictEqual({ phase: 'cancelled', found: [], skipped: [SKIPPED] });
  expect(updateDiscovery(cancelled, { type: 'event', event: { event: 'found', data: DEMO } })).toBe(cancelled);
  expect(updateDiscovery(cancelled, { type: 'closed' })).toBe(cancelled);
});

test.each([
  [{ phase: 'starting' }, 'Asking the companion…'],
  [{ phase: 'screening' }, 'Reading programs'],
  [{ phase: 'screening', progress: { done: 1050 } }, 'Reading programs: 1,050'],
  [{ phase: 'screening', progress: { done: 812, total: 1288 } }, 'Reading programs: 812 of 1,288'],
  [{ phase: 'asking', progress: { done: 0, total: 2 } }, 'Asking programs about themselves: 0 of 2'],
  [{ phase: 'done' }, undefined],
] as const)('%j under way', (discovery, line) => {
  expect(progressLine(discovery)).toBe(line);
});

const counts = (read: number, cached: number, asked: number) => ({
  directories: 9,
  executables: read + cached,
  skipped: 0,
  cached,
  read,
  bytes: 1,
  marked: 1,
  canonical: 0,
  asked,
  started: asked,
});

test.each([
  [24, counts(1288, 0, 1), 612, '24 tools; 1,288 programs read, 1 asked, 0.6 s'],
  [1, counts(1, 1287, 0), 84, '1 tool; 1 program read, 1,287 remembered, 0 asked, 84 ms'],
])('%i found', (found, numbers, duration, line) => {
  expect(endLine({ ...NEW_DISCOVERY, phase: 'done', summary: { found, counts: numbers, duration } })).toBe(line);
});

test.each([
  ['discovery-running', 'T. D. Perhaps another page started it; “Look again” then shows what it found.'],
  ['unreachable', 'T. D. Run "npm start" in the project folder, then open the link that it prints.'],
  ['token-required', 'T. D. Press Enter in the terminal where the companion runs to get a new link, then open it.'],
  ['internal-error', 'T. D.'],
])('%s says what to do', (code, line) => {
  expect(endLine({ ...NEW_DISCOVERY, phase: 'failed', problem: { code, title: 'T', detail: 'D.' } })).toBe(line);
});

test('before its end there is none, and giving up is no failure', () => {
  expect(endLine(NEW_DISCOVERY)).toBeUndefined();
  expect(endLine({ ...NEW_DISCOVERY, phase: 'cancelled' })).toBe('Cancelled before the end.');
});
