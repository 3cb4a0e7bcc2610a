import { expect, test } from 'vitest';
import { walkValue } from './check-text.ts';

const DOCUMENT: unknown = JSON.parse('{"a":[1,{"b":null}],"__proto__":{"c":"d"},"":{}}');

test('visits every value with its way, owners first, keys only where there are any', () => {
  const seen: unknown[] = [];
  walkValue(
    DOCUMENT,
    (value, way, key) => seen.push([[...way], key, typeof value === 'object' ? undefined : value]) > 0,
  );
  expect(seen).toStrictEqual([
    [[], undefined, undefined],
    [['a'], 'a', undefined],
    [['a', 0], undefined, 1],
    [['a', 1], undefined, undefined],
    [['a', 1, 'b'], 'b', undefined],
    [['__proto__'], '__proto__', undefined],
    [['__proto__', 'c'], 'c', 'd'],
    [[''], '', undefined],
  ]);
});

test('leaves out what is inside a value when told to', () => {
  const keys: unknown[] = [];
  walkValue(DOCUMENT, (_, way, key) => {
    keys.push(key);
    return way.length === 0;
  });
  expect(keys).toStrictEqual([undefined, 'a', '__proto__', '']);
  let visits = 0;
  walkValue(DOCUMENT, () => {
    visits += 1;
    return false;
  });
  expect(visits).toBe(1);
});
