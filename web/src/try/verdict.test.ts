import { type AtipTool, checkCall, type ToolCall } from '@atip/core';
import { expect, test } from 'vitest';
import { effectsSentence, verdictOf, whyNotRun } from './verdict.ts';

const TOOL: AtipTool = {
  atip: '0.4',
  name: 'git',
  version: '1',
  description: 'Git',
  trust: { source: 'vendor' },
  commands: {
    log: {
      description: 'Log',
      options: [{ name: 'n', flags: ['-n', '--max-count'], type: 'integer', description: 'Number' }],
      effects: { network: false, destructive: false, filesystem: { read: true, write: false, delete: false } },
    },
    drop: {
      description: 'Drop',
      arguments: [{ name: 'branch', type: 'string', description: 'Which' }],
      effects: { destructive: true },
    },
  },
};

const verdict = (name: string, args: ToolCall['arguments'], policy = {}): string[] => {
  const check = checkCall({ id: '1', name, arguments: args }, [TOOL], policy);
  const { kind, title, reason } = verdictOf({ ...check, command: check.command?.command });
  return [kind, title, reason];
};

test('a call of no command is refused with the name that was meant', () => {
  expect(verdict('git_lgo', {})).toStrictEqual([
    'refused',
    'Refused, because this document has no such command',
    'There is no command git_lgo in this document. Did you mean git_log?',
  ]);
});

test('arguments that do not fit are refused with the first reason and a count of the others', () => {
  expect(verdict('git_log', { n: 'many', x: 1 })).toStrictEqual([
    'refused',
    'Refused, because its arguments do not fit',
    '"n" must be a whole number, not a string. (1 more under Why)',
  ]);
});

test('the policy asks, denies or allows, and the sentence says why', () => {
  const drop = { branch: 'x' };
  expect(verdict('git_drop', drop)).toStrictEqual(['asks', 'Asks first', 'It permanently destroys data.']);
  expect(verdict('git_log', {}, { sandbox: 'off', minTrustLevel: 'native' }).slice(0, 2)).toStrictEqual([
    'refused',
    'Refused, because the policy denies it',
  ]);
  expect(verdict('git_log', {}).slice(0, 2)).toStrictEqual(['runs', 'Runs']);
});

test('what the metadata does not say is never left out', () => {
  expect(effectsSentence({})).toBe('The document does not state all its effects.');
  expect(effectsSentence({ network: true })).toBe('Uses the network. The document does not state all its effects.');
});

const tools = (executable: string | null): Parameters<typeof whyNotRun>[1] => {
  const known = { name: 'git', version: '1', description: '', origin: 'shims', trust: 'user' } as const;
  const tool = { ...known, hash: '', commands: 2, issues: [], executable };
  return { kind: 'connected', list: { tools: [tool], skipped: [] } };
};

test.each<[string, Parameters<typeof whyNotRun>[1], string | undefined]>([
  ['absent', { kind: 'absent' }, 'This computer is not connected.'],
  ['locked', { kind: 'locked', reason: '' }, 'This computer is not connected.'],
  ['lost', { kind: 'lost', reason: 'gone' }, 'This computer does not answer. gone'],
  ['without the program', tools(null), 'git is not installed on this computer: it is not on the PATH.'],
  ['ready', tools('/usr/bin/git'), undefined],
])('a companion that is %s', (_name, companion, start) => {
  const reason = whyNotRun('git', companion);
  expect(reason?.slice(0, start?.length)).toBe(start);
});
