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

const cyclic: Record<string, unknown> = {};
cyclic['self'] = { again: cyclic };

function nested(depth: number, wrap: (value: unknown) => unknown): unknown {
  return Array.from({ length: depth }).reduce<unknown>(wrap, 1);
}

const CASES: readonly (readonly [string, unknown, string, string])[] = [
  ['a function', { f: () => 1 }, 'not-json', '/f'],
  ['a big integer', [1n], 'not-json', '/0'],
  ['NaN', [0, Number.NaN], 'not-json', '/1'],
  ['a hole', [undefined], 'not-json', '/0'],
  ['a cycle', cyclic, 'not-json', '/self/again'],
  ['101 levels', nested(101, (value) => [value]), 'too-deep', '/0'.repeat(100)],
  // Doubles at each of 60 levels: 2^60 values if written out.
  ['shared references that explode', nested(60, (value) => [value, value]), 'too-large', ''],
  ['5 MiB of text', ['a'.repeat(3 * 1024 * 1024), 'b'.repeat(2 * 1024 * 1024)], 'too-large', '/1'],
  ['a key of 2,049 units', { a: { ['k'.repeat(2049)]: 1 } }, 'too-large', '/a'],
];

test.each(CASES)('refuses %s', (_name, value, code, path) => {
  const snapshot = snapshotValue(value);
  const issue = 'issue' in snapshot ? snapshot.issue : undefined;
  expect([issue?.code, issue?.severity]).toStrictEqual([code, 'error']);
  expect(issue?.path.startsWith(path)).toBe(true);
});
