import { expect, test } from 'vitest';
import { GH, toolWith } from '../testing/documents.ts';
import { HARD } from '../testing/hard-tool.ts';
import type { AtipTool } from '../types/tool.ts';
import { actionGroups } from './action-groups.ts';

/** Name, pointer and, for each action, the command's name. */
const groups = (tool: AtipTool): unknown[] =>
  actionGroups(tool).map(({ name, pointer, path, actions }) => [
    name,
    pointer,
    path,
    [...actions].map(([label, command]) => `${label}: ${command.name}`),
  ]);

test('the commands of one level are the actions of one group', () => {
  expect(groups(GH)).toStrictEqual([
    ['gh_pr', '/commands/pr', ['pr'], ['list: gh_pr_list', 'create: gh_pr_create']],
    ['gh_repo', '/commands/repo', ['repo'], ['delete: gh_repo_delete']],
  ]);
});

test('a runnable group is an action of the level above it, by its own word', () => {
  const long = 'a-command-whose-name-goes-on-and-on-until-it-is-longer-than-what-any-provider-would-ever-accept';
  const renamed = 'git_a-command-whose-name-go_-provider-would-ever-accept_8sms72d3';
  expect(groups(HARD)).toStrictEqual([
    ['git', '', [], ['stash: git_stash', `${long}: ${renamed}`, 'log: git_log']],
    ['git_stash', '/commands/stash', ['stash'], ['drop: git_stash_drop']],
  ]);
});

test.each<[string, AtipTool, unknown[]]>([
  [
    'the tool itself has its own name for an action',
    toolWith({ '': { description: 'T' }, sub: { description: 'S' } }),
    [['tool', '', [], ['tool: tool', 'sub: tool_sub']]],
  ],
  [
    'and a hash where a command has that name',
    toolWith({ '': { description: 'T' }, tool: { description: 'S' } }),
    [['tool', '', [], ['run_njd3fhra: tool', 'tool: tool_tool']]],
  ],
  ['no commands, no groups', toolWith({}), []],
])('%s', (_name, tool, expected) => {
  expect(groups(tool)).toStrictEqual(expected);
});

test('two groups of one name get the hash of their path', () => {
  const inner = { description: 'G', commands: { x: { description: 'X' } } };
  const names = actionGroups(toolWith({ a: { description: 'A', commands: { b: inner } }, a_b: inner })).map(
    ({ name }) => name,
  );
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toMatch(/^tool_a_b_[a-z0-9]{8}$/);
});

test('a group may do what any of its actions may, and promises only what all of them do', () => {
  const tool = toolWith({
    a: { description: 'A', effects: { destructive: true, network: false, idempotent: true } },
    b: { description: 'B', effects: { network: false, reversible: false } },
    c: { description: 'C', effects: { network: false, idempotent: true } },
  });
  expect(actionGroups(tool)[0]?.effects).toStrictEqual({ destructive: true, network: false, reversible: false });
});
