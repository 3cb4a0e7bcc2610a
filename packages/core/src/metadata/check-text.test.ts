import { expect, test } from 'vitest';
import { checkText, wellFormed } from './check-text.ts';
import { parseTool } from './parse-tool.ts';

test('half a character is a warning with its place, and read as U+FFFD', () => {
  const text =
    '{"atip":"0.4","name":"a","version":"1","description":"x\\ud800","commands":{"c\ude00":{"description":"😀"}}}';
  const { tool, issues } = parseTool(text);
  expect(issues.map(({ code, severity, path, section }) => [code, severity, path, section])).toStrictEqual([
    ['lone-surrogate', 'warning', '/description', '3.1'],
    ['lone-surrogate', 'warning', '/commands/c\ude00', '3.1'],
  ]);
  expect(issues.map(({ range }) => text.slice(range?.start.offset, range?.end.offset))).toStrictEqual([
    '"x\\ud800"',
    '"c\ude00"',
  ]);
  expect(issues.map(({ message }) => message)).toStrictEqual([
    'This text holds \\ud800, half of a character; it is read as U+FFFD, write the whole one.',
    'This key holds \\ude00, half of a character; it is read as U+FFFD, write the whole one.',
  ]);
  expect(tool?.description).toBe('x\ufffd');
  expect(tool?.commands).toStrictEqual({ 'c\ufffd': { description: '😀' } });
});

test('finds it in lists, and nothing in whole characters', () => {
  expect(checkText({ a: ['😀', { b: '\udc00\ud83d' }], c: 1, d: null }).map(({ path }) => path)).toStrictEqual([
    '/a/1/b',
  ]);
});

test('replaces each half, and of equal keys keeps the last', () => {
  const value = JSON.parse('{"__proto__":"\\ud800\\ud800","a\\ud800":1,"a\\udbff":[true,null,"😀"]}');
  expect(JSON.stringify(wellFormed(value))).toBe('{"__proto__":"\ufffd\ufffd","a\ufffd":[true,null,"😀"]}');
});
