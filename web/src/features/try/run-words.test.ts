import { type AtipTool, checkCall, type SandboxAccess, type ToolCall } from '@atip/core';
import { expect, test } from 'vitest';
import { sandboxFacts, verbOf, whyNotRun } from './run-words.ts';

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
    'Running needs the companion on your own machine. Run “npx atip serve” in a terminal, then open the link that it prints.',
  ],
  [
    'the public host, which is none',
    GOOD,
    { kind: 'absent', isHosted: true },
    'Running needs the companion on your own machine. Run “npx atip serve” on your computer, then choose “Open it on your own computer” in the Share dialog here.',
  ],
  [
    'a tool it has no file for',
    GOOD,
    { kind: 'connected', list: { tools: [{ ...SUMMARY, executable: null }], skipped: [] } },
    "git is not installed on the companion's machine: it is not on the PATH.",
  ],
] as [string, ReturnType<typeof inspect>, Parameters<typeof whyNotRun>[2], string][])(
  'Run says why not: %s',
  (_name, inspection, companion, reason) => {
    expect(whyNotRun(inspection, 'git', companion)).toBe(reason);
  },
);

test('Run is there once the companion knows the tool', () => {
  const list = { tools: [{ ...SUMMARY, executable: '/usr/bin/git' }], skipped: [] };
  expect(whyNotRun(GOOD, 'git', { kind: 'connected', list })).toBeUndefined();
});

test.each([
  [['/usr/bin/git', 'branch', '-D', 'old'], 'Run git branch -D old'],
  [['C:\\bin\\a.exe', 'b\nc', ''], 'Run a.exe b\\nc ⟨empty⟩'],
  [['rm', 'x'.repeat(45)], `Run rm ${'x'.repeat(45)}`],
  [['rm', 'x'.repeat(46)], 'Run rm … (1 argument, 46 characters)'],
  [['/bin/sh', '-c', 'x'.repeat(16_018)], 'Run sh -c … (2 arguments, 16,020 characters)'],
  [['sh', '-c', '\u00a0'.repeat(20)], 'Run sh -c … (2 arguments, 22 characters)'],
  [[`/bin/${'x'.repeat(60)}`, 'a'], 'Run … (1 argument, 1 character)'],
])('the approving button says what happens: %#', (argv, verb) => {
  expect(verbOf(argv)).toBe(verb);
});

const ACCESS: SandboxAccess = { network: false, changes: 'nothing', emptyHome: false, unstated: [] };

test.each<[Partial<SandboxAccess>, string, string]>([
  [{}, 'none', 'nothing that outlives it'],
  [{ unstated: ['network', 'changes'] }, 'none, not stated', 'nothing that outlives it, not stated'],
  [{ network: true, changes: ['a', '~/b'] }, 'yes', 'a, ~/b, cut down to the directories that the companion was given'],
  [
    { changes: 'working-directory' },
    'none',
    'the directory it works in, cut down to the directories that the companion was given',
  ],
])('a sandbox for %j', (access, network, changes) => {
  const facts = sandboxFacts({ ...ACCESS, ...access });
  expect(facts.slice(0, 2).map(({ said, missing }) => (missing ? `${said}, not stated` : said))).toStrictEqual([
    network,
    changes,
  ]);
});
