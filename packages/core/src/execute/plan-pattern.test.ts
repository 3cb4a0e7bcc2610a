import { expect, test } from 'vitest';
import { toolWith } from '../testing/documents.ts';
import type { AtipPattern } from '../types/tool.ts';
import { planPattern } from './plan-pattern.ts';

const READ = { filesystem: { read: true, write: false, delete: false }, network: false, destructive: false };

const GIT = toolWith(
  {
    checkout: {
      description: 'Switch branches',
      options: [{ name: 'new', flags: ['-b', '--branch'], type: 'string', description: 'A new branch' }],
      effects: { ...READ, filesystem: { read: true, write: true, delete: false } },
    },
    clean: {
      description: 'Remove files',
      options: [{ name: 'force', flags: ['-f', '--force'], type: 'boolean', description: 'Do it' }],
      effects: { destructive: true, reversible: false },
    },
    log: {
      description: 'Show commits',
      arguments: [{ name: 'paths', type: 'file', description: 'Of these', required: false, variadic: true }],
      options: [
        { name: 'count', flags: ['-n', '--max-count'], type: 'integer', description: 'How many' },
        { name: 'quiet', flags: ['-q'], type: 'boolean', description: 'Say little' },
        { name: 'all', flags: ['-a', '--all'], type: 'boolean', description: 'All branches' },
      ],
      effects: READ,
    },
  },
  { name: 'git', 'x-end-of-options': true, trust: { source: 'native' } },
);

function pattern(commands: readonly string[], types: Readonly<Record<string, string>> = {}): AtipPattern {
  const variables = Object.entries(types).map(([name, type]) => [name, { type, description: name }] as const);
  return {
    ...{ name: 'p', description: 'A workflow' },
    steps: commands.map((command) => ({ command })),
    variables: Object.fromEntries(variables),
  };
}

function plan(given: AtipPattern, values: Record<string, unknown> = {}, more: { owner?: string; from?: number } = {}) {
  const { decision, steps, problems } = planPattern(given, values, [GIT], { id: 'p', policy: {}, ...more });
  return {
    decision,
    steps: steps.map(({ number, check, reasons }) => [number, check?.decision, check?.argv, reasons]),
    problems: problems.map(({ message }) => message),
  };
}

test('each step is checked as the call that it is, and the whole is asked about once', () => {
  const given = pattern(['git log -n {n}', 'git clean --force'], { n: 'integer' });
  expect(plan(given, { n: '3' })).toStrictEqual({
    decision: 'confirm',
    steps: [
      [1, 'allow', ['git', 'log', '--max-count=3'], []],
      [2, 'confirm', ['git', 'clean', '--force'], ['git_clean permanently destroys data.']],
    ],
    problems: [],
  });
  expect(plan(given, { n: '3' }, { from: 2 }).steps.map(([number]) => number)).toStrictEqual([2]);
});

test('one step that policy denies denies the whole', () => {
  const policy = { rules: [{ run: 'git clean', decision: 'deny' as const, reason: 'never' }] };
  const given = pattern(['git log', 'git clean --force']);
  expect(planPattern(given, {}, [GIT], { id: 'p', policy }).decision).toBe('deny');
});

test.each([
  [true, undefined, 'allow'],
  [false, undefined, 'confirm'],
  [true, 'git', 'confirm'],
])('executable %s, of the document of %s: %s', (executable, owner, expected) => {
  const given = { ...pattern(['git log']), executable };
  expect(plan(given, {}, owner === undefined ? {} : { owner }).decision).toBe(expected);
});

test("another tool's command is decided by that tool's document, and the question says whose pattern it is", () => {
  expect(plan(pattern(['git clean --force']), {}, { owner: 'nice' })).toMatchObject({
    decision: 'confirm',
    steps: [
      [
        1,
        'confirm',
        ['git', 'clean', '--force'],
        ['git_clean permanently destroys data.', 'It runs git, and the pattern comes from the document of nice.'],
      ],
    ],
  });
});

const CHOOSES =
  'A value would choose a command or an option, and may only be the value of one. Give another, or put the variable behind "=" or "--" in the pattern.';

test.each([
  ['git {v}', 'clean'],
  ['git {v} --force', 'clean'],
  ['git c{v}', 'lean'],
  ['git log --{v}', 'all'],
  ['git log -{v}', 'a'],
  ['git log -q{v}', 'a'],
  ['git log -q{v}', 'q'],
  ['git {v} x', 'nothing'],
  ['git log --{v}=2', 'max-count'],
])('the value in %j cannot be %j', (command, value) => {
  expect(plan(pattern([command], { v: 'string' }), { v: value })).toMatchObject({
    decision: 'deny',
    problems: [`Step 1: ${CHOOSES}`],
  });
});

test.each([
  ['git checkout -b {v}', 'a; rm -rf ~', ['git', 'checkout', '--branch=a; rm -rf ~']],
  ['git checkout -b {v}', '$(id) `id`\nx', ['git', 'checkout', '--branch=$(id) `id`\nx']],
  ['git checkout --branch={v}', '-f', ['git', 'checkout', '--branch=-f']],
  ['git log -n{v}', '3', ['git', 'log', '--max-count=3']],
  ['git log -- {v}', '--all', ['git', 'log', '--', '--all']],
  ['git log -- {v}', 'clean', ['git', 'log', '--', 'clean']],
])('a value in %j stays one: %j', (command, value, argv) => {
  expect(plan(pattern([command], { v: 'string' }), { v: value }).steps[0]?.[2]).toStrictEqual(argv);
});

test.each<[string, AtipPattern, Record<string, unknown>, string[]]>([
  [
    'nobody knows the program',
    pattern(['kubectl get']),
    {},
    ['Step 1: No tool called "kubectl" is known. `atip discover` looks for it, `atip describe` describes it.'],
  ],
  ['it is a path', pattern(['/tmp/git log']), {}, ['Step 1: It begins with a path. Name the program, as "git".']],
  [
    'an option is not described',
    pattern(['git log --foo']),
    {},
    ['Step 1: "--foo" is no option of "git log", by the document of git. Correct the step or the document.'],
  ],
  ['a variable is missing', pattern(['git log {v}'], { v: 'string' }), {}, ['"v" is required.']],
  ['one too many is given', pattern(['git log']), { w: '1' }, ['"w" is no variable of the pattern.']],
  [
    'one is never used',
    pattern(['git log'], { v: 'string' }),
    { v: '1' },
    ['"v" is in no step of the pattern: take it out of its variables, or use {v}.'],
  ],
  [
    'it is no whole number',
    pattern(['git log -n {v}'], { v: 'integer' }),
    { v: 'many' },
    ['"v" must be a whole number, not a string.'],
  ],
  [
    'it needs a shell',
    pattern(['git log | wc']),
    {},
    ['Step 1 needs a shell for "|", and none is used; quote it if it is meant as text.'],
  ],
])('refused, since %s', (_why, given, values, messages) => {
  const { decision, problems } = plan(given, values);
  expect({ decision, problems: problems.slice(0, 1) }).toStrictEqual({ decision: 'deny', problems: messages });
});

test('a value of an enum is one of its list', () => {
  const given = {
    ...pattern(['git checkout -b {v}']),
    variables: { v: { type: 'enum', description: 'v', enum: ['a', 'b'] } },
  };
  expect(plan(given, { v: 'b' }).problems).toStrictEqual([]);
  expect(plan(given, { v: 'c' }).problems[0]).toBe('"v" must be one of a, b.');
});
