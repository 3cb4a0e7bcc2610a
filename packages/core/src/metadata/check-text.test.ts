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
  expect(
    checkText({ value: { a: ['😀', { b: '\udc00\ud83d' }], c: 1, d: null } }).map(({ path }) => path),
  ).toStrictEqual(['/a/1/b']);
});

/** A document with a text or key of a command, what is reported, and the piece that the fix leaves; none: there is no fix. */
const HIDDEN: readonly (readonly [string, string, string, string | undefined])[] = [
  [
    '"run": { "description": "Runs\u200b the \\u202ething\u{e0041}" }',
    '/commands/run/description',
    'U+200B U+202E U+E0041',
    '"Runs the thing"',
  ],
  [
    '"run": { "description": "Runs\\u2028it\\rnow" }',
    '/commands/run/description',
    'U+2028 U+000D',
    '"Runs\\nit\\nnow"',
  ],
  ['"ru\u200bn": { "description": "Runs" }', '/commands/ru\u200bn', 'U+200B', '"run": {'],
  ['"ru\\nn": { "description": "Runs" }', '/commands/ru\nn', 'U+000A', '"ru n": {'],
  ['"run": { "description": "Runs", "x-aliases": ["r\\tn"] }', '/commands/run/x-aliases/0', 'U+0009', '["r n"]'],
  ['"run": { "description": "Runs", "x-more": { "a": ["b\\u0000"] } }', '/commands/run/x-more/a/0', 'U+0000', '["b"]'],
  ['"run": { "description": "\u200b" }', '/commands/run/description', 'U+200B', undefined],
  [
    '"ru\u200bn": { "description": "Runs" }, "run": { "description": "Other" }',
    '/commands/ru\u200bn',
    'U+200B',
    undefined,
  ],
];

test.each(HIDDEN)(
  'characters that people cannot see are an error with its place and a way out: %s',
  (piece, path, names, left) => {
    const text = `{ "atip": "0.4", "name": "demo", "version": "1", "description": "Shows", "commands": { ${piece} } }`;
    const { tool, issues } = parseTool(text);
    expect(tool).toBe(undefined);
    const message = `Models read here what people cannot see: ${names}. Remove it.`;
    expect(issues.map(({ fix, range, ...issue }) => issue)).toStrictEqual([
      { code: 'hidden-characters', severity: 'error', message, path, section: '3.1' },
    ]);
    const [{ fix, range } = {}] = issues;
    expect(range).toBeDefined();
    const fixed = (fix?.edits ?? []).reduceRight(
      (all, edit) => all.slice(0, edit.range.start.offset) + edit.newText + all.slice(edit.range.end.offset),
      text,
    );
    expect(fix === undefined).toBe(left === undefined);
    if (left === undefined) return;
    expect(fixed).toContain(left);
    expect(parseTool(fixed).issues.filter(({ severity }) => severity === 'error')).toStrictEqual([]);
  },
);

test('replaces each half, and of equal keys keeps the last', () => {
  const value = JSON.parse('{"__proto__":"\\ud800\\ud800","a\\ud800":1,"a\\udbff":[true,null,"😀"]}');
  expect(JSON.stringify(wellFormed(value))).toBe('{"__proto__":"\ufffd\ufffd","a\ufffd":[true,null,"😀"]}');
});
