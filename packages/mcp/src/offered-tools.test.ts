import { type AtipTool, flattenCommands } from '@atip/core';
import type { FoundTool, ToolOrigin } from '@atip/node';
import { expect, test } from 'vitest';
import { offeredTools, wantedCommands } from './offered-tools.ts';

function found(name: string, origin: ToolOrigin, commands?: AtipTool['commands']): FoundTool {
  const tool = { atip: { version: '0.4' }, name, version: '1', description: name, ...(commands && { commands }) };
  return { tool, origin, source: name, hash: 'sha256:0', issues: [] };
}

const FOUND = [
  found('own', 'probed'),
  found('git', 'bundled'),
  found('mine', 'shims'),
  found('curl', 'bundled'),
  found('asked', 'described'),
  found('atip', 'probed'),
];

test.each([
  [undefined, ['own', 'mine', 'asked'], []],
  [['atip'], ['atip'], []],
  [['git', 'mine'], ['git', 'mine'], []],
  [['nothing', 'git'], ['git'], [{ name: 'nothing', near: undefined }]],
  [['*'], ['own', 'git', 'mine', 'curl', 'asked', 'atip'], []],
  [['m*,x*'], ['mine'], [{ name: 'x*', near: undefined }]],
  [
    ['gti', 'crul'],
    [],
    [
      { name: 'gti', near: 'git' },
      { name: 'crul', near: 'curl' },
    ],
  ],
  [[], [], []],
])('named: %j', (names, offered, unknown) => {
  const chosen = offeredTools(FOUND, names);
  expect(chosen.offered.map(({ tool }) => tool.name)).toStrictEqual(offered);
  expect(chosen.unknown).toStrictEqual(unknown);
});

const leaf = { description: 'Does something' };
const COMMANDS = {
  status: leaf,
  log: leaf,
  clean: leaf,
  pr: { description: 'Pull requests', commands: { list: leaf, view: leaf, lock: leaf } },
};
const BIG = found('big', 'bundled', COMMANDS);

test.each([
  [['big:status,log'], ['big_status', 'big_log'], []],
  [['curl,big:log'], ['curl_get', 'big_log'], []],
  [['big:pr *'], ['big_pr_list', 'big_pr_view', 'big_pr_lock'], []],
  [['big:pr'], ['big_pr_list', 'big_pr_view', 'big_pr_lock'], []],
  [['big:log', 'big'], ['big_status', 'big_log', 'big_clean', 'big_pr_list', 'big_pr_view', 'big_pr_lock'], []],
  [['big:statsu,log'], ['big_log'], [{ name: 'big:statsu', near: 'big:status' }]],
  [['big:x*'], [], [{ name: 'big:x*' }]],
  [['bgi:log'], [], [{ name: 'bgi', near: 'big' }]],
])('commands of a tool: %j', (names, commands, unknown) => {
  const chosen = offeredTools([found('curl', 'bundled', { get: leaf }), BIG], names);
  expect(chosen.offered.flatMap(({ tool }) => flattenCommands(tool).map(({ name }) => name))).toStrictEqual(commands);
  expect(chosen.unknown).toStrictEqual(unknown);
});

test('of a command the parameters are offered that its document offers, or with `all` every one', () => {
  const options = [
    { name: 'long', flags: ['--long'], type: 'boolean' as const, description: 'Long' },
    { name: 'output', flags: ['--output'], type: 'file' as const, description: 'Output', 'x-offered': false },
  ];
  const demo = found('demo', 'probed', { list: { description: 'Lists', options } });
  const namesOf = (settings?: { readonly all: boolean }): (readonly string[] | undefined)[] =>
    offeredTools([demo], undefined, settings).offered.map(({ tool }) =>
      tool.commands?.['list']?.options?.map(({ name }) => name),
    );
  expect([namesOf(), namesOf({ all: true })]).toStrictEqual([[['long']], [['long', 'output']]]);
});

const ALL = { names: ['git', 'gh', 'x'], tool: { ...BIG.tool, commands: COMMANDS } };

test.each<[readonly string[] | undefined, object, readonly (readonly string[] | undefined)[]]>([
  [['git:remote add,log', 'gh'], {}, [['remote', 'log'], undefined, []]],
  [['git:log', 'git', 'g*'], {}, [undefined, undefined, []]],
  [['x:pr *,*'], {}, [[], [], ['pr', 'status', 'log', 'clean', 'pr']]],
  [undefined, {}, [undefined, undefined, undefined]],
  [undefined, { depth: 1 }, [[], [], []]],
  [['git'], { commands: ['pr list'] }, [['pr'], [], []]],
])('tools named %j, cut to %j, are asked for what is offered of them', (names, excerpt, wanted) => {
  const asked = wantedCommands(names, excerpt);
  expect(ALL.names.map((name) => asked.wanted({ ...ALL.tool, name }))).toStrictEqual(wanted);
});

test('only a tool whose name a person wrote was named', () => {
  const { named } = wantedCommands(['git:log', 'g*']);
  expect(['git', 'gh'].map((name) => named(name))).toStrictEqual([true, false]);
});
