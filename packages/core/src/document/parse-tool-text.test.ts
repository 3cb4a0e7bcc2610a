import { expect, test } from 'vitest';
import { parseTool } from './parse-tool.ts';

const TEXT = `{
  "atip": 0.4,
  "name": "demo",
  "version": "1", "desciption": "Demo",
  "commands": {
    "run": {
      "description": "Runs",
      "options": [
        { "name": "depth", "flag": ["-d"], "type": "int", "description": "d" },
        { "flags": ["-q", "--quiet"], "type": "boolean", "description": "d" },
        { "name": "all", "flags": "--all", "type": "boolean", "description": "d" },
        { "name": "out", "flags": ["-o, --out"], "type": "file", "description": "d" },
        { "name": "tag", "flags": ["tag", "t"], "type": "string", "description": "d" }
      ],
      "effects": { "network": "true", "destructive": "no" },
    }
  }
}
`;

const REPAIRED = `{
  "atip": "0.4",
  "name": "demo",
  "version": "1", "description": "Demo",
  "commands": {
    "run": {
      "description": "Runs",
      "options": [
        { "name": "depth", "flags": ["-d"], "type": "integer", "description": "d" },
        { "flags": ["-q", "--quiet"], "type": "boolean", "description": "d", "name": "quiet" },
        { "name": "all", "flags": ["--all"], "type": "boolean", "description": "d" },
        { "name": "out", "flags": ["-o","--out"], "type": "file", "description": "d" },
        { "name": "tag", "flags": ["--tag", "-t"], "type": "string", "description": "d" }
      ],
      "effects": { "network": true, "destructive": false }
    }
  }
}
`;

test('lists every issue at once with its place, in the order of the text', () => {
  const { tool, issues } = parseTool(TEXT);
  expect(tool).toBe(undefined);
  expect(issues.map(({ code, path, range }) => [range?.start.line, range?.start.column, code, path])).toStrictEqual([
    [2, 11, 'wrong-type', '/atip'],
    [4, 19, 'missing-field', '/description'],
    [9, 28, 'missing-field', '/commands/run/options/0/flags'],
    [9, 52, 'invalid-value', '/commands/run/options/0/type'],
    [10, 9, 'missing-field', '/commands/run/options/1/name'],
    [11, 35, 'wrong-type', '/commands/run/options/2/flags'],
    [12, 36, 'doubtful-flag', '/commands/run/options/3/flags/0'],
    [13, 36, 'doubtful-flag', '/commands/run/options/4/flags/0'],
    [13, 43, 'doubtful-flag', '/commands/run/options/4/flags/1'],
    [15, 31, 'wrong-type', '/commands/run/effects/network'],
    [15, 54, 'wrong-type', '/commands/run/effects/destructive'],
    [15, 60, 'trailing-comma', '/commands/run'],
  ]);
});

test('the fixes of a document lead to one without issues', () => {
  const { issues } = parseTool(TEXT);
  const edits = issues.flatMap(({ fix }) => fix?.edits ?? []);
  const repaired = edits
    .sort((one, other) => other.range.start.offset - one.range.start.offset)
    .reduce(
      (text, { range, newText }) => text.slice(0, range.start.offset) + newText + text.slice(range.end.offset),
      TEXT,
    );
  expect(repaired).toBe(REPAIRED);
  expect(parseTool(repaired).issues).toStrictEqual([]);
});

test.each([
  ['a misspelt required field is one error', '"desciption": "d"', ['missing-field'], 'Rename to "description"'],
  [
    'a second misspelling is another field',
    '"desciption": "d", "descripton": "e"',
    ['missing-field', 'unknown-field'],
    'Rename to "description"',
  ],
  ['nobody writes an empty description', '"colour": "d"', ['missing-field', 'unknown-field'], undefined],
])('%s', (_name, member, codes, title) => {
  const { issues } = parseTool(`{ "atip": "0.4", "name": "a", "version": "1", ${member} }`);
  expect(issues.map(({ code }) => code)).toStrictEqual(codes);
  expect(issues[0]?.fix?.title).toBe(title);
});

test('puts a missing version first', () => {
  const [issue] = parseTool('{\n  "name": "a",\n  "version": "1",\n  "description": "d"\n}').issues;
  const [edit] = issue?.fix?.edits ?? [];
  expect([edit?.range.start.offset, edit?.newText]).toStrictEqual([1, '\n  "atip": {"version":"0.4"},']);
});

test('names the field, the kind of value and what is expected, and cuts long values', () => {
  const text = JSON.stringify({ atip: '0.4', name: '/'.repeat(100), version: [], description: 'd' });
  expect(parseTool(text).issues.map(({ message }) => message)).toStrictEqual([
    `"name" is the text "${'/'.repeat(40)}…"; expected: the name of an executable: not empty, no "/", no control characters.`,
    '"version" is an empty list, where a text is expected.',
  ]);
});

test('of a value that runs over lines only the key is marked', () => {
  const text = '{"atip":"0.4","name":"a","version":{\n},"description":[1]}';
  expect(parseTool(text).issues.map(({ range }) => text.slice(range?.start.offset, range?.end.offset))).toStrictEqual([
    '"version"',
    '[1]',
  ]);
});
