import { type AtipOption, type AtipTool, EXECUTION_POLICY_DEFAULTS, type ToolCall } from '@atip/core';
import { expect, test } from 'vitest';
import { inspectCall } from './inspect-call.ts';
import { mayRun } from './may-run.ts';

const TOOL: AtipTool = {
  atip: '0.4',
  name: 'git',
  version: '1',
  description: 'Git',
  commands: {
    log: {
      description: 'Log',
      options: [{ name: 'n', flags: ['-n', '--max-count'], type: 'integer', description: 'Number' }],
    },
    drop: {
      description: 'Drop',
      arguments: [{ name: 'branch', type: 'string', description: 'Which' }],
      effects: { destructive: true },
    },
  },
};

const inspect = (name: string, args: ToolCall['arguments']): ReturnType<typeof inspectCall> =>
  inspectCall({ id: '1', name, arguments: args }, TOOL, EXECUTION_POLICY_DEFAULTS);

test('a good call goes through every stage', () => {
  const { mapping, validation, decision, argv } = inspect('git_log', { n: 3 });
  expect(mapping).toStrictEqual({ ok: true, command: ['git', 'log'], effects: {} });
  // Its effects are not stated, so a person has to look at it.
  expect([validation?.valid, decision?.decision]).toStrictEqual([true, 'confirm']);
  expect(argv).toStrictEqual({ ok: true, argv: ['git', 'log', '--max-count=3'] });
});

test('an unknown command stops at the mapping', () => {
  const inspection = inspect('git_lgo', {});
  expect(Object.keys(inspection)).toStrictEqual(['call', 'mapping']);
  expect(inspection.mapping.ok).toBe(false);
});

test('bad arguments stop the argv, not the policy', () => {
  const { validation, decision, argv } = inspect('git_drop', {});
  expect([validation?.errors.map(({ code }) => code), decision?.decision, argv]).toStrictEqual([
    ['MISSING_REQUIRED'],
    'confirm',
    undefined,
  ]);
});

test('a value that could be an option is refused where the argv is built', () => {
  const { argv } = inspect('git_drop', { branch: '--force' });
  expect(argv?.ok === false && argv.message).toContain('must not start with "-"');
});

const SUMMARY = {
  name: 'git',
  version: '1',
  description: '',
  origin: 'shims',
  trust: 'user',
  hash: '',
  commands: 2,
  issues: [],
} as const;
const GOOD = inspect('git_log', {});

test.each([
  ['an unknown command', inspect('x', {}), { kind: 'absent' }, 'The call names no command of this document.'],
  ['bad arguments', inspect('git_drop', {}), { kind: 'absent' }, 'The arguments are not valid yet: see Validate.'],
  [
    'no safe argv',
    inspect('git_drop', { branch: '-x' }),
    { kind: 'absent' },
    'No safe command line can be built: see argv.',
  ],
  [
    'no companion',
    GOOD,
    { kind: 'absent' },
    'Running needs the companion on your own machine. Run "npm start" in the project folder, then open the link that it prints.',
  ],
  [
    'the public host, which is none',
    GOOD,
    { kind: 'absent', isHosted: true },
    'Running needs the companion on your own machine. Get the ATIP workbench onto your machine, run "npm start" in its folder, then choose “Open in my companion” in the Share dialog here: that takes this document along.',
  ],
  [
    'a tool it has no file for',
    GOOD,
    { kind: 'connected', list: { tools: [{ ...SUMMARY, executable: null }], skipped: [] } },
    "git is not installed on the companion's machine: it is not on the PATH.",
  ],
] as [string, ReturnType<typeof inspect>, Parameters<typeof mayRun>[2], string][])(
  'Run says why not: %s',
  (_name, inspection, companion, reason) => {
    expect(mayRun(inspection, 'git', companion)).toStrictEqual({ ok: false, reason });
  },
);

test('Run is there once the companion knows the tool', () => {
  const list = { tools: [{ ...SUMMARY, executable: '/usr/bin/git' }], skipped: [] };
  expect(mayRun(GOOD, 'git', { kind: 'connected', list })).toStrictEqual({ ok: true });
});

test('the effects are those of the call', () => {
  const force: AtipOption = { name: 'force', flags: ['--force'], type: 'boolean', description: 'Force' };
  const tool: AtipTool = {
    ...TOOL,
    commands: {
      log: {
        description: 'Log',
        effects: { destructive: false },
        options: [{ ...force, 'x-effects': { destructive: true } }],
      },
    },
  };
  const effects = (args: ToolCall['arguments']): unknown => {
    const { mapping } = inspectCall({ id: '1', name: 'git_log', arguments: args }, tool, EXECUTION_POLICY_DEFAULTS);
    return mapping.ok && mapping.effects;
  };
  expect(effects({ force: true })).toStrictEqual({ destructive: true });
  expect(effects({ force: false })).toStrictEqual({ destructive: false });
});
