import { expect, test } from 'vitest';
import { chunkLines, type LineChunks, NO_CHUNKS } from './line-chunks.ts';

const tool = (name: string, properties: number): object => ({
  name,
  properties: Object.fromEntries(Array.from({ length: properties }, (_none, index) => [`p${index}`, 'text'])),
});
const json = (...tools: object[]): string => JSON.stringify(tools, null, 2);
const keysOf = ({ chunks }: LineChunks): number[] => chunks.map(({ key }) => key);

test('every piece is whole lines, and together they are the text', () => {
  const text = json(tool('a', 30), tool('b', 30), tool('c', 150));
  const { chunks, lines, hidden } = chunkLines(text, NO_CHUNKS, 1000);
  expect(chunks.map((chunk) => chunk.text).join('')).toBe(text);
  expect(chunks.map((chunk) => [chunk.firstLine, chunk.lines])).toStrictEqual([
    [1, 36],
    [37, 35],
    [72, 60],
    [132, 60],
    [192, 35],
    [227, 1],
  ]);
  expect([lines, hidden]).toStrictEqual([227, 0]);
});

test.each([
  ['', 1, 1, 0],
  ['a', 1, 1, 0],
  ['a\nb', 1, 1, 1],
  ['a\nb\n', 2, 2, 1],
  ['a\nb\n', 3, 3, 0],
])('%j with at most %i lines shows %i and hides %i', (text, limit, lines, hidden) => {
  const chunked = chunkLines(text, NO_CHUNKS, limit);
  expect([chunked.lines, chunked.hidden]).toStrictEqual([lines, hidden]);
});

test('an edit within one element changes that piece in place', () => {
  const before = chunkLines(json(tool('a', 30), tool('b', 30), tool('c', 30)), NO_CHUNKS, 1000);
  const after = chunkLines(json(tool('a', 30), tool('B', 30), tool('c', 30)), before, 1000);
  expect(keysOf(after)).toStrictEqual(keysOf(before));
  expect(after.chunks.map((chunk, index) => chunk === before.chunks[index])).toStrictEqual([true, false, true, true]);
});

test('an element that comes or goes leaves the pieces after it their keys', () => {
  const whole = chunkLines(json(tool('a', 30), tool('b', 30), tool('c', 30)), NO_CHUNKS, 1000);
  const less = chunkLines(json(tool('a', 30), tool('c', 30)), whole, 1000);
  expect([keysOf(whole), keysOf(less)]).toStrictEqual([
    [1, 2, 3, 4],
    [1, 3, 4],
  ]);
  expect(less.chunks[1]?.firstLine).toBe(37);
  const more = chunkLines(json(tool('a', 30), tool('x', 30), tool('c', 30)), less, 1000);
  expect(keysOf(more)).toStrictEqual([1, 5, 3, 4]);
});

test('among small elements the ends are found again behind one that came', () => {
  const tools = Array.from({ length: 200 }, (_none, index) => tool(`tool-${index * index}`, index % 3));
  const before = chunkLines(json(...tools), NO_CHUNKS, 10_000);
  const after = chunkLines(json(tool('new', 1), ...tools), before, 10_000);
  const known = new Set(before.chunks.map((chunk) => chunk.text));
  const fresh = after.chunks.filter((chunk) => !known.has(chunk.text));
  expect(before.chunks.length).toBeGreaterThan(20);
  expect(fresh.length).toBeLessThan(8);
});
