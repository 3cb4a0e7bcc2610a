import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJson } from './read-json.ts';
import { cases } from '../../../../tests/long.ts';

const VALID = ['"\\u00e9\\n\\"\\\\\\/\\ud83d\\ude00"', '\ufeff{"a": "b"}', '-0'];

test.each(VALID)('reads %j as JSON.parse does', (text) => {
  const { root, issues } = readJson(text);
  expect(issues).toStrictEqual([]);
  expect(root?.value).toStrictEqual(JSON.parse(text.replace('\ufeff', '')));
});

test('agrees with JSON.parse on any JSON value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const { root, issues } = readJson(text);
      expect(issues).toStrictEqual([]);
      expect(JSON.stringify(root?.value)).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

test('refuses what JSON.parse refuses', () => {
  const pieces = fc.constantFrom(' ', '\n', ...`{ } [ ] , : "a" 'b' 1 01 - true None \\ //`.split(' '));
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      const errors = readJson(text).issues.filter(({ severity }) => severity === 'error');
      expect(errors.length === 0).toBe(isJson(text));
    }),
    { numRuns: cases(5000) },
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return false;
  }
}

/** text, codes, the value read, and the text after every fix. */
const REPAIRABLE: readonly (readonly [string, readonly string[], unknown, string])[] = [
  ['[1,2,]', ['trailing-comma'], [1, 2], '[1,2]'],
  ['[1 2]', ['missing-comma'], [1, 2], '[1, 2]'],
  ['{"a":1\n "b":2}', ['missing-comma'], { a: 1, b: 2 }, '{"a":1,\n "b":2}'],
  ['{"a" 1}', ['missing-colon'], { a: 1 }, '{"a": 1}'],
  ['[1, // one\n2]', ['comment'], [1, 2], '[1, \n2]'],
  ['# x\n1', ['comment'], 1, '\n1'],
  [`{'a': 'it"s'}`, ['wrong-quotes', 'wrong-quotes'], { a: 'it"s' }, '{"a": "it\\"s"}'],
  ['{a-b: 1}', ['unquoted-key'], { 'a-b': 1 }, '{"a-b": 1}'],
  [
    '[True, None, undefined]',
    ['unknown-word', 'unknown-word', 'unknown-word'],
    ['True', 'None', 'undefined'],
    '[True, None, undefined]',
  ],
  ['[01, +2, .5, 3., 1_000]', Array(5).fill('invalid-number'), [0, 0, 0, 0, 0], '[01, +2, .5, 3., 1_000]'],
  ['[yes, plain]', ['unknown-word', 'unknown-word'], ['yes', 'plain'], '[yes, "plain"]'],
  ['["\\d"]', ['invalid-escape'], ['\\d'], '["\\\\d"]'],
  ['["a\tb"]', ['control-character'], ['a\tb'], '["a\\tb"]'],
  ['[1,\u00a02]', ['invalid-space'], [1, 2], '[1, 2]'],
];

test.each(REPAIRABLE)('reads %j past its problems', (text, codes, value, repaired) => {
  const { root, issues } = readJson(text);
  expect(issues.map(({ code }) => code)).toStrictEqual(codes);
  expect(root?.value).toStrictEqual(value);
  const edits = issues.flatMap(({ fix }) => fix?.edits ?? []);
  const result = edits.reduceRight(
    (before, { range, newText }) => before.slice(0, range.start.offset) + newText + before.slice(range.end.offset),
    text,
  );
  expect(result).toBe(repaired);
});

/** text, code, line, column. */
const HOPELESS: readonly (readonly [string, string, number, number])[] = [
  ['', 'not-json', 1, 1],
  ['{', 'unexpected-end', 1, 2],
  ['{\n  "a": [1, 2', 'unexpected-end', 2, 13],
  ['{"a": }', 'not-json', 1, 7],
  ['["a\n"]', 'unterminated-string', 1, 2],
  ['<html>', 'not-json', 1, 1],
  ['name: a\natip: "0.4"\n', 'not-json', 1, 1],
];

test.each(HOPELESS)('stops at %j', (text, code, line, column) => {
  const { root, issues } = readJson(text);
  expect(root).toBe(undefined);
  expect(issues.map((issue) => [issue.code, issue.range?.start.line, issue.range?.start.column])).toStrictEqual([
    [code, line, column],
  ]);
});

test('says of ATIP as YAML that ATIP is JSON', () => {
  expect(readJson('name: a\natip: "0.4"\n').issues[0]?.message).toContain('ATIP is JSON. Convert it');
});

test('reports text after the end', () => {
  expect(readJson('{} {}').issues.map(({ code }) => code)).toStrictEqual(['text-after-end']);
});

test('warns of repeated keys and keeps the last', () => {
  const { root, issues } = readJson('{"a":1,"a":2}');
  expect(root?.value).toStrictEqual({ a: 2 });
  expect(issues.map(({ code, severity, path, range }) => [code, severity, path, range?.start.offset])).toStrictEqual([
    ['duplicate-key', 'warning', '/a', 7],
  ]);
});

test('keeps __proto__ an ordinary key', () => {
  const { root } = readJson('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
  const value = root?.value as Record<string, unknown>;
  expect(Object.keys(value)).toStrictEqual(['__proto__', 'constructor']);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(({} as Record<string, unknown>).polluted).toBe(undefined);
});

test('reads 100 levels and no more', () => {
  expect(readJson('['.repeat(100) + ']'.repeat(100)).issues).toStrictEqual([]);
  for (const text of ['['.repeat(101) + ']'.repeat(101), '{"a":'.repeat(200_000)]) {
    expect(readJson(text).issues.map(({ code }) => code)).toStrictEqual(['too-deep']);
  }
});

test('refuses more than 4 MiB before reading', () => {
  const text = `"${'a'.repeat(4 * 1024 * 1024 - 2)}"`;
  expect(readJson(text).issues).toStrictEqual([]);
  expect(readJson(`${text} `).issues.map(({ code, path }) => [code, path])).toStrictEqual([['too-large', '']]);
});

test('refuses more than 500,000 values', () => {
  expect(readJson(`[${'0,'.repeat(499_999)}0]`).issues.map(({ code }) => code)).toStrictEqual(['too-large']);
});

test('stops after 100 problems', () => {
  const { root, issues } = readJson(`[${'1 '.repeat(10_000)}]`);
  expect(root).toBe(undefined);
  expect(issues.length).toBe(101);
  expect(issues.at(-1)?.code).toBe('too-many-problems');
});

const SIZE = 4 * 1024 * 1024 - 100;

test.each([
  ['invalid escapes', `["${'\\x'.repeat(SIZE / 2)}"]`],
  ['repeated keys', `{${'"a":1,'.repeat(SIZE / 8)}"a":1}`],
])('4 MiB of %s are left after 100 problems', (_name, text) => {
  const { root, issues } = readJson(text);
  // Done quadratically, as a look for the line's end at each problem, it would take hours.
  expect(root).toBe(undefined);
  expect(issues.length).toBe(101);
});

test('refuses keys of more than 2,048 units on the way to a value', () => {
  const half = 'k'.repeat(1024);
  expect(readJson(`{"${half}":{"${half}":1},"a":{"${half}":1}}`).issues).toStrictEqual([]);
  const issues = readJson(`{"${half}":[{"${half}l":1}]}`).issues;
  expect(issues.map(({ code, path }) => [code, path])).toStrictEqual([['too-large', `/${half}/0`]]);
});

test.each<[string, string[], unknown]>([
  ['[1] /* never ends', ['unterminated-comment'], [1]],
  ['1 /', ['text-after-end'], 1],
  ...['\u00a0', '\ufeff', '\u2028'].map((space): [string, string[], unknown] => [
    `[1,${space}2]`,
    ['invalid-space'],
    [1, 2],
  ]),
])('what is between values: %j', (text, codes, value) => {
  const { root, issues } = readJson(text);
  expect(issues.map(({ code }) => code)).toStrictEqual(codes);
  expect(root?.value).toStrictEqual(value);
});
