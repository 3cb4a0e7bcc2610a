import { expect, test } from 'vitest';
import { EXAMPLE_LOG } from '../../panels/filter/example-log.ts';
import { answerFilterShuffle } from './answer-filter-shuffle.ts';
import { answerFilterStream } from './answer-filter-stream.ts';
import { createLeakFinder } from './create-leak-finder.ts';
import { type Cut, cutText } from './cut-text.ts';
import type { FilterSettings } from './filter-settings.ts';

const SETTINGS: FilterSettings = { maxLength: 100_000, redactSecrets: true, patterns: [], knownSecrets: [] };
const CUTS: readonly Cut[] = [
  { kind: 'size', size: 1 },
  { kind: 'size', size: 7 },
  { kind: 'size', size: 4096 },
  { kind: 'random', seed: 3 },
  { kind: 'at', offsets: [200] },
];

test.each(CUTS)('cut %o the example comes to the same, and nothing of a secret leaves', (cut) => {
  const { same, leaked, secrets } = answerFilterStream({ text: EXAMPLE_LOG, settings: SETTINGS, cut });
  expect({ same, leaked, hasSecrets: secrets > 0 }).toStrictEqual({ same: true, leaked: 0, hasSecrets: true });
});

test('with redacting switched off it is seen that secrets leave', () => {
  const settings = { ...SETTINGS, redactSecrets: false };
  const { leaked, secrets } = answerFilterStream({ text: EXAMPLE_LOG, settings, cut: { kind: 'size', size: 64 } });
  expect(leaked).toBeGreaterThan(secrets / 2);
});

test('a pattern over lines is seen to differ in a stream', () => {
  const settings = { ...SETTINGS, patterns: [{ source: 'one\\ntwo', flags: '' }] };
  const answer = answerFilterStream({ text: 'x\none\ntwo\n', settings, cut: { kind: 'size', size: 4 } });
  expect({ same: answer.same, differsAt: answer.differsAt }).toStrictEqual({ same: false, differsAt: 2 });
});

test('rows say which chunks made what leave', () => {
  const text = 'first line\nsecond line\nlast';
  const { rows, chunks, releases } = answerFilterStream({ text, settings: SETTINGS, cut: { kind: 'size', size: 8 } });
  expect(
    rows.map(({ firstChunk, lastChunk, start, end, atEnd }) => [firstChunk, lastChunk, start, end, atEnd]),
  ).toStrictEqual([
    [1, 2, 0, 16, false],
    [3, 3, 16, 24, false],
    [4, 4, 24, 27, true],
  ]);
  expect(rows.map(({ out }) => out).join('')).toBe(text);
  expect([chunks, releases]).toStrictEqual([4, rows.length]);
});

test('shuffled boundaries lie in secrets as well, and all sets agree', () => {
  const { runs, same, leaking, insideSecrets } = answerFilterShuffle({
    text: EXAMPLE_LOG,
    settings: SETTINGS,
    runs: 20,
    seed: 1,
  });
  expect({ runs, same, leaking }).toStrictEqual({ runs: 20, same: 20, leaking: 0 });
  expect(insideSecrets).toBeGreaterThan(100);
});

test('cuts end with the text, in order and without empty pieces', () => {
  expect([...cutText(20, { kind: 'size', size: 8 })]).toStrictEqual([8, 16, 20]);
  expect([...cutText(10, { kind: 'at', offsets: [0, 3, 3, 10, 12] })]).toStrictEqual([3, 10]);
  expect([...cutText(0, { kind: 'size', size: 8 })]).toStrictEqual([]);
  const random = [...cutText(5000, { kind: 'random', seed: 7 })];
  expect(random).toStrictEqual([...cutText(5000, { kind: 'random', seed: 7 })]);
  expect(random).not.toStrictEqual([...cutText(5000, { kind: 'random', seed: 8 })]);
  expect(random.at(-1)).toBe(5000);
});

test('a piece of a secret is found, what stands elsewhere in the text is none', () => {
  const text = 'key=abcdefghijkl and pw=xyz and user=abcdefgh';
  const leaks = createLeakFinder(text, [
    { start: 4, end: 16 },
    { start: 24, end: 27 },
  ]);
  expect(leaks('key=[REDACTED]')).toBe(0);
  expect(leaks('..efghijkl..')).toBe(1);
  expect(leaks('fghijkl')).toBe(0);
  expect(leaks('abcdefgh')).toBe(0);
  expect(leaks('a xyz, bcdefghi')).toBe(2);
});
