import type { Range } from '@atip/core';
import { expect, test } from 'vitest';
import { codeFrame, formatIssue } from './format-issue.ts';

test('neither name nor message can move the cursor or look like another issue', () => {
  const issue = { code: 'c', severity: 'warning', message: 'one\u001b[2J\nb.json:1:1: error: two', path: '' } as const;
  const look = { paint: (_: string, text: string) => text, columns: 80 };
  expect(formatIssue({ name: 'a\u001b\n.json', text: '' }, issue, look)).toBe(
    'a\\u{1b}\\u{a}.json: warning: one b.json:1:1: error: two [c]\n',
  );
});

/** The range of the first `marked` in a text. */
function rangeOf(text: string, marked: string): Range {
  const place = (offset: number): Range['start'] => {
    const before = text.slice(0, offset);
    const line = before.split('\n').length;
    return { line, column: offset - before.lastIndexOf('\n'), offset };
  };
  const start = text.indexOf(marked);
  return { start: place(start), end: place(start + marked.length) };
}

function frame(text: string, marked: string, columns = 80): string[] {
  const { line, indent, mark } = codeFrame(text, rangeOf(text, marked), columns);
  return [line, indent + mark];
}

const LONG = `${'a'.repeat(100)}HERE${'b'.repeat(100)}`;

test.each<readonly [string, string, string, number, readonly [string, string]]>([
  ['a value', '{\n  "name": 3\n}', '3', 80, ['   2 |   "name": 3', '                 ^']],
  ['tabs', '\t"n":\t3', '3', 80, ['   1 |   "n":  3', '               ^']],
  ['wide characters before the mark', '"日本": 3', '3', 80, ['   1 | "日本": 3', '               ^']],
  ['a wide mark', '"日本": 3', '日本', 80, ['   1 | "日本": 3', '        ^^^^']],
  ['a combining mark', '"e\u0301": 3', '3', 80, ['   1 | "e\u0301": 3', '            ^']],
  ['a terminal sequence', '"\u001b[2J": 3', '3', 80, ['   1 | "\\u{1b}[2J": 3', '                    ^']],
  ['a hidden mark', '"a\u202eb"', '\u202e', 80, ['   1 | "a\\u{202e}b"', '         ^^^^^^^^']],
  ['a Windows line end', '"a"\r\n"b"', '"a"', 80, ['   1 | "a"', '       ^^^']],
  ['a range over several lines', '{ "a"\n  : 1 }', '{ "a"\n  :', 80, ['   1 | { "a"', '       ^^^^^']],
  [
    'a line that fits exactly',
    `${'a'.repeat(27)}HERE`,
    'HERE',
    40,
    [`   1 | ${'a'.repeat(27)}HERE`, `${' '.repeat(34)}^^^^`],
  ],
  ['a long line', LONG, 'HERE', 41, [`   1 | …${'a'.repeat(16)}HERE${'b'.repeat(12)}…`, `${' '.repeat(24)}^^^^`]],
  ['a long line of wide characters', '日'.repeat(100), '日', 41, [`   1 | ${'日'.repeat(16)}…`, '       ^^']],
  ['a mark that is longer than the line', LONG, LONG, 41, [`   1 | ${'a'.repeat(32)}…`, `       ${'^'.repeat(32)}`]],
  [
    'a terminal that is too narrow',
    LONG,
    'HERE',
    1,
    [`   1 | …${'a'.repeat(11)}HERE${'b'.repeat(7)}…`, `${' '.repeat(19)}^^^^`],
  ],
])('the mark stands below what it is about: %s', (_, text, marked, columns, expected) => {
  expect(frame(text, marked, columns)).toStrictEqual(expected);
});

test('the end of a text, where there is nothing to mark, has a mark too', () => {
  const end = { line: 1, column: 2, offset: 1 };
  expect(codeFrame('{', { start: end, end }, 80)).toStrictEqual({ line: '   1 | {', indent: ' '.repeat(8), mark: '^' });
});
