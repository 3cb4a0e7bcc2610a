import { expect, test } from 'vitest';
import { encodeJson } from './encode-json.ts';

test.each<[object, string]>([
  [{}, '{}'],
  [{ a: undefined }, '{}'],
  [{ a: undefined, b: 1, c: undefined, d: [undefined] }, '{"b":1,"d":[null]}'],
  [{ 'a"b': 'c"\n', list: [{ x: null }] }, '{"a\\"b":"c\\"\\n","list":[{"x":null}]}'],
  [{ plain: 'e', wide: '⚠ 日本', more: 'ü' }, '{"plain":"e","wide":"⚠ 日本","more":"ü"}'],
])('%j is written as JSON.stringify has it', (value, text) => {
  expect(new TextDecoder().decode(encodeJson(value))).toBe(text);
  expect(JSON.stringify(value)).toBe(text);
});
