import { expect, test } from 'vitest';
import { toJson } from './to-json.ts';

test('it reads back as it was, and nothing in it acts on a terminal or is invisible', () => {
  const value = { a: '\u009b2J\u202e\u200b\u007f\u2028\ufe0f\u{e0041}', 'b\u001b': ['x\ny', 1, null] };
  const text = toJson(value);
  expect(JSON.parse(text)).toStrictEqual(value);
  expect(text).toMatch(/^[\n -~]*$/);
  expect(text).toContain('\\u009b2J\\u202e\\u200b\\u007f\\u2028\\ufe0f\\udb40\\udc41');
});

test('it is indented, or on one line', () => {
  expect(toJson({ a: ['ü'] })).toBe('{\n  "a": [\n    "ü"\n  ]\n}');
  expect(toJson({ a: ['ü', 'b\n'] }, 0)).toBe('{"a":["ü","b\\n"]}');
});

test('a pictograph keeps how it is to be drawn, and nothing else that follows it', () => {
  expect(toJson('⚠\ufe0f ⚠\ufe0f\ufe0f ⚠\u200d 1\ufe0f', 0)).toBe('"⚠\ufe0f ⚠\ufe0f\\ufe0f ⚠\\u200d 1\\ufe0f"');
});
