import type { DiscoveryEvent, ListedTool } from '@atip/companion';
import { expect, test } from 'vitest';
import {
  type DiscoveryState,
  NEW_DISCOVERY,
  endLine,
  isDiscovering,
  progressLine,
  updateDiscovery,
} from './discovery.ts';

const DEMO: ListedTool = {
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
const SKIPPED = { source: '/bin/x', code: 'timed-out', reason: 'It took too long.' } as const;
const COUNTS = { directories: 1, executables: 3, skipped: 1, cached: 0, read: 3, bytes: 9, marked: 1, canonical: 0 };
const SUMMARY = { found: 1, counts: { ...COUNTS, asked: 1, started: 2 }, duration: 600 };
const PROBLEM = { code: 'internal-error', title: 'No', detail: 'Why' };

const PROGRESS = { event: 'progress', data: { phase: 'screening', done: 50 } } as const;
const ASKING = { event: 'progress', data: { phase: 'asking', done: 1, total: 2 } } as const;
const EVENTS: readonly DiscoveryEvent[] = [
  PROGRESS,
  ASKING,
  { event: 'skipped', data: SKIPPED },
  { event: 'found', data: DEMO },
];

const after = (events: readonly DiscoveryEvent[]): DiscoveryState =>
  events.reduce((state, event) => updateDiscovery(state, event), NEW_DISCOVERY);

test('progress, what was left out and what was found build up', () => {
  expect(after([PROGRESS])).toStrictEqual({ phase: 'screening', progress: PROGRESS.data, found: [], skipped: [] });
  expect(after(EVENTS)).toStrictEqual({
    phase: 'asking',
    progress: ASKING.data,
    found: [DEMO],
    skipped: [SKIPPED],
  });
});

test('at the end the tools stay until the list has them', () => {
  const done = after([...EVENTS, { event: 'done', data: SUMMARY }]);
  expect(done).toStrictEqual({ ...after(EVENTS), phase: 'done', summary: SUMMARY });
  expect(isDiscovering(done)).toBe(false);
  expect(updateDiscovery(done, { event: 'error', data: PROBLEM })).toBe(done);
  expect(updateDiscovery(done, { event: 'listed' })).toStrictEqual({ ...done, found: [] });
});

test('after a problem, what was found until then is not promised', () => {
  const failed = updateDiscovery(after(EVENTS), { event: 'error', data: PROBLEM });
  expect(failed).toStrictEqual({ ...after(EVENTS), phase: 'failed', found: [], problem: PROBLEM });
  expect(endLine({ ...failed, problem: { ...PROBLEM, code: 'unreachable' } })).toMatch(/^No\. Why Run “npm start”/);
});

test('events that this page does not know are passed over', () => {
  const unknown = { event: 'later', data: {} } as unknown as DiscoveryEvent;
  expect(after([...EVENTS, unknown])).toStrictEqual(after(EVENTS));
});

test('progress is said with what is known of its end', () => {
  const lines = [[], [PROGRESS], [ASKING]].map((events) => progressLine(after(events)));
  expect(lines).toStrictEqual([
    'Asking the companion…',
    'Reading programs: 50',
    'Asking programs about themselves: 1 of 2',
  ]);
  expect(progressLine({ ...after(EVENTS), phase: 'done' })).toBeUndefined();
});

test('a cancelled discovery stays cancelled, whatever still comes', () => {
  const cancelled = updateDiscovery(after(EVENTS), { event: 'cancelled' });
  expect(cancelled).toStrictEqual({ ...after(EVENTS), phase: 'cancelled', found: [] });
  expect(updateDiscovery(cancelled, { event: 'found', data: DEMO })).toBe(cancelled);
  expect(updateDiscovery(cancelled, { event: 'error', data: PROBLEM })).toBe(cancelled);
});

test('before its end there is none, and giving up is no failure', () => {
  expect(endLine(NEW_DISCOVERY)).toBeUndefined();
  expect(endLine({ ...NEW_DISCOVERY, phase: 'cancelled' })).toBe('Cancelled before the end.');
});
