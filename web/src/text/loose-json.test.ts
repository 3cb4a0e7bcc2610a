import { expect, test } from 'vitest';
import { readLoose } from './loose-json.ts';

test.each([
  ['{"a": [1, -2.5e3, true, null]}', { a: [1, -2500, true, null] }],
  ["{'a': True, 'b': None, 'c': (1, 2), 'd': (1,), 'e': ('x' 'y'),}", { a: true, b: null, c: [1, 2], d: [1], e: 'xy' }],
  ['{ a: 1, b_c: `x`, /* no */ 3: undefined, // no\n }', { a: 1, b_c: 'x', 3: null }],
  ["Point(x=1, y=Point(x=[], y='it\\'s'))", { x: 1, y: { x: [], y: "it's" } }],
  ["protos.Answer({'a': 1})", { a: 1 }],
  ["[<Reason.STOP: 'STOP'>, Reason.STOP, <Reason.STOP: 1>]", ['STOP', 'STOP', 1]],
  [String.raw`'\u00e9\x41\n\\' r'\n'`, 'éA\n\\\\n'],
  [`"""two\n"lines"\\""""`, 'two\n"lines""'],
  ['Message { content: [] }', { content: [] }],
  ['[0x10, 1_000, 12n, nan, .5]', [16, 1000, 12, null, 0.5]],
])('%s', (text, value) => {
  expect(readLoose(text)).toStrictEqual({ ok: true, value, end: text.length });
});

test.each([
  ['', true],
  ['{"a": 1', true],
  ["'''a''", true],
  ['[Object]', false],
  ['{"a" 1}', false],
  ['<object at 0x7f>', false],
  ['process.exit', undefined],
])('%j is not made up: cut %s', (text, cut) => {
  const read = readLoose(text);
  expect(read.ok ? undefined : read.cut).toBe(cut);
});

test('a key called __proto__ is a field like any other', () => {
  const read = readLoose("{'__proto__': {'polluted': True}}");
  expect(read.ok && Object.keys(Object(read.value))).toStrictEqual(['__proto__']);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test.each([
  ['brackets', '['.repeat(1_000_000)],
  ['calls', 'A('.repeat(500_000)],
  ['white space', `[${' '.repeat(1_000_000)}`],
  ['comments', `[${'#\n'.repeat(500_000)}`],
  ['an open comment', `[${'/*'.repeat(500_000)}`],
  ['a long string', `"${'\\n'.repeat(500_000)}`],
  ['quotes', `'${"''".repeat(500_000)}`],
  ['digits', `[${'1'.repeat(1_000_000)}`],
  ['dots', `[${'a.'.repeat(500_000)}`],
])('a megabyte of %s ends at once', { timeout: 2000 }, (_name, text) => {
  expect(readLoose(text).ok).toBe(false);
});
