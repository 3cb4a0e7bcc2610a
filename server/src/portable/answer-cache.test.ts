import { expect, test } from 'vitest';
import { createAnswerCache } from './answer-cache.ts';

const bytes = (length: number, fill: number): Uint8Array<ArrayBuffer> => new Uint8Array(length).fill(fill);

test('an answer is given to the very same body, and to no other', () => {
  const cache = createAnswerCache(2000);
  cache.set('{"a":1}', bytes(2, 7));
  expect(cache.get('{"a":1}')).toStrictEqual(bytes(2, 7));
  expect(cache.get('{"a": 1}')).toBe(undefined);
  expect(cache.get('__proto__')).toBe(undefined);
});

test('the answer that was not asked for the longest makes room', () => {
  const cache = createAnswerCache(3102);
  for (const [at, body] of ['a', 'b', 'c'].entries()) cache.set(body, bytes(8, at));
  cache.get('a');
  cache.set('d', bytes(8, 3));
  expect(['a', 'b', 'c', 'd'].map((body) => cache.get(body)?.[0])).toStrictEqual([0, undefined, 2, 3]);
});

test('one large answer takes the place of as many as it needs', () => {
  const cache = createAnswerCache(3102);
  for (const [at, body] of ['a', 'b', 'c'].entries()) cache.set(body, bytes(8, at));
  cache.set('d', bytes(1042, 3));
  expect(['a', 'b', 'c', 'd'].map((body) => cache.get(body)?.[0])).toStrictEqual([undefined, undefined, 2, 3]);
});

test('bodies count, two bytes a character', () => {
  const cache = createAnswerCache(1044);
  cache.set('12345', bytes(10, 1));
  cache.set('123456', bytes(9, 2));
  expect([cache.get('12345')?.[0], cache.get('123456')?.[0]]).toStrictEqual([1, undefined]);
});

test('an answer that is given again counts once', () => {
  const cache = createAnswerCache(2068);
  cache.set('a', bytes(8, 1));
  for (let round = 0; round < 5; round++) cache.set('b', bytes(8, 2));
  expect([cache.get('a')?.[0], cache.get('b')?.[0]]).toStrictEqual([1, 2]);
});

test('many small answers are no way to take more memory', () => {
  const cache = createAnswerCache(1_048_576);
  for (let at = 0; at < 2000; at++) cache.set(String(at), bytes(2, 1));
  const kept = Array.from({ length: 2000 }, (_, at) => cache.get(String(at))).filter((answer) => answer !== undefined);
  expect(kept.length).toBe(1014);
});
