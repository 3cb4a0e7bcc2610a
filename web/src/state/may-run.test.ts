import { type AtipTool, checkCall, type ToolCall } from '@atip/core';
import { expect, test } from 'vitest';
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

const inspect = (name: string, args: ToolCall['arguments']): ReturnType<typeof checkCall> =>
  checkCall({ id: '1', name, arguments: args }, [TOOL]);

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
