import { expect, test } from 'vitest';
import { cutText, fitText, formatTable, plainLine, textWidth, toJson } from './text.ts';

test.each([
  ['a\u001b[2Jb', 'ab'],
  ['\u001b]0;title\u0007x', 'x'],
  ['\u202egpj.exe', 'gpj.exe'],
  ['a\u00a0b\u3000c', 'a b c'],
  ['\u3164\u2800\u034f', '\\u{3164}\\u{2800}\\u{34f}'],
  ['\u{e0041}', ''],
  ['⚠\ufe0f', '⚠'],
])('%j is %s as prose', (text, prose) => {
  expect(plainLine(text)).toBe(prose);
});

test.each([
  ['abc', 3],
  ['世界', 4],
  ['👩‍👩‍👧', 2],
  ['⚠️', 2],
])('%j takes %i columns', (text, width) => {
  expect(textWidth(text)).toBe(width);
});

test.each([
  ['abcdef', 6, 'abcdef'],
  ['abcdef', 5, 'abcd…'],
  ['世界世界', 5, '世界…'],
  ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
])('%j in %i columns is %j', (text, columns, cut) => {
  expect(cutText(text, columns)).toBe(cut);
});

test('it reads back as it was, and nothing in it acts on a terminal or is invisible', () => {
  const value = { a: '\u009b2J\u202e\u200b\u007f\u2028\ufe0f\u{e0041}', 'b\u001b': ['x\ny', 1, null] };
  const text = toJson(value);
  expect(JSON.parse(text)).toStrictEqual(value);
  expect(text).toMatch(/^[\n -~]*$/);
  expect(text).toContain('\\u009b2J\\u202e\\u200b\\u007f\\u2028\\ufe0f\\udb40\\udc41');
});

test('a pictograph keeps how it is to be drawn, and nothing else that follows it', () => {
  expect(toJson('⚠\ufe0f ⚠\ufe0f\ufe0f ⚠\u200d 1\ufe0f', 0)).toBe('"⚠\ufe0f ⚠\ufe0f\\ufe0f ⚠\\u200d 1\\ufe0f"');
});

const ROWS = [
  ['NAME', 'MAY'],
  ['git', 'write files, use the network'],
  ['x', ''],
];

test('columns are as wide as their widest cell, and no line ends in blanks', () => {
  expect(formatTable(ROWS, undefined)).toStrictEqual(['NAME  MAY', 'git   write files, use the network', 'x']);
  expect(formatTable([], 80)).toStrictEqual([]);
});

test.each([[33, 'git   write files, use the netwo…']])(
  'to fit %i columns the widest cells are cut',
  (columns, line) => {
    expect(formatTable(ROWS, columns)[1]).toBe(line);
  },
);

test.each([
  ['  may       destroy, write files', 26, ['  may       destroy, write', '            files']],
  ['  always 1  git push, and nothing else', 26, ['  always 1  git push, and', '            nothing else']],
  ['a long sentence', 10, ['a long', 'sentence']],
  ['           of a part, indented', 20, ['           of a', '           part,', '           indented']],
  ['  a-very-wide-label  and its text', 20, ['  a-very-wide-label ', '  and its text']],
  ['unbreakable', 4, ['unbreakable']],
  ['\u001b[32mallow\u001b[39m  ls', 9, ['\u001b[32mallow\u001b[39m  ls']],
])('%j is broken to fit %i columns', (line, columns, lines) => {
  expect(fitText(`${line}\nx`, columns)).toBe([...lines, 'x'].join('\n'));
  expect(fitText(line, undefined)).toBe(line);
});
