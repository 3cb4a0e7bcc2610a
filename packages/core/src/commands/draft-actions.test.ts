import { expect, test } from 'vitest';
import { GH, toolWith } from '../testing/documents.ts';
import type { AtipTool } from '../types/tool.ts';
import { actionGroups } from './action-groups.ts';
import { draftActions } from './draft-actions.ts';
import type { ToolDraft } from './tool-draft.ts';

const drafts = (tool: AtipTool, ...more: [('required' | 'all' | 'none')?, number?]): ToolDraft[] =>
  actionGroups(tool).map((group) => draftActions(group, ...more));

test('each action with its own flags, then those that hold if any is run', () => {
  const [pr] = drafts(GH);
  expect(pr?.name).toBe('gh_pr');
  expect(pr?.description).toBe(
    'Manage pull requests. Actions: list: List pull requests; ' +
      'create: Create a pull request [⚠️ NOT IDEMPOTENT] [⚠️ NOT IDEMPOTENT]',
  );
});

test.each<[string, string]>([
  ['Do this!', 'Do this! Actions: a: A'],
  ['Really?', 'Really? Actions: a: A'],
  [' Things. ', 'Things. Actions: a: A'],
  ['Things', 'Things. Actions: a: A'],
  ['  ', 'Actions: a: A'],
  ['\ud800', '\ufffd. Actions: a: A'],
])('a group that says %j', (description, expected) => {
  const tool = toolWith({ g: { description, commands: { a: { description: 'A' } } } });
  expect(drafts(tool)[0]?.description).toBe(expected);
});

test('a label that is no text for a provider is made one', () => {
  const tool = toolWith({ g: { description: 'G', commands: { '\ud800': { description: 'A' } } } });
  expect(drafts(tool)[0]?.description).toBe('G. Actions: \ufffd: A');
});

test('the last flags are never cut', () => {
  const tool = toolWith({ a: { description: 'x'.repeat(500), effects: { destructive: true } } });
  expect(drafts(tool, 'required', 60)[0]?.description).toBe(`A tool. Actions: a: ${'x'.repeat(20)}... [⚠️ DESTRUCTIVE]`);
});

test.each<['required' | 'all' | 'none' | undefined, string[]]>([
  [undefined, ['action', 'repo', 'token-file']],
  ['required', ['action', 'repo', 'token-file']],
  ['all', ['action', 'repo', 'host', 'token-file']],
  ['none', ['action', 'repo']],
])('global options %s', (globalOptions, keys) => {
  expect(drafts(GH, globalOptions)[1]?.parameters.map(({ parameter }) => parameter.key)).toStrictEqual(keys);
});
