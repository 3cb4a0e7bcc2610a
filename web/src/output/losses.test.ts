import { type AtipTool, type Issue, type Loss, type Provider, compile, parseTool } from '@atip/core';
import { expect, test } from 'vitest';
import { groupLosses, kindOf, lossIssues, placeLabel } from './losses.ts';
import { applyEdits } from '../document/issues.ts';

function lossesOf(text: string, provider: Provider): readonly Loss[] {
  const { tool, issues } = parseTool(text);
  if (tool === undefined) throw new Error(`No tool: ${JSON.stringify(issues)}`);
  return compile([tool], provider).losses;
}

const issuesOf = (text: string, provider: Provider): readonly Issue[] =>
  lossIssues(text, lossesOf(text, provider), provider);
const brief = ({ code, path }: Issue): string => `${code} ${path}`;

const documentWith = (command: string): string =>
  `{ "atip": "0.4", "name": "demo", "version": "1", "description": "Demo", "commands": {\n"run": { ${command} } } }`;
const option = (fields: string): string =>
  documentWith(`"description": "Runs", "options": [{ "name": "o", "flags": ["-o"], "description": "O", ${fields} }]`);
const GLOBAL = '{ "name": "g", "flags": ["-g"], "type": "boolean", "description": "G" }';
const LONG = 'Runs one thing after another. '.repeat(40).trim();

test('a loss is an issue at its place, in words that name the provider', () => {
  const text = option('"type": "url"');
  const place = '"type": "url"';
  const offset = text.indexOf(place);
  expect(issuesOf(text, 'openai-responses').filter(({ code }) => code === 'loss-in-text')).toStrictEqual([
    {
      code: 'loss-in-text',
      severity: 'info',
      message: 'Responses is told this in words. "url" is a string, and the description says which.',
      path: '/commands/run/options/0/type',
      range: {
        start: { line: 2, column: offset - text.indexOf('\n'), offset },
        end: { line: 2, column: offset - text.indexOf('\n') + place.length, offset: offset + place.length },
      },
    },
  ]);
});

test('only what comes out otherwise is lost: effects and notes stay with the host, and words are told', () => {
  const text = option('"type": "enum", "enum": ["a", "a"], "default": [1], "x-mine": 1').replace(
    '"description": "Runs"',
    '"description": "Runs", "effects": { "network": true, "destructive": true }, "examples": ["demo run"]',
  );
  const tool = text.replace('"commands"', `"globalOptions": [${GLOBAL}], "commands"`);
  const kinds = lossesOf(tool, 'openai').map((loss) => `${kindOf(loss)} ${loss.pointer}`);
  expect(kinds.toSorted()).toStrictEqual([
    'kept /commands/run/examples',
    'kept /commands/run/options/0/x-mine',
    'kept /description',
    'kept /version',
    'loss /commands/run/options/0/default',
    'loss /commands/run/options/0/enum',
    'loss /globalOptions/0',
    'told /commands/run/effects/destructive',
    'told /commands/run/effects/network',
  ]);
  expect(issuesOf(tool, 'openai').every(({ severity }) => severity === 'info')).toBe(true);
});

test('what is not stated, and is told as the worst, warns and is never filled in', () => {
  const issue = issuesOf(documentWith('"description": "Runs"'), 'mcp').find(({ code }) => code === 'loss-assumed');
  expect([issue?.severity, issue?.message, issue?.fix]).toStrictEqual([
    'warning',
    'MCP is told the worst. destructive, idempotent, network: not stated, so the annotations say the worst.',
    undefined,
  ]);
});

/** text, provider, the issue, the fix's title, a piece of the changed text */
const FIXED: readonly (readonly [string, Provider, string, string, string])[] = [
  [
    documentWith(`"description": "${LONG}", "effects": { "destructive": true }`),
    'openai',
    'loss-truncated /commands/run/description',
    'Keep the first 31 sentences, 929 characters',
    'another.", "effects"',
  ],
  [
    option('"type": "enum", "enum": ["b", "a", "b"]'),
    'anthropic',
    'loss-value-dropped /commands/run/options/0/enum',
    'List each value once',
    '["b", "a"]',
  ],
  [
    option('"type": "enum", "default": 1, "enum": [1, "auto", "1"]'),
    'anthropic',
    'loss-as-text /commands/run/options/0/enum',
    'Write the numbers as texts',
    '"default": "1", "enum": ["1", "auto"]',
  ],
];

test.each(FIXED)('the fix of %s for %s: %s', (text, provider, which, title, piece) => {
  const before = issuesOf(text, provider);
  const issue = before.find((one) => brief(one) === which);
  if (issue?.fix === undefined) throw new Error(`No fix of it: ${before.map(brief).join(', ')}`);
  expect(issue.fix.title).toBe(title);
  const fixed = applyEdits(text, issue.fix.edits);
  expect(fixed).toContain(piece);
  const after = issuesOf(fixed, provider).map(brief);
  expect(after).not.toContain(which);
  expect(before.map(brief)).toStrictEqual(expect.arrayContaining(after));
});

test.each([
  ['one endless sentence', documentWith(`"description": "${'a'.repeat(1100)}"`), 'openai', 'loss-truncated'],
  ['a list of numbers alone', option('"type": "enum", "enum": [1, 2]'), 'gemini', 'loss-as-text'],
  ['a default that is a list', option('"type": "array", "enum": [1, "a"], "default": [1]'), 'mcp', 'loss-as-text'],
] as const)('%s has no fix', (_name, text, provider, code) => {
  const found = issuesOf(text, provider).filter((issue) => issue.code === code);
  expect(found.map(({ fix }) => fix)).toStrictEqual([undefined]);
});

test('a text that cannot be read gives issues without a place', () => {
  const [issue] = lossIssues('usage: demo', lossesOf(option('"type": "url"'), 'openai'), 'openai');
  expect(Object.keys(issue ?? {})).toStrictEqual(['code', 'severity', 'message', 'path']);
});

const EMPTY: AtipTool = { atip: '0.4', name: 'x', version: '1', description: 'X' };

const issue = (code: string, path: string, message: string, severity: Issue['severity'] = 'info'): Issue => ({
  code: `loss-${code}`,
  severity,
  message,
  path,
});

test('what reads the same is one group; warnings come first, then losses, what is kept, what is told', () => {
  const parts = [
    ['in-text', '/commands/a/effects/network', 'told'],
    ['not-sent', '/commands/a/examples', 'kept'],
    ['assumed', '/commands/a', 'worst', 'warning'],
    ['renamed', '/commands/b', 'renamed'],
    ['not-sent', '/commands/b/examples', 'kept'],
    ['not-sent', '/commands/b/x', 'other'],
  ] as const;
  const groups = groupLosses(
    EMPTY,
    parts.map(([code, path, message, severity]) => issue(code, path, message, severity)),
  );
  expect(groups.map(({ kind, severity, message, count }) => [kind, severity, message, count])).toStrictEqual([
    ['loss', 'warning', 'worst', 1],
    ['loss', 'info', 'renamed', 1],
    ['kept', 'info', 'kept', 2],
    ['kept', 'info', 'other', 1],
    ['told', 'info', 'told', 1],
  ]);
  expect(groups[2]?.places).toStrictEqual([
    { label: 'a › examples', fix: undefined, range: undefined },
    { label: 'b › examples', fix: undefined, range: undefined },
  ]);
});

test('a place has its fix and its range', () => {
  const range = { start: { line: 1, column: 1, offset: 0 }, end: { line: 1, column: 2, offset: 1 } };
  const fix = { title: 'Shorten', edits: [] };
  const [group] = groupLosses(EMPTY, [{ ...issue('truncated', '/description', 'cut'), range, fix }]);
  expect(group?.places).toStrictEqual([{ label: 'description', range, fix }]);
});

const TOOL: AtipTool = {
  atip: '0.4',
  name: 'gh',
  version: '1',
  description: 'GitHub',
  globalOptions: [{ name: 'host', flags: ['--host'], type: 'string', description: 'Host' }],
  commands: {
    '': { description: 'Itself', arguments: [{ name: 'file', type: 'file', description: 'File' }] },
    pr: {
      description: 'Pull requests',
      commands: {
        create: {
          description: 'Create',
          options: [{ name: 'title', flags: ['--title'], type: 'string', description: 'Title' }],
        },
      },
    },
  },
};

test.each([
  ['', 'gh'],
  ['/globalOptions/0', '--host'],
  ['/commands//arguments/0/type', 'gh › file › type'],
  ['/commands/pr/commands/create/effects/network', 'pr create › effects.network'],
  ['/commands/pr/commands/create/options/0/default', 'pr create › --title › default'],
  ['/commands/pr/commands/create/options/7', 'pr create › options.7'],
])('%j is %j', (pointer, label) => {
  expect(placeLabel(TOOL, pointer)).toBe(label);
});
