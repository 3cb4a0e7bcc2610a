import { expect, test } from 'vitest';
import { compile } from '../compile/compile.ts';
import { compileTools } from '../compile/transform.ts';
import { checkCall } from '../call/check-call.ts';
import { generateSafetyPrompt } from '../prompt/generate-safety-prompt.ts';
import type { AtipTool } from '../types/tool.ts';
import { describeUnread, markCutGroups, stateCommands, unreadGroups, flattenCommands } from './flatten-commands.ts';
import { selectCommands } from './select-commands.ts';

const TOOL: AtipTool = {
  atip: { version: '0.4' },
  name: 'kc',
  version: '1',
  description: 'Cluster',
  partial: true,
  filter: { depth: 1 },
  commands: {
    pods: { description: 'Pods' },
    get: { description: 'Get', arguments: [{ name: 'kind', type: 'string', description: 'Kind' }] },
    watch: { description: 'Watch', options: [] },
    counted: { description: 'Counted', 'x-omitted-commands': 7 },
    open: { description: 'Open', commands: { one: { description: 'One' } } },
  },
};
const names = (tool: AtipTool): string[] => flattenCommands(tool).map(({ path }) => path.join(' '));

test('of what was cut, only what has parameters of its own is a command', () => {
  expect(names(TOOL)).toStrictEqual(['get', 'watch']);
  expect(unreadGroups(TOOL)).toStrictEqual([['pods'], ['counted'], ['open', 'one']]);
  const marked = markCutGroups(TOOL);
  expect(names(marked)).toStrictEqual(['get', 'watch']);
  expect(marked.commands?.['pods']).toStrictEqual({ description: 'Pods', 'x-omitted-commands': 1 });
  expect(marked.commands?.['counted']?.['x-omitted-commands']).toBe(7);
});

test('the depth counts from the top', () => {
  const deeper = { ...TOOL, filter: { depth: 2 } };
  expect(names(deeper)).toStrictEqual(['pods', 'get', 'watch']);
  expect(unreadGroups(deeper)).toStrictEqual([['counted'], ['open', 'one']]);
});

test('where only the reason is given, it may have been cut anywhere', () => {
  const { filter: _none, ...tool } = TOOL;
  const limited: AtipTool = { ...tool, omitted: { reason: 'depth-limited', safetyAssumption: 'unknown' } };
  expect(names(limited)).toStrictEqual(['get', 'watch']);
});

test.each<[string, Partial<AtipTool>]>([
  ['whole', { partial: false }],
  ['chosen by name', { filter: { commands: ['pods'], depth: null } }],
  ['without a filter', { filter: {} }],
])('what was not cut by depth stays as it is: %s', (_name, change) => {
  const tool = { ...TOOL, ...change };
  expect(markCutGroups(tool)).toBe(tool);
  expect(names(tool)).toStrictEqual(['pods', 'get', 'watch', 'open one']);
});

test('a group with an own command of which an override leaves out others was read', () => {
  const group = { description: 'Group', 'x-omitted-commands': 2, commands: { '': { description: 'Own' } } };
  expect(unreadGroups({ ...TOOL, partial: false, commands: { group } })).toStrictEqual([]);
  expect(unreadGroups({ ...TOOL, filter: { depth: 2 }, commands: { group } })).toStrictEqual([['group']]);
});

test('no group of a saved overview is called, and everyone who compiles it or tells of its dangers says so', () => {
  expect(compileTools([TOOL], 'mcp').tools.map(({ name }) => name)).toStrictEqual(['kc_get', 'kc_watch']);
  const { tools, issues } = compile([TOOL], 'mcp', { strategy: 'action' });
  expect(tools.map(({ name }) => name)).toStrictEqual(['kc']);
  const message =
    'The commands of "kc pods", "kc counted", "kc open one" were not read: they cannot be called, and their effects are unknown.';
  expect(issues).toStrictEqual([{ code: 'commands-not-read', severity: 'warning', message, path: '/tools' }]);
  const { problems } = checkCall({ id: '1', name: 'kc_pods', arguments: {} }, [TOOL]);
  expect(problems?.map(({ code }) => code)).toStrictEqual(['UNKNOWN_COMMAND']);
  const group = { ...TOOL, commands: { pods: { description: 'Pods' } } };
  expect(generateSafetyPrompt([group])).toBe(`## Tool Safety Summary

### Commands Not Read
Nobody knows what the commands of these groups do. None of them is a tool here; never take one for safe:
- kc pods`);
});

test('of many groups five are named', () => {
  const commands = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => [key, { description: key }]));
  expect(describeUnread({ ...TOOL, commands })).toBe(
    'The commands of "kc a", "kc b", "kc c", "kc d", "kc e" and 2 more were not read: they cannot be called, and their effects are unknown.',
  );
  expect(describeUnread({ ...TOOL, commands: {} })).toBe(undefined);
});

test('an excerpt of ours says which of its entries are commands', () => {
  const whole: AtipTool = { ...TOOL, partial: false };
  const { commands = {} } = whole;
  const excerpt = selectCommands({ ...whole, commands: { ...commands, pods: { description: 'Pods' } } }, { depth: 1 });
  expect(excerpt.commands?.['pods']).toStrictEqual({ description: 'Pods', arguments: [] });
  expect(names(excerpt)).toStrictEqual(['pods', 'get', 'watch']);
  expect(unreadGroups(excerpt)).toStrictEqual([['counted'], ['open']]);
});

test('a command that was read whole is stated with all below it', () => {
  const group = {
    description: 'Group',
    commands: { one: { description: 'One' }, two: { description: '', options: [] } },
  };
  expect(stateCommands(group).commands).toStrictEqual({
    one: { description: 'One', arguments: [] },
    two: { description: '', options: [] },
  });
});
