import { GH, toolWith } from '../testing/documents.ts';
import { HARD } from '../testing/hard-tool.ts';
import type { AtipArgument, AtipCommand, AtipOption, AtipTool } from '../types/tool.ts';
import { type ActionGroup, actionGroups, actionParameters } from './actions.ts';
import { flattenCommands } from './flatten-commands.ts';
import { expect, test } from 'vitest';

const groupsOf = (tool: AtipTool): ActionGroup[] => actionGroups(tool, flattenCommands(tool));

/** Name, pointer and, for each action, the command's name. */
const groups = (tool: AtipTool): unknown[] =>
  groupsOf(tool).map(({ name, pointer, path, actions }) => [
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
  const names = groupsOf(toolWith({ a: { description: 'A', commands: { b: inner } }, a_b: inner })).map(
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
  expect(groupsOf(tool)[0]?.effects).toStrictEqual({ destructive: true, network: false, reversible: false });
});

const option = (name: string, more: Partial<AtipOption> = {}): AtipOption => ({
  name,
  flags: [`--${name}`],
  type: 'string',
  description: `The ${name}`,
  ...more,
});
const argument = (name: string, more: Partial<AtipArgument> = {}): AtipArgument => ({
  name,
  type: 'string',
  description: `The ${name}`,
  ...more,
});

/** Key, whether required, description and pointer of each property, and the actions that use it. */
function properties(commands: Record<string, Partial<AtipCommand>>, more: Partial<AtipTool> = {}): unknown[] {
  const described = Object.entries(commands).map(([key, command]) => [key, { description: key, ...command }] as const);
  return groupsOf(toolWith(Object.fromEntries(described), more)).flatMap((group) =>
    actionParameters(group).map(({ parameter, shape, uses }) => [
      parameter.key,
      parameter.required,
      shape.description,
      parameter.pointer,
      [...uses.keys()].join(' '),
    ]),
  );
}

test('one key and one shape are one property, required if every action requires it', () => {
  const commands = {
    create: { arguments: [argument('title')], options: [option('body')] },
    edit: { arguments: [argument('title')] },
  };
  expect(properties(commands)).toStrictEqual([
    ['title', true, 'The title', '/commands/create/arguments/0', 'create edit'],
    ['body', false, '(create) The body', '/commands/create/options/0', 'create'],
  ]);
});

test.each<[string, Partial<AtipOption>]>([
  ['type', { type: 'integer' }],
  ['values', { enum: ['a'] }],
  ['items', { type: 'array' }],
])('another %s is another property', (_name, more) => {
  expect(
    properties({
      a: { options: [option('x')] },
      b: { options: [option('x', more)] },
      c: { options: [option('x', more)] },
    }),
  ).toStrictEqual([
    ['x', false, '(a) The x', '/commands/a/options/0', 'a'],
    ['b_x', false, '(b) The x', '/commands/b/options/0', 'b'],
    ['c_x', false, '(c) The x', '/commands/c/options/0', 'c'],
  ]);
});

test('a parameter called action leaves that key to the choice', () => {
  expect(properties({ a: { options: [option('action')] } })).toStrictEqual([
    ['action_option', false, 'The action', '/commands/a/options/0', 'a'],
  ]);
});

test('a key that is taken twice over gets a hash', () => {
  const commands = {
    a: { options: [option('b_x', { type: 'integer' }), option('x')] },
    b: { options: [option('x', { type: 'number' })] },
    // Its `x` is neither the first one nor `c_x`, which is of another shape already.
    c: { options: [option('c_x', { type: 'boolean' }), option('x', { type: 'integer' })] },
  };
  const keys = properties(commands).map((property) => (Array.isArray(property) ? property[0] : undefined));
  expect(new Set(keys).size).toBe(5);
  expect(keys.filter((key) => /_[a-z0-9]{8}$/.test(String(key))).length).toBe(2);
});
