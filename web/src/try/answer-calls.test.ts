import { spawnSync } from 'node:child_process';
import type { ToolCall } from '@atip/core';
import { expect, test } from 'vitest';
import { answerCalls, quoteForSh } from './answer-calls.ts';

const READS = { network: false, destructive: false, filesystem: { read: true, write: false, delete: false } };
const OPTIONS = Array.from({ length: 44 }, (_, index) => ({
  ...{ name: `global-${index}`, flags: [`--global-${index}`], type: 'boolean', description: 'G' },
}));
const DOCUMENT = {
  atip: { version: '0.4' },
  name: 'git',
  version: '1',
  description: 'Git',
  trust: { source: 'user' },
  commands: {
    log: {
      options: [{ name: 'grep', flags: ['--grep'], type: 'string', description: 'Pattern' }],
      effects: { network: true, filesystem: { read: true, write: true, paths: ['.git'] } },
    },
    status: {
      description: 'Status',
      arguments: [{ name: 'path', type: 'file', description: 'Where' }],
      effects: READS,
    },
    reset: {
      description: 'Reset',
      arguments: [{ name: 'target', type: 'string', description: 'Where', required: false }],
      options: [
        { name: 'mode', flags: ['--mode'], type: 'enum', enum: ['soft', 'hard'], description: 'M' },
        ...OPTIONS,
      ],
      effects: { destructive: true },
    },
  },
};
const subject = { text: JSON.stringify(DOCUMENT) };
const LOG: ToolCall = { id: 'c', name: 'git_log', arguments: { grep: "it's 100%" } };

const stagesOf = (call: Partial<ToolCall>, policy: object = {}, document: object = DOCUMENT) => {
  const tried = JSON.stringify({ ...LOG, ...call });
  const question = {
    subject: { text: JSON.stringify(document) },
    provider: 'openai',
    tried,
    place: 0,
    policy,
  } as const;
  return answerCalls(question)?.stages;
};

test('a call that goes through has its command line for a shell, and its sandbox', () => {
  const stages = stagesOf({});
  expect(stages).toMatchObject({
    command: 'git log',
    accepted: 1,
    argv: ['git', 'log', "--grep=it's 100%"],
    shellLine: `git log '--grep=it'\\''s 100%'`,
    sandbox: { mode: 'required', access: { network: true, changes: ['.git'], emptyHome: false, unstated: [] } },
  });
  expect(stages?.decidedBy).toBe('By the setting “destroys data for good”.');
  expect(stages?.parameters.map(({ key }) => key)).toStrictEqual(['grep']);
  expect(JSON.stringify(stages)).not.toContain('"commands"');
});

test('every call of an answer has a decision, and one is followed', () => {
  const calls = [LOG, { ...LOG, name: 'git_lgo' }, { ...LOG, arguments: { odd: 1 } }];
  const question = { subject, tried: JSON.stringify(calls), provider: 'gemini', place: 1 } as const;
  const answer = answerCalls(question);
  const { stages } = answer ?? {};
  expect([stages?.call.name, stages?.command, stages?.meant]).toStrictEqual(['git_lgo', undefined, 'git_log']);
  expect(answer?.calls.map(({ decision }) => decision)).toStrictEqual(['confirm', 'deny', 'deny']);
  expect(answer?.response).toMatchObject({ kind: 'calls', recognised: { provider: 'gemini', isBare: true } });
  expect(answerCalls({ ...question, tried: '' })?.stages).toBeUndefined();
  expect(answerCalls({ ...question, subject: { text: '{' } })).toBeUndefined();
});

test.each<[string, Partial<ToolCall>, object, readonly unknown[]]>([
  [
    'an unknown command is refused with the name that was meant',
    { name: 'git_lgo' },
    {},
    ['command', 'No tool has a command called "git_lgo". Did you mean git_log?'],
  ],
  [
    'a name of 10,000 letters is cut',
    { name: 'n'.repeat(10_000) },
    {},
    ['command', expect.stringMatching(/^No tool has a command called "n{80}"\.$/)],
  ],
  [
    'an unknown parameter names what was meant, and not all others',
    { name: 'git_reset', arguments: { commit: 'HEAD', mdoe: 'hard' } },
    {},
    [
      ...['arguments', '"commit" is not a parameter of "git reset".'],
      '"mdoe" is not a parameter of "git reset". Did you mean "mode"?',
    ],
  ],
  [
    'a known parameter',
    { name: 'git_reset', arguments: { mode: 'odd' } },
    {},
    ['arguments', '"mode" must be one of "soft", "hard".'],
  ],
  ['the policy denies', {}, { allowNetwork: false }, ['policy', expect.stringContaining('does not say whether')]],
  ['the policy asks', { name: 'git_reset', arguments: {} }, {}, ['confirm', 'It permanently destroys data.']],
])('%s', (_name, call, policy, [outcome, ...reasons]) => {
  const { verdict } = stagesOf(call, policy) ?? {};
  expect([verdict?.outcome, ...(verdict?.reasons ?? []).slice(0, reasons.length)]).toStrictEqual([outcome, ...reasons]);
});

test('a call that runs says its effects, and never leaves out what is not stated', () => {
  const { verdict } = stagesOf({ name: 'git_status', arguments: { path: 'a' } }) ?? {};
  expect([verdict?.outcome, verdict?.reasons]).toStrictEqual(['allow', [expect.stringMatching(/^Only reads.*/)]]);
  const silent = { ...DOCUMENT, commands: { a: { description: 'A', effects: { destructive: false } } } };
  const open = stagesOf({ name: 'git_a', arguments: {} }, { byTrust: false }, silent);
  expect(open?.verdict.reasons.join(' ')).toContain('does not say whether these apply');
});

test('a tool of an MCP server is checked and has no command line', () => {
  const served = stagesOf({}, {}, { ...DOCUMENT, 'x-mcp': true });
  expect([served?.isServed, served?.verdict.decision, served?.argv, served?.sandbox]).toStrictEqual([
    ...[true, 'confirm', undefined, undefined],
  ]);
});

const FORMS: readonly [string, object, string, object][] = [
  ['the first command that needs nothing', {}, 'git_log', {}],
  ['the one chosen in the outline', { pointer: '/commands/status', call: { name: 'git_log' } }, 'git_status', {}],
  ['the last in the form', { call: { name: 'git_reset', arguments: { mode: 'soft' } } }, 'git_reset', { mode: 'soft' }],
  ['none of another document', { call: { name: 'gh_pr', arguments: { a: 1 } } }, 'git_log', {}],
];
test.each(FORMS)('the form is of %s', (_name, tried, name, args) => {
  const answer = answerCalls({ subject, provider: 'openai', tried, place: 0 });
  expect([answer?.isForm, answer?.stages?.call]).toStrictEqual([true, { id: 'form', name, arguments: args }]);
});

const EVIL = [
  ...['', ' ', '-n', '--', '*', '~', '~root', '#no comment', 'a\nb', '\n', "it's", "'", '"', '\\', 'a\\', '$HOME'],
  ...['$(id)', '$\u007bIFS}', '`id`', '; touch x', 'a && b | c > d', '!!', 'A=b', '=ls', '{a,b}', 'ä€😀', '%s%n\\101'],
];

test('a real shell takes a line apart to exactly the elements', () => {
  const { stdout } = spawnSync('sh', ['-c', `${quoteForSh(['printf', '%s\\0', ...EVIL])}`], { encoding: 'utf8' });
  expect(stdout.split('\0').slice(0, -1)).toStrictEqual(EVIL);
  expect(quoteForSh(['A=b', 'x'])).toBe(`'A=b' x`);
});

test.each(['a\ud800', '\u001b[201~', '\u202etxt', 'a\u0007', '\t'])('%j gets no line for a shell', (element) => {
  expect(quoteForSh(['x', element])).toBeUndefined();
});
