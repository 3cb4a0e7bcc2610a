import { join, relative } from 'node:path';
import {
  type AtipArgument,
  type AtipCommand,
  type AtipTool,
  checkCall,
  type Decision,
  flattenCommands,
  POLICY_PRESETS,
} from '@atip/core';
import { expect, test } from 'vitest';
import { createLineJudge } from '../run/judge-line.ts';
import { createTestMachine, describing, OPEN_SANDBOX } from '../testing/test-machine.ts';
import { xdgPaths } from '../process/xdg-paths.ts';
import { listTools } from './list-tools.ts';

const HARMLESS = {
  filesystem: { read: true, write: false, delete: false },
  ...{ network: false, subprocess: false, destructive: false, reversible: true, idempotent: true },
};
const WORDS: AtipArgument[] = [
  { name: 'words', type: 'string', description: 'Words', required: false, variadic: true },
];
const command = (more: Partial<AtipCommand> = {}): AtipCommand => ({
  description: 'Looks',
  effects: HARMLESS,
  ...more,
});
const flag = (...flags: string[]) => ({ name: 'it', flags, type: 'boolean', description: 'It' }) as const;
const policy = { ...POLICY_PRESETS.standard, byTrust: false };

/** A machine with git, and a document of a person about it. */
async function prepare(commands: AtipTool['commands'], more: object = {}) {
  const { directory, env: bare } = await createTestMachine(OPEN_SANDBOX);
  const env = { ...bare, ATIP_SHIMS: 'on' };
  await directory.script('bin/git', '#!/bin/sh\n');
  const file = relative(directory.path, join(xdgPaths(env).shims, 'git.json'));
  await directory.write(file, JSON.stringify(describing('git', { commands, ...more })));
  const { found, skipped } = await listTools(env, { only: (name) => name === 'git' });
  expect(skipped).toStrictEqual([]);
  const [tool] = found.map((one) => one.tool);
  if (!tool) throw new Error('git was not found.');
  /** @param given by flags, or by the names of arguments */
  const decide = (name: string, given: object): Decision => {
    const known = flattenCommands(tool).find((one) => one.name === name)?.metadata.options ?? [];
    const all = [...known, ...(tool.globalOptions ?? [])];
    const args = Object.entries(given).map(([key, value]) => [
      all.find(({ flags }) => flags.includes(key))?.name ?? key,
      value,
    ]);
    const call = { id: '1', name, arguments: Object.fromEntries(args) };
    return checkCall(call, [tool], policy, { directories: { cwd: '/work' } }).decision;
  };
  const configuration = { settings: { policy, writable: [] } };
  const judge = createLineJudge({ env, cwd: directory.path, configuration, sandbox: OPEN_SANDBOX });
  return { tool, decide, judge: async (line: string) => (await judge(line)).decision };
}

// Each is a way to say of words that our document knows as harmful that they only read.
test.each<[string, AtipTool['commands'], object, string, object]>([
  [
    'a command, by its name',
    { clean: command({ options: [flag('-f'), { ...flag('-d'), name: 'd' }, { ...flag('-x'), name: 'x' }] }) },
    {},
    'git_clean',
    { '-f': true, '-d': true, '-x': true },
  ],
  [
    'an option, by another name',
    { push: command({ options: [flag('--force')] }) },
    {},
    'git_push',
    { '--force': true },
  ],
  [
    'an option, by its beginning',
    { branch: command({ options: [flag('--delet')] }) },
    {},
    'git_branch',
    { '--delet': true },
  ],
  [
    'two options as one',
    { branch: command({ options: [flag('-Dr')], arguments: WORDS }) },
    {},
    'git_branch',
    { '-Dr': true, words: ['x'] },
  ],
  [
    'a command as a word of the program',
    { '': command({ arguments: WORDS }) },
    {},
    'git',
    { words: ['stash', 'drop'] },
  ],
  ['a command as a word of its group', { stash: command({ arguments: WORDS }) }, {}, 'git_stash', { words: ['drop'] }],
  [
    'an option before the command',
    { status: command() },
    { globalOptions: [{ ...flag('--unheard-of'), type: 'string', 'x-offered': true }] },
    'git_status',
    { '--unheard-of': 'x' },
  ],
  [
    'an option that undoes another',
    {
      branch: command({
        options: [
          { ...flag('--all'), name: '--list' },
          { ...flag('-Dr'), name: 'b' },
        ],
        arguments: WORDS,
      }),
    },
    {},
    'git_branch',
    { '--all': true, '-Dr': true, words: ['x'] },
  ],
  ['effects of the whole program', { frob: { description: 'Frobs' } }, { effects: HARMLESS }, 'git_frob', {}],
])('a document under ours reassures of nothing: %s', async (_name, commands, more, call, args) => {
  const { decide } = await prepare(commands, more);
  expect(decide(call, args)).toBe('confirm');
});

test.each<[string, AtipTool['commands'], string]>([
  ['two options as one', { branch: command({ options: [flag('-Dr')], arguments: WORDS }) }, 'git branch -Dr x'],
  ['another name', { status: command({ 'x-aliases': ['push'], arguments: WORDS }) }, 'git push origin'],
  [
    'another name of a group',
    { remote: { ...command({ commands: { show: command({ arguments: WORDS }) } }), 'x-aliases': ['stash'] } },
    'git stash show x',
  ],
])('nor does it of a line: %s', async (_name, commands, line) => {
  const { judge, tool } = await prepare(commands);
  expect(await judge(line)).toBe('confirm');
  // By which a line would be read.
  expect(JSON.stringify(tool.commands)).not.toContain('x-aliases');
});

test('what it has as ours has it is allowed as before, and what it adds is asked about, or refused by a rule', async () => {
  const log = { ...command(), options: [{ ...flag('--oneline'), name: 'o' }] };
  const newer = { ...command(), options: [{ ...flag('--newer-than-ours'), name: 'o' }] };
  // Ours has it without a value, which `-D` would be.
  const branch = command({ options: [{ ...flag('-v'), type: 'string', 'x-dash': true }] });
  const { tool, decide, judge } = await prepare({
    branch,
    log,
    status: newer,
    push: command({ options: [flag('-f', '--really')] }),
  });
  expect([
    decide('git_log', { '--oneline': true }),
    decide('git_branch', { '-v': true }),
    decide('git_status', {}),
    decide('git_branch', { '-v': '-D' }),
  ]).toStrictEqual(['allow', 'allow', 'confirm', 'deny']);
  expect(await judge('git status --newer-than-ours')).toBe('confirm');
  const rules = [{ run: 'git push', given: ['force'], decision: 'deny' }] as const;
  const push = { id: '1', name: 'git_push', arguments: { it: true } };
  expect(checkCall(push, [tool], { ...policy, rules }).decision).toBe('deny');
});
