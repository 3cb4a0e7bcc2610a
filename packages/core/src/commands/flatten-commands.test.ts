import { AtipValidationError } from '../json/atip-error.ts';
import { GH, toolWith } from '../testing/documents.ts';
import type { AtipCommand, AtipTool } from '../types/tool.ts';
import { flattenCommands } from './flatten-commands.ts';
import { expect, test } from 'vitest';

test('lists leaves depth first with path, pointer and merged effects', () => {
  expect(flattenCommands(GH).map(({ name, path, pointer }) => ({ name, path, pointer }))).toStrictEqual([
    { name: 'gh_pr_list', path: ['pr', 'list'], pointer: '/commands/pr/commands/list' },
    { name: 'gh_pr_create', path: ['pr', 'create'], pointer: '/commands/pr/commands/create' },
    { name: 'gh_repo_delete', path: ['repo', 'delete'], pointer: '/commands/repo/commands/delete' },
  ]);
  expect(flattenCommands(GH)[2]?.effects).toStrictEqual({ network: true, destructive: true, reversible: false });
});

test('the empty key is the tool or group itself', () => {
  const tool = toolWith({
    '': { description: 'Itself' },
    stash: { description: 'Group', commands: { '': { description: 'Stash' }, pop: { description: 'Pop' } } },
  });
  expect(flattenCommands(tool).map(({ name, path, pointer }) => [name, path, pointer])).toStrictEqual([
    ['tool', [], '/commands/'],
    ['tool_stash', ['stash'], '/commands/stash/commands/'],
    ['tool_stash_pop', ['stash', 'pop'], '/commands/stash/commands/pop'],
  ]);
});

test('every member of a clash gets a hash, so that no name changes its meaning', () => {
  const tool = toolWith({
    a_b: { description: 'One' },
    a: { description: 'Group', commands: { b: { description: 'Other' } } },
    LS: { description: 'Upper' },
    ls: { description: 'Lower' },
  });
  const names = flattenCommands(tool).map(({ name }) => name);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(4);
  for (const name of names) expect(name).toMatch(/^tool_(a_b|LS|ls)_[a-z0-9]{8}$/);
});

test('__proto__ and friends are ordinary keys', () => {
  const commands: unknown = JSON.parse('{"__proto__":{"description":"P"},"constructor":{"description":"C"}}');
  const names = flattenCommands(toolWith(commands as Record<string, AtipCommand>)).map(({ name }) => name);
  expect(names).toStrictEqual(['tool___proto__', 'tool_constructor']);
});

test('a cyclic tree is an error, not a hang', () => {
  const node: AtipCommand = { description: 'Cycle' };
  node.commands = { again: node };
  expect(() => flattenCommands(toolWith({ again: node }))).toThrow(AtipValidationError);
});

test('a command that is no object is named in the error', () => {
  const commands: unknown = { ok: { description: 'Fine' }, bad: 'text' };
  expect(() => flattenCommands(toolWith(commands as Record<string, AtipCommand>))).toThrow(
    '/commands/bad must be an object',
  );
});

test.each<[string, object, string]>([
  ['commands in a list', { commands: [{ description: 'x' }] }, '/commands must be an object'],
  [
    'effects in a list',
    { commands: { a: { description: 'x', effects: ['destructive'] } } },
    '/commands/a/effects must be an object',
  ],
  [
    'a statement in quotes',
    { commands: { a: { description: 'x', effects: { destructive: 'true' } } } },
    '/commands/a/effects/destructive must be true or false',
  ],
  [
    'a statement in quotes further in',
    { commands: { a: { description: 'x', effects: { interactive: { prompts: 'true' } } } } },
    '/commands/a/effects/interactive/prompts must be true or false',
  ],
  ['a tool without a name', { name: '' }, 'name'],
])('%s are refused: no safety flag is lost silently', (_name, more, message) => {
  const tool: unknown = { ...toolWith({}), ...more };
  expect(() => flattenCommands(tool as AtipTool)).toThrow(AtipValidationError);
  expect(() => flattenCommands(tool as AtipTool)).toThrow(message);
});

test('a tree that multiplies itself is refused before it fills the memory', () => {
  let node: AtipCommand = { description: 'Leaf' };
  for (let level = 0; level < 40; level++) node = { description: 'Twice', commands: { a: node, b: node } };
  expect(() => flattenCommands(toolWith({ again: node }))).toThrow('is one too many');
});

test('long lists that every command inherits or adds to cost no more than the document is long', () => {
  const creates = Array.from({ length: 20_000 }, (_, index) => `resource-${index}`);
  const commands = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [`c${index}`, { description: 'C', effects: { creates: ['x'] } }]),
  );
  const flat = flattenCommands(toolWith(commands, { effects: { creates } }));
  expect(flat).toHaveLength(10_000);
  expect(flat[0]?.effects.creates).toHaveLength(100);
});

test('a group below an empty key, or one that goes round, is found out', () => {
  const node: AtipCommand = { description: 'Cycle' };
  node.commands = { '': node };
  expect(() => flattenCommands(toolWith({ '': node }))).toThrow(AtipValidationError);
  const twice = { '': { description: 'G', commands: { a: { description: 'A' } } }, a: { description: 'B' } };
  expect(() => flattenCommands(toolWith(twice))).toThrow('two commands of the name');
});

test('a group whose commands an excerpt leaves out is not a command', () => {
  const cut = { description: 'Cut', 'x-omitted-commands': 3 };
  expect(flattenCommands(toolWith({ cut, a: { description: 'A' } })).map(({ name }) => name)).toStrictEqual(['tool_a']);
});

test('names that would multiply a long key, and options that every command repeats, are refused', () => {
  const leaves = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`c${index}`, { description: 'C' }]));
  const long = { ['k'.repeat(3000)]: { description: 'G', commands: leaves } };
  expect(() => flattenCommands(toolWith(long))).toThrow('is too long');
  const globalOptions = Array.from({ length: 501 }, (_, index) => ({
    name: `o${index}`,
    flags: [`--o${index}`],
    type: 'string' as const,
    description: 'O',
  }));
  expect(() => flattenCommands(toolWith(leaves, { globalOptions }))).toThrow('/globalOptions are too many');
  expect(flattenCommands(toolWith(leaves, { globalOptions: globalOptions.slice(1) }))).toHaveLength(2000);
});
