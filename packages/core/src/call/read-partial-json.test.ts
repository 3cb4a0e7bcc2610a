import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRecord } from '../json/is-record.ts';
import { readPartialJson } from './create-tool-call-stream.ts';
import { cases } from '../../../../tests/long.ts';

test.each<[string, unknown]>([
  ['', undefined],
  [' ', undefined],
  ['{', {}],
  ['{"pa', {}],
  ['{"path":', {}],
  ['{"path":"', { path: '' }],
  ['{"path":"/tmp/x', { path: '/tmp/x' }],
  ['{"path":"/tmp/x","n":-', { path: '/tmp/x' }],
  ['{"n":1.', { n: 1 }],
  ['{"n":1.5e', { n: 1.5 }],
  ['{"a":tru', {}],
  ['{"a":[false, nul', { a: [false] }],
  ['{"a":[null, {"b":"c', { a: [null, { b: 'c' }] }],
  ['{"a":["x","', { a: ['x', ''] }],
  ['{"a":"\\', { a: '' }],
  ['{"a":"x\\u00', { a: 'x' }],
  ['{"a":"\\"}', { a: '"}' }],
  ['{"a\\":1', {}],
  ['{"a":"b"} trailing', { a: 'b' }],
  ['[1,2', [1, 2]],
  ['"te', undefined],
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
    { numRuns: cases(200) },
  );
});

test('a long text takes one pass', () => {
  const text = `{"a":[${'"\\u0041\\"x",1,'.repeat(400_000)}"end`;
  const read = readPartialJson(text) as { a: unknown[] };
  expect(read.a).toHaveLength(800_001);
});
