import { expect, test } from 'vitest';
import { checkText, readableTexts } from './check-text.ts';
import { parseTool } from './parse-tool.ts';
import type { Issue } from '../types/issue.ts';

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

/** A command in whose text characters hide: the place, the characters, and what is read. */
const TEXTS: readonly (readonly [string, string, string, object])[] = [
  [
    '"description": "Runs\u200b the \\u202ething\u{e0041}"',
    'description',
    'U+200B U+202E U+E0041',
    { description: 'Runs the thing' },
  ],
  ['"description": "Runs\\u2028it\\rnow"', 'description', 'U+2028 U+000D', { description: 'Runs\nit\nnow' }],
  ['"description": "Separate with \\u0000"', 'description', 'U+0000', { description: 'Separate with ' }],
  ['"description": "\ufeffRuns"', 'description', 'U+FEFF', { description: 'Runs' }],
  ['"description": "So\u00adft"', 'description', 'U+00AD', { description: 'Soft' }],
  ['"description": "Red\\u001b[0m"', 'description', 'U+001B', { description: 'Red[0m' }],
  ['"description": "x\ufe0f"', 'description', 'U+FE0F', { description: 'x' }],
  ['"description": "\u200b"', 'description', 'U+200B', { description: '' }],
  ['"x-more": { "a": ["b\\u0000"] }', 'x-more/a/0', 'U+0000', { 'x-more': { a: ['b'] } }],
  ['"examples": ["r\u202eun"]', 'examples/0', 'U+202E', { examples: ['run'] }],
  [
    '"options": [{ "name": "o", "flags": ["-o"], "type": "string", "description": "O", "default": "a\u{e0061}b" }]',
    'options/0/default',
    'U+E0061',
    { options: [{ name: 'o', flags: ['-o'], type: 'string', description: 'O', default: 'ab' }] },
  ],
];

const documentOf = (commands: string): string =>
  `{ "atip": "0.4", "name": "demo", "version": "1", "description": "Shows", "commands": { ${commands} } }`;

const fixedBy = (text: string, { fix }: Pick<Issue, 'fix'>): string =>
  (fix?.edits ?? []).reduceRight(
    (all, { range, newText }) => all.slice(0, range.start.offset) + newText + all.slice(range.end.offset),
    text,
  );

test.each(TEXTS)('characters that people cannot see are taken out of a text: %j', (piece, place, names, read) => {
  const text = documentOf(`"run": { ${piece} }`);
  const { tool, issues } = parseTool(text);
  expect(tool?.commands?.['run']).toMatchObject(read);
  const [issue] = issues.filter(({ code }) => code === 'hidden-characters');
  expect(issue).toMatchObject({
    severity: 'warning',
    message: `Characters that people cannot see are taken out: ${names}.`,
    path: `/commands/run/${place}`,
    section: '3.1',
    range: {},
  });
  if (issue?.fix) expect(parseTool(fixedBy(text, issue)).tool).toStrictEqual(tool);
});

/** Commands in whose names characters hide: the place, the characters, and the piece that the fix leaves. */
const NAMED: readonly (readonly [string, string, string, string | undefined])[] = [
  ['"ru\u200bn": { "description": "Runs" }', '/commands/ru\u200bn', 'U+200B', '"run": {'],
  ['"ru\\nn": { "description": "Runs" }', '/commands/ru\nn', 'U+000A', '"ru n": {'],
  ['"run": { "description": "Runs", "x-aliases": ["r\\tn"] }', '/commands/run/x-aliases/0', 'U+0009', '["r n"]'],
  [
    '"run": { "options": [{ "name": "o", "flags": ["-o"], "type": "enum", "enum": ["a\\rb"], "description": "" }] }',
    '/commands/run/options/0/enum/0',
    'U+000D',
    '["a\\nb"]',
  ],
  [
    '"run": { "options": [{ "name": "o\u00ad", "flags": ["-o"], "type": "string", "description": "" }] }',
    '/commands/run/options/0/name',
    'U+00AD',
    '"o"',
  ],
  [
    '"run": { "options": [{ "name": "o", "flags": ["-\ufeffo"], "type": "string", "description": "" }] }',
    '/commands/run/options/0/flags/0',
    'U+FEFF',
    '"-o"',
  ],
  [
    '"ru\u200bn": { "description": "Runs" }, "run": { "description": "Other" }',
    '/commands/ru\u200bn',
    'U+200B',
    undefined,
  ],
  ['"ru\u{e0041}n": { "commands": { "a": {}, "b": {} } }', '/commands/ru\u{e0041}n', 'U+E0041', '"run": {'],
];

test.each(NAMED)('a command in whose names they hide is left out: %j', (piece, path, names, left) => {
  const text = documentOf(`${piece}, "say": { "description": "Says" }`);
  const { tool, issues } = parseTool(text);
  expect(Object.keys(tool?.commands ?? {})).toStrictEqual(left === undefined ? ['run', 'say'] : ['say']);
  const [issue] = issues.filter(({ code }) => code === 'hidden-characters');
  expect(issue).toMatchObject({
    severity: 'warning',
    message: `The command is left out: characters that people cannot see hide in its names (${names}).`,
    path,
    range: {},
  });
  expect(issue?.fix === undefined).toBe(left === undefined);
  if (issue === undefined || left === undefined) return;
  const fixed = fixedBy(text, issue);
  expect(fixed).toContain(left);
  expect(parseTool(fixed).issues.filter(({ code }) => code === 'hidden-characters')).toStrictEqual([]);
});

test('a global option in whose names they hide is left out, and a tool whose name or only command has them', () => {
  const option = '{ "name": "a", "flags": ["-a"], "type": "string", "description": "A\u200b" }';
  const hidden = option.replace('"-a"', '"-\u200bb"');
  const rest = '"atip": "0.4", "version": "1", "description": "Shows"';
  const { tool, issues } = parseTool(
    `{ ${rest}, "name": "demo", "globalOptions": [${hidden}, ${option}], "commands": { "say": { "description": "Says" } } }`,
  );
  expect(tool?.globalOptions?.map(({ flags, description }) => [flags, description])).toStrictEqual([[['-a'], 'A']]);
  expect(issues.map(({ path, severity }) => [path, severity])).toStrictEqual([
    ['/globalOptions/0/flags/0', 'warning'],
    ['/globalOptions/0/description', 'warning'],
    ['/globalOptions/1/description', 'warning'],
  ]);
  for (const text of [
    `{ ${rest}, "name": "de\u200bmo" }`,
    `{ ${rest.replace('Shows', '\u200b')}, "name": "demo" }`,
    documentOf('"ru\u200bn": { "description": "Runs" }'),
  ]) {
    const found = parseTool(text);
    expect(found.tool).toBe(undefined);
    expect(found.issues).toMatchObject([{ code: 'hidden-characters', severity: 'error' }]);
  }
});

test('replaces each half, and of equal keys keeps the last', () => {
  const value = JSON.parse('{"__proto__":"\\ud800\\ud800","a\\ud800":1,"a\\udbff":[true,null,"😀"]}');
  expect(JSON.stringify(readableTexts(value))).toBe('{"__proto__":"\ufffd\ufffd","a\ufffd":[true,null,"😀"]}');
});
