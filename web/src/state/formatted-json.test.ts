import { expect, test } from 'vitest';
import { formattedJson } from './formatted-json.ts';

test('a document is laid out', () => {
  expect(formattedJson('{"a":[1, "b  c"],"d":{}}')).toBe('{\n  "a": [\n    1,\n    "b  c"\n  ],\n  "d": {}\n}\n');
});

test.each([
  ['no JSON', '{"a":'],
  ['a key that stands twice', '{"a":1,"a":2}'],
  ['keys that JavaScript would put in another order', '{"b":1,"1":2}'],
  ['a number that would change', '{"a":1.0}'],
  ['an escape that would change', '{"a":"\\u0041"}'],
  ['too much', `"${'x'.repeat(1_000_001)}"`],
])('%s stays as it is', (_name, text) => {
  expect(formattedJson(text)).toBeUndefined();
});
