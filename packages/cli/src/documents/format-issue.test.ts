import type { Range } from '@atip/core';
import { expect, test } from 'vitest';
import { codeFrame, formatIssue } from './format-issue.ts';

test('neither name nor message can move the cursor or look like another issue', () => {
  const issue = { code: 'c', severity: 'warning', message: 'one\u001b[2J\nb.json:1:1: error: two', path: '' } as const;
  const look = { paint: (_: string, text: string) => text, columns: 80 };
  expect(formatIssue({ name: 'a\u001b\n.json', text: '' }, issue, look)).toBe(
    'a\\u{1b}⏎.json: warning: one b.json:1:1: error: two [c]\n',
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
  ['a terminal sequence', '"\u001b[2J": 3', '3', 80, ['   1 | "\\u{1b}[2J": 3', '                    ^']],
  ['a long line', LONG, 'HERE', 41, [`   1 | …${'a'.repeat(16)}HERE${'b'.repeat(12)}…`, `${' '.repeat(24)}^^^^`]],
  ['a mark that is longer than the line', LONG, LONG, 41, [`   1 | ${'a'.repeat(32)}…`, `       ${'^'.repeat(32)}`]],
])('the mark stands below what it is about: %s', (_, text, marked, columns, expected) => {
  expect(frame(text, marked, columns)).toStrictEqual(expected);
});
