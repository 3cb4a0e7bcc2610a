import { expect, test } from 'vitest';
import { answerCompareLines } from './answer-compare-lines.ts';
import { diffLines } from './diff-lines.ts';

const shown = (before: string, after: string): readonly string[] =>
  diffLines(before, after).flatMap(({ sign, lines }) => lines.map((line) => `${sign}${line}`));

test.each([
  ['the same', 'a\nb', 'a\nb', [' a', ' b']],
  ['a line is gone', 'a\nb\nc', 'a\nc', [' a', '-b', ' c']],
  ['a line is new', 'a\nc', 'a\nb\nc', [' a', '+b', ' c']],
  ['a line is another', 'a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
  ['lines that are there twice', 'x\nx\ny\nx', 'x\ny\nx\nx', [' x', '-x', ' y', '+x', ' x']],
  ['lines that moved', 'a\nb\nc\nd', 'c\nd\na\nb', ['-a', '-b', ' c', ' d', '+a', '+b']],
  ['nothing in common', 'a', 'b', ['-a', '+b']],
])('%s', (_name, before, after, expected) => {
  expect(shown(before, after)).toStrictEqual(expected);
});

test('both texts can be read off any difference', () => {
  const lines = Array.from({ length: 400 }, (_, index) => `l${(index * 7919) % 61}`);
  const other = lines.filter((_, index) => index % 5 !== 0).toSpliced(40, 10, 'new', 'new', 'newer');
  const runs = diffLines(lines.join('\n'), other.join('\n'));
  expect(runs.filter(({ sign }) => sign !== '+').flatMap((run) => run.lines)).toStrictEqual(lines);
  expect(runs.filter(({ sign }) => sign !== '-').flatMap((run) => run.lines)).toStrictEqual(other);
  for (const { sign, lines: part, before, after } of runs) {
    if (sign !== '+') expect(lines.slice(before - 1, before - 1 + part.length)).toStrictEqual(part);
    if (sign !== '-') expect(other.slice(after - 1, after - 1 + part.length)).toStrictEqual(part);
  }
});

test('only three lines stay around a change, with their numbers', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `${index + 1}`);
  const answer = answerCompareLines({ before: lines.join('\n'), after: lines.with(9, 'x').join('\n') });
  expect(answer).toStrictEqual({
    runs: [
      { sign: ' ', lines: ['7', '8', '9'], before: 7, after: 7 },
      { sign: '-', lines: ['10'], before: 10, after: 10 },
      { sign: '+', lines: ['x'], before: 11, after: 10 },
      { sign: ' ', lines: ['11', '12', '13'], before: 11, after: 11 },
    ],
    added: 1,
    removed: 1,
    more: 0,
  });
});
