import { expect, test } from 'vitest';
import { parseTool } from '../metadata/parse-tool.ts';
import type { Issue } from '../types/issue.ts';
import { checkTool } from './check-tool.ts';

/** The issues of a text, with those of its shape. */
function issuesOf(text: string): Issue[] {
  const { tool, issues } = parseTool(text);
  if (tool === undefined) throw new Error(`The fixture is no tool: ${JSON.stringify(issues)}`);
  return [...issues, ...checkTool(tool, text)];
}

function apply(text: string, { fix }: Issue): string {
  if (fix === undefined) throw new Error('There is no fix to apply.');
  return fix.edits.reduceRight(
    (result, { range, newText }) => result.slice(0, range.start.offset) + newText + result.slice(range.end.offset),
    text,
  );
}

const brief = ({ code, path }: Issue): string => `${code} ${path}`;

function documentWith(command: string): string {
  return `{
  "atip": "0.4", "name": "demo", "version": "1", "description": "Shows how it works",
  "effects": { "network": false },
  "commands": { ${command} }
}`;
}

const option = (fields: string): string =>
  documentWith(
    `"run": { "description": "Runs the thing", "options": [{ "name": "size", "description": "How large", ${fields} }] }`,
  );

/** text, the issue with a fix, what the fix is called, the changed piece of text */
const FIXED: readonly (readonly [string, string, string, string])[] = [
  [
    option('"flags": ["--size", "-s", "--size"], "type": "string"'),
    'duplicate-flag /commands/run/options/0/flags',
    'List each once',
    '["--size","-s"]',
  ],
  [
    option('"flags": ["--size"], "type": "enum", "enum": ["a", "b", 1, "a", 1]'),
    'duplicate-value /commands/run/options/0/enum',
    'List each once',
    '["a","b",1]',
  ],
  [
    option('"flags": ["--size"], "type": "integer", "default": "5"'),
    'invalid-default /commands/run/options/0/default',
    'Change to 5',
    '"default": 5',
  ],
  [
    option('"flags": ["--size"], "type": "boolean", "default": "True"'),
    'invalid-default /commands/run/options/0/default',
    'Change to true',
    '"default": true',
  ],
  [
    option('"flags": ["--size"], "type": "array", "enum": ["a"], "default": "a"'),
    'invalid-default /commands/run/options/0/default',
    'Change to ["a"]',
    '"default": ["a"]',
  ],
  [
    option('"flags": ["--size"], "type": "enum", "enum": ["1.10"], "default": 1.10'),
    'invalid-default /commands/run/options/0/default',
    'Change to "1.10"',
    '"default": "1.10"',
  ],
];

test.each(FIXED)('the fix of %s leaves nothing to say', (text, which, title, piece) => {
  const issues = issuesOf(text);
  const issue = issues.find((one) => brief(one) === which);
  if (issue === undefined) throw new Error(`Not found: ${issues.map(brief).join(', ')}`);
  expect(issue.fix?.title).toBe(title);
  const fixed = apply(text, issue);
  expect(fixed).toContain(piece);
  expect(issuesOf(fixed).map(brief)).toStrictEqual([]);
});

/** Where the way out is not certain. */
const UNFIXED: readonly (readonly [string, string, string])[] = [
  ['a default of no known meaning', option('"flags": ["-s"], "type": "integer", "default": "five"'), 'invalid-default'],
  [
    'a default that becomes no listed value',
    option('"flags": ["-s"], "type": "enum", "enum": ["a"], "default": 5'),
    'invalid-default',
  ],
];

test.each(UNFIXED)('%s has no fix', (_name, text, code) => {
  const issue = issuesOf(text).find((one) => one.code === code);
  expect(issue?.range).not.toBe(undefined);
  expect(issue?.fix).toBe(undefined);
});

test('ranges are those of the text, in its order', () => {
  const text = documentWith(
    '"run": { "description": "Run" }, "rm": { "description": "Removes \u0456t", "effects": {} }',
  );
  const { tool } = parseTool(text);
  const issues = tool ? checkTool(tool, text) : [];
  expect(issues.map(({ code, range }) => [code, text.slice(range?.start.offset, range?.end.offset)])).toStrictEqual([
    ['weak-description', '"Run"'],
    ['unstated-destruction', '{ "description": "Removes \u0456t", "effects": {} }'],
    ['mixed-alphabets', '"Removes \u0456t"'],
  ]);
});

test('a text that says something else than the tool gets no edits, and one that is no JSON no ranges', () => {
  const text = option('"flags": ["--size"], "type": "integer", "default": "5"');
  const { tool } = parseTool(text);
  if (tool === undefined) throw new Error('The fixture is no tool.');
  const [other] = checkTool(tool, text.replace('"5"', '"6"'));
  expect([other?.code, other?.range?.start.line, other?.fix]).toStrictEqual(['invalid-default', 4, undefined]);
  for (const source of ['', '{', '[1']) {
    expect(checkTool(tool, source)).toStrictEqual(checkTool(tool));
  }
});
