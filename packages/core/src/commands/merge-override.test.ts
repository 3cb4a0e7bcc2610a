import { mergeFields } from './override-tool.ts';
import { expect, test } from 'vitest';

/** The examples of RFC 7396, appendix A. */
test.each<[unknown, unknown, unknown]>([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'foo' }, null, null],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('%j with %j is %j', (before, change, expected) => {
  const copy = structuredClone(before);
  expect(mergeFields(before, change)).toStrictEqual(expected);
  expect(before).toStrictEqual(copy);
});

test('__proto__ is data', () => {
  const merged = mergeFields({}, JSON.parse('{"__proto__":{"polluted":true}}'));
  expect(Object.keys(Object(merged))).toStrictEqual(['__proto__']);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});
