import { expect, test } from 'vitest';
import { runAtOnce } from './run-in-slices.ts';
import { createTokenCounter } from './token-counter.ts';

/** A counter of words that notes what it was asked to count. */
function prepare(cache?: { entries: number; units: number }) {
  const asked: string[] = [];
  const counter = createTokenCounter(
    'characters',
    (text) => {
      asked.push(text);
      return text.split(' ').filter((word) => word !== '').length;
    },
    cache,
  );
  return { asked, count: (text: string): number => runAtOnce(counter.count(text)) };
}

test('a text is counted once', () => {
  const { asked, count } = prepare();
  expect([count('a b'), count('a b'), count('c')]).toStrictEqual([2, 2, 1]);
  expect(asked).toStrictEqual(['a b', 'c']);
});

test('the least recently used text is forgotten first', () => {
  const { asked, count } = prepare({ entries: 2, units: 100 });
  for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) count(text);
  expect(asked).toStrictEqual(['a', 'b', 'c', 'b']);
});

test('long texts fill the cache sooner, and one that is larger than it is not kept', () => {
  const { asked, count } = prepare({ entries: 100, units: 5 });
  for (const text of ['aaa', 'bb', 'aaa', 'c', 'aaa', 'bb', 'dddddd', 'dddddd', 'bb']) count(text);
  expect(asked).toStrictEqual(['aaa', 'bb', 'c', 'bb', 'dddddd', 'dddddd']);
});

test('a long text is cut before a space, so that no word is counted twice, in steps', () => {
  const { asked, count } = prepare();
  const text = 'words '.repeat(400);
  expect(count(text)).toBe(400);
  expect(asked.map((piece) => piece.length)).toStrictEqual([1019, 1020, 361]);
  expect(asked.join('')).toBe(text);
  const steps = createTokenCounter('characters', () => 1).count('x'.repeat(3000));
  expect([steps.next(), steps.next(), steps.next(), steps.next()]).toStrictEqual([
    { done: false, value: undefined },
    { done: false, value: undefined },
    { done: false, value: undefined },
    { done: true, value: 3 },
  ]);
});

test('a run without spaces is cut all the same, between characters', () => {
  const { asked, count } = prepare();
  count('-'.repeat(1023) + '\u{1f600}'.repeat(3));
  expect(asked).toStrictEqual(['-'.repeat(1023), '\u{1f600}'.repeat(3)]);
});
