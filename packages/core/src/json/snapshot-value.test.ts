import { expect, test } from 'vitest';
import { snapshotValue } from './snapshot-value.ts';

test('copies JSON and leaves undefined properties out', () => {
  const source = { a: [1, 'x', null, true], b: { c: undefined, d: {} } };
  const snapshot = snapshotValue(source);
  expect(snapshot).toStrictEqual({ value: { a: [1, 'x', null, true], b: { d: {} } } });
  expect('value' in snapshot && snapshot.value === source).toBe(false);
});

test('the same object twice is no cycle', () => {
  const shared = { x: 1 };
  expect(snapshotValue([shared, shared])).toStrictEqual({ value: [{ x: 1 }, { x: 1 }] });
});

test('keeps __proto__ an own property', () => {
  const snapshot = snapshotValue(JSON.parse('{"__proto__":{"polluted":true}}'));
  const value = 'value' in snapshot ? snapshot.value : undefined;
  expect(Object.getOwnPropertyNames(value)).toStrictEqual(['__proto__']);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

function cycle(): unknown {
  const value: Record<string, unknown> = {};
  value.self = { again: value };
  return value;
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) {
    value = [value];
  }
  return value;
}

/** Doubles at each of 60 levels: 2^60 values if written out. */
function bomb(): unknown {
  let value: unknown = [];
  for (let level = 0; level < 60; level += 1) {
    value = [value, value];
  }
  return value;
}

const CASES: readonly (readonly [string, unknown, string, string])[] = [
  ['a function', { f: () => 1 }, 'not-json', '/f'],
  ['a big integer', [1n], 'not-json', '/0'],
  ['NaN', [0, Number.NaN], 'not-json', '/1'],
  ['a hole', [undefined], 'not-json', '/0'],
  ['a cycle', cycle(), 'not-json', '/self/again'],
  ['101 levels', nested(101), 'too-deep', '/0'.repeat(100)],
  ['shared references that explode', bomb(), 'too-large', ''],
  ['5 MiB of text', ['a'.repeat(3 * 1024 * 1024), 'b'.repeat(2 * 1024 * 1024)], 'too-large', '/1'],
  ['a key of 2,049 units', { a: { ['k'.repeat(2049)]: 1 } }, 'too-large', '/a'],
];

test.each(CASES)('refuses %s', (_name, value, code, path) => {
  const snapshot = snapshotValue(value);
  if (!('issue' in snapshot)) {
    throw new Error('an issue was expected');
  }
  expect(snapshot.issue.code).toBe(code);
  expect(snapshot.issue.path.startsWith(path)).toBe(true);
  expect(snapshot.issue.severity).toBe('error');
});
