import type { DiscoveryEvent } from '@atip/companion';
import { expect, test } from 'vitest';
import { type Discovery, discoveryAfter, discoveryEnd } from './discovery.ts';

const SKIPPED = { source: '/bin/x', code: 'timed-out', reason: 'It took too long.' } as const;
const COUNTS = { directories: 1, executables: 3, skipped: 1, cached: 0, read: 3, bytes: 9, marked: 1, canonical: 0 };
const DONE = { event: 'done', data: { found: 1, counts: { ...COUNTS, asked: 1, started: 2 }, duration: 600 } } as const;
const PROGRESS = { event: 'progress', data: { phase: 'screening', done: 50 } } as const;
const ASKING = { event: 'progress', data: { phase: 'asking', done: 1, total: 2 } } as const;

const after = (...news: readonly DiscoveryEvent[]): Discovery =>
  news.reduce(discoveryAfter, { isRunning: true, line: '', skipped: [] });
const refused = (code: string) => ({ ok: false, problem: { code, title: 'No', detail: 'Why.' } }) as const;
const over = { ok: true, value: undefined } as const;

test.each<[string, Discovery, boolean]>([
  ['Reading programs: 50', after(PROGRESS), true],
  ['Asking programs about themselves: 1 of 2', after(PROGRESS, ASKING), true],
  ['1 tool; 3 programs read, 1 asked, 600 ms', discoveryEnd(after(DONE), over), false],
  ['Cancelled before the end.', discoveryEnd(after(PROGRESS), refused('aborted')), false],
  ['No. Why.', discoveryEnd(after(), refused('discovery-running')), false],
])('%s', (line, state, isRunning) => {
  expect(state).toMatchObject({ line, isRunning });
});

test('one whose connection ends before it does says so, and keeps what it left out', () => {
  const { line, skipped } = discoveryEnd(after({ event: 'skipped', data: SKIPPED }), over);
  expect([line.slice(0, 37), skipped]).toStrictEqual(['The companion stopped answering. The ', [SKIPPED]]);
});
