import { expect, test } from 'vitest';
import { draftActions } from '../compile/drafts.ts';
import { ArgumentValidationError, UnknownCommandError } from '../json/execute-errors.ts';
import { GH, toolWith } from '../testing/documents.ts';
import type { AtipOption, AtipTool } from '../types/tool.ts';
import type { ToolCall } from '../types/call.ts';
import { createCatalog, mapToCommand, resolveAction as resolveIn } from './commands-by-name.ts';

const resolveAction = (call: ToolCall, tools: readonly AtipTool[]) => resolveIn(call, createCatalog(tools));

test('a compiled name leads back to its command with merged effects', () => {
  const mapping = mapToCommand('gh_repo_delete', [GH]);
  expect(mapping.command).toStrictEqual(['gh', 'repo', 'delete']);
  expect(mapping.path).toStrictEqual(['repo', 'delete']);
  expect(mapping.tool).toBe(GH);
  expect(mapping.metadata).toBe(GH.commands?.['repo']?.commands?.['delete']);
  expect(mapping.effects).toStrictEqual({ network: true, destructive: true, reversible: false });
});

test('names are looked up, never split', () => {
  const tool = toolWith({ 'a_b-c': { description: 'One word' } });
  expect(mapToCommand('tool_a_b-c', [tool]).command).toStrictEqual(['tool', 'a_b-c']);
});

test('of two tools with one name the later is meant', () => {
  const first = toolWith({ run: { description: 'First' } });
  const second = toolWith({ run: { description: 'Second' } });
  expect(mapToCommand('tool_run', [first, second]).tool).toBe(second);
});

test.each(['gh', 'gh_pr', 'gh_pr_creat', '__proto__', 'constructor', ''])('%s is unknown', (name) => {
  expect(() => mapToCommand(name, [GH])).toThrow(UnknownCommandError);
});

test('an unknown name comes with those that are close', () => {
  expect(() => mapToCommand('gh_pr_creat', [GH])).toThrow(
    'No tool has a command called "gh_pr_creat". Did you mean gh_pr_create or gh_pr_list?',
  );
});

const option = (name: string, type: AtipOption['type'] = 'string', required = false): AtipOption => ({
  name,
  flags: [`--${name}`],
  type,
  required,
  description: name.toUpperCase(),
});
const TOOL = toolWith({
  '': { description: 'Itself' },
  pr: {
    description: 'Pull requests',
    commands: {
      '': { description: 'Overview', options: [option('all', 'boolean')] },
      create: {
        description: 'Create one',
        options: [option('title', 'string', true), option('action'), option('base-ref')],
        effects: { destructive: false, filesystem: { write: false }, network: false },
      },
      edit: {
        description: 'Edit one',
        options: [option('title', 'integer', true), option('edit_title')],
        effects: { destructive: true },
      },
    },
  },
});
const call = (name: string, args: Record<string, unknown>) => ({ id: 'c1', name, arguments: args });

test.each<[Record<string, unknown>, string, Record<string, unknown>]>([
  [{ action: 'create', title: 'T', action_option: 'A' }, 'tool_pr_create', { title: 'T', action: 'A' }],
  [{ action: 'create', base_ref: 'main' }, 'tool_pr_create', { 'base-ref': 'main' }],
  [{ action: 'create', title: null }, 'tool_pr_create', { title: null }],
  [{ action: 'edit', title: 'of create' }, 'tool_pr_edit', { 'action.title': 'of create' }],
  [{ action: 'edit', bogus: 1 }, 'tool_pr_edit', { bogus: 1 }],
  // Strict schemas ask for all parameters of all actions; what they do not have is made up, null or not.
  [{ action: 'edit', action_option: null, 'base-ref': [] }, 'tool_pr_edit', {}],
  [{ action: 'edit', 'dry-run': null }, 'tool_pr_edit', { 'dry-run': null }],
])('%j is %s with %j', (args, name, expected) => {
  expect(resolveAction(call('tool_pr', args), [TOOL])).toStrictEqual({ id: 'c1', name, arguments: expected });
});

test('what the model leaves out or invents is refused', () => {
  expect(() => resolveAction(call('tool_pr', {}), [TOOL])).toThrow(ArgumentValidationError);
  expect(() => resolveAction(call('tool_pr', { action: 'constructor' }), [TOOL])).toThrow(
    '"action" must be one of create, edit.',
  );
  expect(() => resolveAction(call('tool_prx', { action: 'create' }), [TOOL])).toThrow(UnknownCommandError);
});

test('a required global option can be given though one action has a parameter of that name', () => {
  const host = option('host', 'string', true);
  const own = option('host', 'integer', true);
  const tool = toolWith(
    { a: { description: 'A', options: [own] }, b: { description: 'B' } },
    { globalOptions: [host] },
  );
  const keys = draftActions(tool, {})[0]?.parameters.map(({ parameter }) => parameter.key) ?? [];
  const reached = keys
    .slice(1)
    .map((key) =>
      Object.keys(resolveAction({ id: '', name: 'tool', arguments: { action: 'b', [key]: 'x' } }, [tool]).arguments),
    );
  expect(reached).toContainEqual(['host']);
});

test("a command's own option is sent though another action has a global option of that name", () => {
  const host = option('host');
  const tool = toolWith(
    { b: { description: 'B' }, a: { description: 'A', options: [host] } },
    { globalOptions: [host] },
  );
  const keys = draftActions(tool, {})[0]?.parameters.map(({ parameter }) => parameter.key) ?? [];
  expect(keys).toHaveLength(2);
  const call = { id: '', name: 'tool', arguments: { action: 'a', [keys[1] ?? '']: 'x' } };
  expect(resolveAction(call, [tool]).arguments).toStrictEqual({ host: 'x' });
});

test("an action whose name is also a later tool's command is refused, not run as that", () => {
  const first = { ...toolWith({ lfs: { description: 'First' } }), name: 'git' };
  const later = { ...toolWith({ '': { description: 'Later' } }), name: 'git_lfs' };
  expect(() => resolveAction({ id: '', name: 'git', arguments: { action: 'lfs' } }, [first, later])).toThrow(
    UnknownCommandError,
  );
});

test('a value given in both spellings is refused, one given beside a null is kept', () => {
  expect(() => resolveAction(call('tool_pr', { action: 'create', 'base-ref': 'a', base_ref: 'b' }), [TOOL])).toThrow(
    '"base-ref" is given twice.',
  );
  for (const args of [
    { 'base-ref': 'a', base_ref: null },
    { base_ref: null, 'base-ref': 'a' },
  ])
    expect(resolveAction(call('tool_pr', { action: 'create', ...args }), [TOOL]).arguments).toStrictEqual({
      'base-ref': 'a',
    });
});

test("a value of another action's never becomes one of the chosen command's own", () => {
  const commands = {
    create: { description: 'C', options: [option('title')] },
    edit: { description: 'E', options: [option('title', 'integer'), option('action.title')] },
  };
  const tool = toolWith({ pr: { description: 'G', commands } });
  const { arguments: args } = resolveAction(call('tool_pr', { action: 'edit', title: 'x' }), [tool]);
  expect(args).toStrictEqual({ 'action.action.title': 'x' });
});
