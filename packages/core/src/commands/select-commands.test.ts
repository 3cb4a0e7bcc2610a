import { expect, test } from 'vitest';
import { AtipValidationError } from '../json/atip-error.ts';
import { UnknownCommandError } from '../json/execute-errors.ts';
import { parseTool } from '../document/parse-tool.ts';
import { GH, toolWith } from '../testing/documents.ts';
import type { AtipCommand, AtipTool } from '../types/tool.ts';
import { flattenCommands } from './flatten-commands.ts';
import { type CommandFilter, selectCommands } from './select-commands.ts';

const leaf = (description: string, more: Partial<AtipCommand> = {}): AtipCommand => ({ description, ...more });

/** A runnable group, groups within groups, keys that read like paths, and a command of the tool itself. */
const TOOL: AtipTool = toolWith({
  '': leaf('Itself'),
  stash: {
    description: 'Stash',
    effects: { network: false },
    commands: { '': leaf('Push'), drop: leaf('Drop', { effects: { destructive: true } }), list: leaf('List') },
  },
  remote: {
    description: 'Remotes',
    commands: {
      add: leaf('Add'),
      branch: { description: 'Branches', commands: { set: leaf('Set'), get: leaf('Get') } },
    },
  },
  'run:dev': leaf('Script'),
  'a/b': leaf('Slash'),
  'two words': leaf('Spaced'),
});

const paths = (tool: AtipTool): string[] => flattenCommands(tool).map(({ path }) => path.join(' '));

test.each<[CommandFilter, string[]]>([
  [{ commands: ['stash'] }, ['stash', 'stash drop', 'stash list']],
  [{ commands: ['stash drop'] }, ['stash drop']],
  [{ commands: [' stash   drop '] }, ['stash drop']],
  [{ commands: ['run:dev', 'a/b'] }, ['run:dev', 'a/b']],
  [{ commands: ['two words'] }, ['two words']],
  [{ commands: ['remote branch', 'remote'] }, ['remote add', 'remote branch set', 'remote branch get']],
  [{ commands: [] }, []],
  [{ depth: 1 }, ['', 'stash', 'run:dev', 'a/b', 'two words']],
  [{ depth: 2, commands: ['remote'] }, ['remote add']],
])('%j selects %j', (filter, expected) => {
  const selected = selectCommands(TOOL, filter);
  expect(paths(selected)).toStrictEqual(expected);
  expect([selected.partial, selected.totalCommands, selected.includedCommands]).toStrictEqual([
    true,
    10,
    expected.length,
  ]);
  expect(parseTool(selected).issues).toStrictEqual([]);
});

test('an excerpt says what it is, and keeps what holds for the whole tool', () => {
  const { commands, ...root } = GH;
  expect(selectCommands(GH, { commands: ['pr create'] })).toStrictEqual({
    ...root,
    commands: {
      pr: { description: 'Manage pull requests', commands: { create: commands?.['pr']?.commands?.['create'] } },
    },
    partial: true,
    filter: { commands: ['pr create'], depth: null },
    totalCommands: 3,
    includedCommands: 1,
    omitted: { reason: 'filtered', safetyAssumption: 'unknown' },
  });
});

test('a cut group cannot be called, and says what may be below', () => {
  const selected = selectCommands(GH, { depth: 1 });
  expect(selected.commands).toStrictEqual({
    pr: {
      description: 'Manage pull requests',
      effects: { network: true, idempotent: false, destructive: false, creates: ['pull_request'] },
      'x-omitted-commands': 2,
    },
    repo: {
      description: 'Manage repositories',
      effects: { network: true, destructive: true, reversible: false },
      'x-omitted-commands': 1,
    },
  });
  expect(selected.filter).toStrictEqual({ depth: 1 });
  expect(selected.omitted).toStrictEqual({ reason: 'depth-limited', safetyAssumption: 'unknown' });
  expect(flattenCommands(selected)).toStrictEqual([]);
});

test('an excerpt of an excerpt counts the whole tool', () => {
  const first = selectCommands(TOOL, { depth: 2 });
  expect([first.totalCommands, first.includedCommands]).toStrictEqual([10, 8]);
  const second = selectCommands(first, { commands: ['remote'] });
  expect([second.totalCommands, second.includedCommands]).toStrictEqual([10, 1]);
  expect(second.filter).toStrictEqual({ commands: ['remote'], depth: 2 });
  const third = selectCommands(second, { depth: 1 });
  expect([third.totalCommands, third.includedCommands]).toStrictEqual([10, 0]);
  expect(third.filter).toStrictEqual({ commands: ['remote'], depth: 1 });
  expect(third.commands?.['remote']).toStrictEqual({
    description: 'Remotes',
    effects: {},
    'x-omitted-commands': 3,
  });
  expect(selectCommands(third, { commands: ['remote'] }).commands).toStrictEqual(third.commands);
});

test('a filter that leaves nothing out keeps the reasons there were', () => {
  const tool = {
    ...TOOL,
    partial: true,
    totalCommands: 400,
    omitted: { reason: 'size-limited', safetyAssumption: 'known-unsafe' },
  } as const;
  const selected = selectCommands(tool, { depth: 9 });
  expect([selected.omitted, selected.totalCommands]).toStrictEqual([tool.omitted, 400]);
  expect(selectCommands(tool, { depth: 2 }).omitted).toStrictEqual({
    reason: 'depth-limited',
    safetyAssumption: 'unknown',
  });
  expect(Object.hasOwn(selectCommands(TOOL, { depth: 9 }), 'omitted')).toBe(false);
});

test('a cut group of somebody else, of which nothing is known, is cut again', () => {
  const mark = { description: 'B', 'x-omitted-commands': 4 } as AtipCommand;
  const tool = toolWith({
    a: { description: 'A', commands: { b: mark, c: leaf('C', { effects: { network: false } }) } },
  });
  expect(selectCommands(tool, { depth: 1 }).commands).toStrictEqual({
    a: { description: 'A', effects: {}, 'x-omitted-commands': 5 },
  });
});

test('a filter that says nothing gives the tool as it is, and no tool is changed', () => {
  expect(selectCommands(TOOL, {})).toBe(TOOL);
  expect(selectCommands(TOOL, { commands: undefined, depth: undefined })).toBe(TOOL);
  const before = structuredClone(TOOL);
  selectCommands(TOOL, { commands: ['stash', 'remote'], depth: 1 });
  expect(TOOL).toStrictEqual(before);
});

test.each([
  [['stach'], '"stach". Did you mean stash?'],
  [['stash', 'remote/add', 'zzz'], '"remote/add, zzz". Did you mean remote add?'],
  [['__proto__', 'constructor'], '"__proto__, constructor"'],
])('%j is not a command', (commands, message) => {
  const select = (): AtipTool => selectCommands(TOOL, { commands });
  expect(select).toThrow(UnknownCommandError);
  expect(select).toThrow(message);
});

test.each<[unknown, string]>([
  [{ depth: 0 }, 'depth'],
  [{ depth: '1' }, 'depth'],
  [{ commands: 'pr' }, 'list of names'],
  [{ commands: [1] }, 'list of names'],
])('%j is no filter', (filter, message) => {
  const select = (): AtipTool => selectCommands(TOOL, filter as CommandFilter);
  expect(select).toThrow(AtipValidationError);
  expect(select).toThrow(message);
});

test.each<[string, unknown]>([
  ['null', null],
  ['a list', ['pr']],
  ['a list of holes', { commands: new Array(2) }],
])('%s is no filter, and does not select everything', (_name, filter) => {
  // As it may come from a request.
  expect(() => selectCommands(GH, filter as CommandFilter)).toThrow(AtipValidationError);
});
