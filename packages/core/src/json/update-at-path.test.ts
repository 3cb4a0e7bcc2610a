import { updateAtPath } from './pointer.ts';
import { expect, test } from 'vitest';

test.each<[string, object, string, unknown]>([
  ['a name', {}, '$.a', { a: 'new' }],
  ['a first item', {}, '$.a[0]', { a: ['new'] }],
  ['a next item', { a: [1] }, '$.a[1]', { a: [1, 'new'] }],
  ['an object in a list', {}, '$.a[0].b', { a: [{ b: 'new' }] }],
  ['a quoted name', {}, "$['a b'].c", { 'a b': { c: 'new' } }],
  ['a quoted digit', {}, "$['0']", { 0: 'new' }],
])('%s', (_name, root, path, result) => {
  expect(updateAtPath(root, path, () => 'new')).toBe(true);
  expect(root).toStrictEqual(result);
});

test.each<[string, object, string]>([
  ['the root itself', {}, '$'],
  ['no root', {}, 'a.b'],
  ['a wildcard', {}, '$.*[*]'],
  ['an open bracket', {}, '$.a['],
  ['a name of an object that is a list', { a: [] }, '$.a.b'],
  ['the length of a list', { a: [] }, "$.a['length']"],
  ['an index of an object', { a: {} }, '$.a[0]'],
  ['a hole', {}, '$.a[1]'],
  ['a large index', { a: [] }, '$.a[999999]'],
  ['below text', { a: 'x' }, '$.a.b'],
  ['more than 100 levels', {}, `$${'.a'.repeat(101)}`],
])('%s does not fit', (_name, root, path) => {
  expect(
    updateAtPath(root, path, () => {
      throw new Error('must not be called');
    }),
  ).toBe(false);
});

test('the present value is handed over, names of Object.prototype are absent', () => {
  const seen: unknown[] = [];
  const note = (present: unknown): unknown => {
    seen.push(present);
    return 'x';
  };
  const root = { a: 1 };
  for (const path of ['$.a', '$.b', '$.toString', '$.constructor.prototype.polluted']) updateAtPath(root, path, note);
  expect(seen).toStrictEqual([1, undefined, undefined, undefined]);
  expect(Object.keys(root)).toStrictEqual(['a', 'b', 'toString', 'constructor']);
});

test('__proto__ becomes an own property', () => {
  const root: Record<string, unknown> = {};
  updateAtPath(root, '$.__proto__.polluted', () => true);
  updateAtPath(root, "$.a['__proto__']['__proto__']", () => true);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  expect(JSON.stringify(root)).toBe('{"__proto__":{"polluted":true},"a":{"__proto__":{"__proto__":true}}}');
});
