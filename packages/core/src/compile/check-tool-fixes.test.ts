import { expect, test } from 'vitest';
import { parseTool } from '../document/parse-tool.ts';
import type { Issue } from '../types/issue.ts';
import { checkTool } from './lint-document.ts';

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

/** fields of an option, the code of the issue with a fix, the field it is about, the fix's title, the changed piece of text */
test.each([
  [
    '"flags": ["--size", "-s", "--size"], "type": "string"',
    'duplicate-flag',
    'flags',
    'List each once',
    '["--size","-s"]',
  ],
  ['"flags": ["-s"], "type": "enum", "enum": ["a", 1, "a", 1]', 'duplicate-value', 'enum', 'List each once', '["a",1]'],
  ['"flags": ["-s"], "type": "integer", "default": "5"', 'invalid-default', 'default', 'Change to 5', '"default": 5'],
  ['"flags": ["-s"], "type": "boolean", "default": "True"', 'invalid-default', 'default', 'Change to true', ': true'],
  [
    '"flags": ["-s"], "type": "array", "enum": ["a"], "default": "a"',
    'invalid-default',
    'default',
    'Change to ["a"]',
    '"default": ["a"]',
  ],
  [
    '"flags": ["-s"], "type": "enum", "enum": ["1.10"], "default": 1.10',
    'invalid-default',
    'default',
    'Change to "1.10"',
    '"default": "1.10"',
  ],
])('the fix of { %s }, %s, leaves nothing to say', (fields, code, field, title, piece) => {
  const text = option(fields);
  const issues = issuesOf(text);
  const issue = issues.find((one) => brief(one) === `${code} /commands/run/options/0/${field}`);
  if (issue === undefined) throw new Error(`Not found: ${issues.map(brief).join(', ')}`);
  expect(issue.fix?.title).toBe(title);
  const fixed = apply(text, issue);
  expect(fixed).toContain(piece);
  expect(issuesOf(fixed).map(brief)).toStrictEqual([]);
});

test.each([
  ['of no known meaning', '"flags": ["-s"], "type": "integer", "default": "five"'],
  ['that becomes no listed value', '"flags": ["-s"], "type": "enum", "enum": ["a"], "default": 5'],
])('a default %s has no fix', (_name, fields) => {
  const issue = issuesOf(option(fields)).find(({ code }) => code === 'invalid-default');
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
