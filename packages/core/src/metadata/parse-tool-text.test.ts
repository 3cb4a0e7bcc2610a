import { expect, test } from 'vitest';
import { parseTool } from './parse-tool.ts';

const TEXT = `{
  "atip": 0.4,
  "name": "demo",
  "version": "1",
  "commands": {
    "run": {
      "description": "Runs",
      "options": [
        { "name": "depth", "flag": ["-d"], "type": "int", "description": "d" },
        { "flags": ["-q", "--quiet"], "type": "boolean", "description": "d" },
        { "name": "all", "flags": "--all", "type": "boolean", "description": "d" },
        { "name": "out", "flags": ["-o, --out"], "type": "file", "description": "d" }
      ],
      "effects": { "network": "true" },
    }
  }
}
`;

const REPAIRED = `{
  "atip": "0.4",
  "name": "demo",
  "version": "1",
  "commands": {
    "run": {
      "description": "Runs",
      "options": [
        { "name": "depth", "flags": ["-d"], "type": "integer", "description": "d" },
        { "flags": ["-q", "--quiet"], "type": "boolean", "description": "d", "name": "quiet" },
        { "name": "all", "flags": ["--all"], "type": "boolean", "description": "d" },
        { "name": "out", "flags": ["-o","--out"], "type": "file", "description": "d" }
      ],
      "effects": { "network": true }
    }
  },
  "description": ""
}
`;

test('lists every issue at once with its place, in the order of the text', () => {
  const { tool, issues } = parseTool(TEXT);
  expect(tool).toBe(undefined);
  expect(issues.map(({ code, path, range }) => [range?.start.line, range?.start.column, code, path])).toStrictEqual([
    [1, 1, 'missing-field', '/description'],
    [2, 11, 'wrong-type', '/atip'],
    [9, 9, 'missing-field', '/commands/run/options/0/flags'],
    [9, 28, 'unknown-field', '/commands/run/options/0/flag'],
    [9, 52, 'invalid-value', '/commands/run/options/0/type'],
    [10, 9, 'missing-field', '/commands/run/options/1/name'],
    [11, 35, 'wrong-type', '/commands/run/options/2/flags'],
    [12, 36, 'doubtful-flag', '/commands/run/options/3/flags/0'],
    [14, 31, 'wrong-type', '/commands/run/effects/network'],
    [14, 39, 'trailing-comma', '/commands/run'],
  ]);
});

test('the fixes of a document lead to one without issues', () => {
  // A missing field and its misspelt name are two ways to the same repair: one of them is taken.
  const issues = parseTool(TEXT).issues.filter(({ path }) => path !== '/commands/run/options/0/flags');
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

test('puts a missing version first', () => {
  const [issue] = parseTool('{\n  "name": "a",\n  "version": "1",\n  "description": "d"\n}').issues;
  expect(issue?.fix).toStrictEqual({
    title: 'Add "atip": {"version":"0.4"}',
    edits: [
      {
        range: { start: { line: 1, column: 2, offset: 1 }, end: { line: 1, column: 2, offset: 1 } },
        newText: '\n  "atip": {"version":"0.4"},',
      },
    ],
  });
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
