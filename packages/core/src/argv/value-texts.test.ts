import type { Parameter } from '../commands/parameters.ts';
import { ArgumentValidationError } from '../errors/execute-errors.ts';
import type { AtipOption } from '../types/tool.ts';
import { valueTexts } from './build-command-array.ts';
import { expect, test } from 'vitest';

function textsOf(value: unknown, more: Partial<AtipOption> & Readonly<Record<string, unknown>>): string[] {
  const source: AtipOption = { name: 'o', flags: ['--o'], type: 'file', description: '', ...more };
  const parameter: Parameter = {
    kind: 'option',
    source,
    key: 'o',
    narrowKey: 'o',
    required: false,
    pointer: '',
    global: false,
  };
  return valueTexts(parameter, value).map(({ text }) => text);
}

test.each([
  '/etc/hosts',
  '/odd/a:b=c(d)!',
  'a',
  'a.txt',
  'a-b_c d',
  'Ünïcode/é',
  '日本.txt',
  'e\u0301',
  '.',
  '..',
  './a:b',
  '../a:b',
  'src/a:b=c',
  '~/x:y',
  '-',
  '-rf',
  'C:\\x\\y',
  'c:/x',
  '\\\\server\\share\\a b.txt',
  '\\\\server\\c$\\x',
])('%s is a plain path', (path) => {
  expect(textsOf(path, {})).toStrictEqual([path]);
  expect(textsOf(path, { type: 'directory' })).toStrictEqual([path]);
});

test.each([
  ['another machine for tar and rsync', 'host:file'],
  ['another machine with an absolute path', 'user@host:/file'],
  ['an address', 'http://example.org/'],
  ['a drive without its slash', 'c:x'],
  ['a transport of ffmpeg', 'concat:/etc/passwd|b'],
  ['an address of sqlite', 'file:x?mode=rwc'],
  ['everything, for git', ':/'],
  ['the magic of git', ':(exclude)a'],
  ['a bracket of find', '('],
  ['a negation of find', '!'],
  ['a comma of find', ','],
  ['an assignment of awk and make', 'SHELL=/tmp/x'],
  ['a pipe of perl', '|id'],
  ['a pipe of perl at the end', 'id|'],
  ['a redirection of perl', '>x'],
  ['a response file', '@x'],
  ['a command of vim', '+x'],
  ['a command of ex', 'a\n:!id'],
  ['a pattern', '*'],
  ['an option with another machine', '-f:x'],
  ['an escape', '\\x'],
  ['another machine after backslashes', '\\\\server\\share\\me@host:x'],
])('%s is written as a path', (_name, path) => {
  expect(textsOf(path, {})).toStrictEqual([`./${path}`]);
});

test('only paths are, and only those that the document does not list', () => {
  expect(textsOf('host:file', { type: 'string' })).toStrictEqual(['host:file']);
  expect(textsOf('host:file', { enum: ['host:file'] })).toStrictEqual(['host:file']);
});

test('every item of a list of one-line texts is one line', () => {
  expect(textsOf('a\nb', { type: 'string' })).toStrictEqual(['a\nb']);
  expect(textsOf('a\nb', { type: 'string', ...JSON.parse('{"x-one-line":"true"}') })).toStrictEqual(['a\nb']);
  expect(textsOf(['a\tb', 'c'], { type: 'array', 'x-one-line': true })).toStrictEqual(['a\tb', 'c']);
  expect(textsOf('a\nb', { type: 'string', 'x-one-line': true, enum: ['a\nb'] })).toStrictEqual(['a\nb']);
  const run = (): unknown => textsOf(['a', 'X-A: a\nX-B: b'], { type: 'array', 'x-one-line': true });
  expect(run).toThrow(ArgumentValidationError);
  expect(run).toThrow('"o" must be one line: what follows would be read as something of its own.');
});

test('a long path is looked at once', () => {
  // Squared, 32 Ki characters take seconds and the test past its time limit.
  for (let round = 0; round < 200; round++) expect(textsOf('a '.repeat(16_000).concat(':'), {})).toHaveLength(1);
});
