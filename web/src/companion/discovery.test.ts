import type { DiscoveryEvent, ToolSummary } from '@atip/companion';
import { expect, test } from 'vitest';
import { type Discovery, NEW_DISCOVERY, endLine, isDiscovering, updateDiscovery } from './discovery.ts';

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

test('before its end there is none, and giving up is no failure', () => {
  expect(endLine(NEW_DISCOVERY)).toBeUndefined();
  expect(endLine({ ...NEW_DISCOVERY, phase: 'cancelled' })).toBe('Cancelled before the end.');
});
