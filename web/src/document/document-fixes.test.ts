import { type Issue, checkTool, parseTool } from '@atip/core';
import { expect, test } from 'vitest';
import { applyEdits } from './issues.ts';
import { withFixes } from './document-fixes.ts';

function issuesOf(text: string): readonly Issue[] {
  const { tool, issues } = parseTool(text);
  if (tool === undefined) throw new Error(`No tool: ${JSON.stringify(issues)}`);
  return withFixes(text, [...issues, ...checkTool(tool, text)]);
}

const brief = ({ code, path }: Issue): string => `${code} ${path}`;

const HEAD = '"atip": "0.4", "name": "demo", "version": "1", "description": "Shows how it works"';
const withCommand = (fields: string): string =>
  `{\n  ${HEAD},\n  "effects": { "network": false },\n  "commands": { "run": { "description": "Runs the thing", ${fields} } }\n}`;
const withEffects = (effects: string): string =>
  `{ ${HEAD}, "commands": { "run": { "description": "Runs the thing", "effects": ${effects} } } }`;
const withPattern = (pattern: string): string =>
  `{ ${HEAD}, "effects": { "network": false }, "commands": { "run": { "description": "Runs the thing" } }, "patterns": [${pattern}] }`;
const TOKEN = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6'}`;

/** text, the issue, the fix's title, a piece of the changed text */
const FIXED: readonly (readonly [string, string, string, string])[] = [
  [
    withCommand(
      '"options": [{ "name": "size", "flags": ["--size"], "type": "integer", "required": true, "default": 3, "description": "How large" }]',
    ),
    'required-default /commands/run/options/0/default',
    'Remove the default, which is never taken',
    '"required": true, "description"',
  ],
  [
    withCommand('"effects": { "network": false }').replace('"network": false }', '"network": true }'),
    'effect-overridden /commands/run/effects/network',
    'Remove it: the level above counts',
    '"effects": {} }',
  ],
  [
    withEffects('{ "filesystem": { "write": false, "delete": true } }'),
    'contradictory-effects /commands/run/effects',
    'Remove "filesystem.write": the harm counts',
    '{ "filesystem": { "delete": true } }',
  ],
  [
    withEffects('{ "reversible": true, "cost": { "billable": true, "estimate": "free" }, "network": false }'),
    'contradictory-effects /commands/run/effects',
    'Remove "cost.estimate" and "network": the harm counts',
    '{ "reversible": true, "cost": { "billable": true } }',
  ],
  [
    withCommand('"arguments": []').replace('"run"', '"delete"'),
    'unstated-destruction /commands/delete',
    'State that it destroys',
    '"arguments": [], "effects": { "destructive": true } }',
  ],
  [
    withCommand('"effects": { "idempotent": false }').replace('"run"', '"delete"'),
    'unstated-destruction /commands/delete',
    'State that it destroys',
    '{ "idempotent": false, "destructive": true }',
  ],
  [
    withPattern('{ "name": "p", "description": "Makes it", "steps": [{ "command": "demo run {a} {b}" }] }'),
    'undeclared-variable /patterns/0/steps/0/command',
    'Declare "a", "b"',
    '"variables": { "a": { "type": "string", "description": "The a" }, "b": {',
  ],
  [
    withPattern(
      '{ "name": "p", "description": "Makes it", "steps": [{ "command": "demo run {a} {b} {c}" }], "variables": { "b": { "type": "string", "description": "It" } } }',
    ),
    'undeclared-variable /patterns/0/steps/0/command',
    'Declare "a", "c"',
    '"The a" }',
  ],
  [
    withPattern(
      '{ "name": "p", "description": "Makes it", "steps": [{ "command": "demo run" }], "variables": { "b": { "type": "string", "description": "It" } } }',
    ),
    'unused-variable /patterns/0/variables/b',
    'Remove the variable',
    '"variables": {}',
  ],
  [
    withCommand(`"examples": ["demo run ${TOKEN} now"]`),
    'secret-in-metadata /commands/run/examples/0',
    'Replace the secret by <secret>',
    '["demo run <secret> now"]',
  ],
  [
    `{ ${HEAD}, "effects": { "network": false } }`,
    'no-commands ',
    'Add the tool itself as a command',
    '"commands": { "": { "description": "Shows how it works" } } }',
  ],
];

test.each(FIXED)('the fix of %s mends %s and brings nothing new', (text, which, title, piece) => {
  const issues = issuesOf(text);
  const issue = issues.find((one) => brief(one) === which);
  if (issue?.fix === undefined) throw new Error(`No fix of it: ${issues.map(brief).join(', ')}`);
  expect(issue.fix.title).toBe(title);
  const fixed = applyEdits(text, issue.fix.edits);
  expect(fixed).toContain(piece);
  expect(issuesOf(fixed).map(brief)).toStrictEqual([]);
});

/** Issues whose fix does not follow from the text. */
const UNFIXED: readonly (readonly [string, string, string])[] = [
  [
    'a name that destroys what can be undone',
    withEffects('{ "reversible": true }').replace('"run"', '"delete"'),
    'unstated-destruction',
  ],
  ['a tool without commands and effects', `{ ${HEAD} }`, 'no-commands'],
  [
    'an excerpt without commands',
    `{ ${HEAD}, "effects": { "network": false }, "partial": true, "omitted": { "reason": "filtered", "safetyAssumption": "unknown" } }`,
    'no-commands',
  ],
  ['a key that is a secret', withCommand(`"x-${TOKEN}": 1`), 'secret-in-metadata'],
];

test.each(UNFIXED)('%s has no fix', (_name, text, code) => {
  const found = issuesOf(text).filter((issue) => issue.code === code);
  expect(found.length).toBe(1);
  expect(found[0]?.fix).toBe(undefined);
});

test('a fix that is there stays, and a text with errors is left alone', () => {
  const fix = { title: 'Mine', edits: [] };
  const issue: Issue = { code: 'required-default', severity: 'info', message: '', path: '/a' };
  expect(withFixes('{ "a": 1 }', [{ ...issue, fix }])).toStrictEqual([{ ...issue, fix }]);
  expect(withFixes('{ "a": 1 } // b', [issue])).toStrictEqual([issue]);
  expect(withFixes('{ "b": 1 }', [issue])).toStrictEqual([issue]);
});
