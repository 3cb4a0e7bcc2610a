import { expect, test } from 'vitest';
import { answerCallTrials, type Trial, type TrialsQuestion } from './answer-call-trials.ts';

const TOOL = {
  atip: { version: '0.4' },
  name: 'git',
  version: '1',
  description: 'Git',
  trust: { source: 'native' },
  commands: {
    drop: {
      description: 'Drop',
      arguments: [{ name: 'branches', type: 'string', description: 'Which', variadic: true }],
      options: [{ name: 'depth', flags: ['--depth'], type: 'integer', description: 'How deep' }],
      effects: { network: true },
    },
    status: { description: 'Status' },
  },
};

const QUESTION: TrialsQuestion = {
  subject: { text: JSON.stringify(TOOL) },
  provider: 'anthropic',
  call: { name: 'git_drop', arguments: {} },
};

const caughtBy = (trials: readonly Trial[] | undefined): unknown =>
  trials?.map(({ title, stage = 'nothing' }) => [title, stage]);

test('each broken call is caught by its stage, or goes through as no more than a value', () => {
  const trials = answerCallTrials(QUESTION);
  expect(caughtBy(trials)).toStrictEqual([
    ['The response is cut off', 'Parse'],
    ['The command’s name has a typing mistake', 'Map'],
    ['“branches” is missing', 'Validate'],
    ['“depth” is an object', 'Validate'],
    ['A parameter that does not exist', 'Validate'],
    ['“branches” looks like an option', 'argv'],
    ['“branches” holds commands for a shell', 'nothing'],
  ]);
  expect(trials?.map(({ said }) => said)).toStrictEqual([
    expect.stringContaining('This is not valid JSON'),
    expect.stringContaining('Did you mean git_drop'),
    '"branches" is required.',
    '"depth" must be a whole number, not an object.',
    '"no-such-parameter" is no parameter of "git drop". There are "branches", "depth".',
    expect.stringContaining('must not start with "-"'),
    'Goes through: the value is one element of the command line, which no shell reads.',
  ]);
});

test('a policy that denies catches what got as far', () => {
  const policy = { allowNetwork: false, denyRestricted: true };
  expect(answerCallTrials({ ...QUESTION, policy })?.at(-1)?.stage).toBe('Policy');
});

test('a command without parameters has fewer ways to go wrong; none where there is no such command', () => {
  const call = { name: 'git_status', arguments: {} };
  expect(caughtBy(answerCallTrials({ ...QUESTION, call }))).toStrictEqual([
    ['The response is cut off', 'Parse'],
    ['The command’s name has a typing mistake', 'Map'],
    ['A parameter that does not exist', 'Validate'],
  ]);
  expect(answerCallTrials({ ...QUESTION, call: { name: 'git_x', arguments: {} } })).toBeUndefined();
  expect(answerCallTrials({ ...QUESTION, subject: { text: '{' } })).toBeUndefined();
});
