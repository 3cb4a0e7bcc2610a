import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRecord } from './is-record.ts';
import { readPartialJson } from './read-partial-json.ts';

test.each<[string, unknown]>([
  ['', undefined],
  [' ', undefined],
  ['{', {}],
  ['{"pa', {}],
  ['{"path"', {}],
  ['{"path":', {}],
  ['{"path": ', {}],
  ['{"path":"', { path: '' }],
  ['{"path":"/tmp/x', { path: '/tmp/x' }],
  ['{"path":"/tmp/x"', { path: '/tmp/x' }],
  ['{"path":"/tmp/x",', { path: '/tmp/x' }],
  ['{"path":"/tmp/x","n":', { path: '/tmp/x' }],
  ['{"path":"/tmp/x","n":-', { path: '/tmp/x' }],
  ['{"n":1', { n: 1 }],
  ['{"n":1.', { n: 1 }],
  ['{"n":1.5e', { n: 1.5 }],
  ['{"n":1.5e+2', { n: 150 }],
  ['{"a":tru', {}],
  ['{"a":true', { a: true }],
  ['{"a":[false, nul', { a: [false] }],
  ['{"a":[null, {"b":"c', { a: [null, { b: 'c' }] }],
  ['{"a":[1, ', { a: [1] }],
  ['{"a":["x","', { a: ['x', ''] }],
  ['{"a":{"b":1},', { a: { b: 1 } }],
  ['{"a":"\\', { a: '' }],
  ['{"a":"x\\n\\', { a: 'x\n' }],
  ['{"a":"x\\u00', { a: 'x' }],
  ['{"a":"x\\u00e9', { a: 'xé' }],
  ['{"a":"\\"}', { a: '"}' }],
  ['{"a":"{[,:1true', { a: '{[,:1true' }],
  ['{"a\\":1', {}],
  ['{"a":"b"} trailing', { a: 'b' }],
  ['{"a":"b"} 2]', { a: 'b' }],
  ['[1,2', [1, 2]],
  ['"te', undefined],
  ['12', undefined],
  ['}', undefined],
  ['{"a" 1', undefined],
  ['{"a":01', undefined],
  ['{a:1', undefined],
  [`${'['.repeat(101)}`, undefined],
])('%j', (text, value) => {
  expect(readPartialJson(text)).toStrictEqual(value);
});

test('__proto__ is a key like any other', () => {
  const read = readPartialJson('{"__proto__":{"polluted":tr');
  expect(Object.keys(read as object)).toStrictEqual(['__proto__']);
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
});

test('a whole text reads as it is, and every beginning of an object reads as one that goes no further', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }), (value) => {
      const text = JSON.stringify(value);
      expect(readPartialJson(text)).toStrictEqual(JSON.parse(text));
      for (let length = 1; length < text.length; length += 1) {
        const read = readPartialJson(text.slice(0, length));
        if (!isRecord(read) || !Object.keys(read).every((key) => Object.hasOwn(value, key))) {
          expect.fail(`${text.slice(0, length)} reads as ${JSON.stringify(read)}`);
        }
      }
    }),
    { numRuns: 200 },
  );
});

test('any text ends in a value or in nothing', () => {
  const unit = fc.constantFrom('{', '}', '[', ']', '"', '\\', 'u', ',', ':', '1', '-', 'e', 'true', 'null', ' ', 'x');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
      readPartialJson(text);
    }),
  );
});

test('a long text takes one pass', () => {
  const text = `{"a":[${'"\\u0041\\"x",1,'.repeat(400_000)}"end`;
  const read = readPartialJson(text) as { a: unknown[] };
  expect(read.a).toHaveLength(800_001);
});
