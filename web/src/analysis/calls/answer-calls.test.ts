import { expect, test } from 'vitest';
import { answerCallCommand, answerCallIndex, answerCallStages } from './answer-calls.ts';

const subject = {
  text: JSON.stringify({
    atip: { version: '0.4' },
    name: 'git',
    version: '1',
    description: 'Git',
    trust: { source: 'user' },
    commands: {
      log: {
        description: 'Log',
        options: [{ name: 'grep', flags: ['--grep'], type: 'string', description: 'What' }],
        effects: { network: true, filesystem: { read: true, write: true, paths: ['.git'] } },
      },
      status: { description: 'Status', arguments: [{ name: 'path', type: 'file', description: 'Where' }] },
    },
  }),
};

const call = { id: 'c', name: 'git_log', arguments: { grep: "it's 100%" } };

test('a call that goes through has its command line for a shell, and its sandbox', () => {
  const stages = answerCallStages({ subject, call });
  expect(stages?.check.argv).toStrictEqual(['git', 'log', "--grep=it's 100%"]);
  expect(stages?.check).not.toHaveProperty('mapping');
  expect(stages?.shellLine).toBe(`git log '--grep=it'\\''s 100%'`);
  expect(stages?.sandbox).toStrictEqual({
    mode: 'required',
    access: { network: true, changes: ['.git'], emptyHome: false, unstated: [] },
  });
});

test('the page’s policy decides, over the defaults', () => {
  const of = (policy: object): unknown => answerCallStages({ subject, call, policy })?.check.decision;
  expect([of({}), of({ allowNetwork: false }), of({ confirmAll: true })]).toStrictEqual(['confirm', 'deny', 'confirm']);
  expect(answerCallStages({ subject, call, policy: { sandbox: 'off' } })?.sandbox?.mode).toBe('off');
});

test('a call that stops has neither; a broken document has no answer', () => {
  const stages = answerCallStages({ subject, call: { ...call, name: 'git_lgo' } });
  expect(Object.keys(stages ?? {})).toStrictEqual(['check']);
  expect(answerCallStages({ subject: { text: '{' }, call })).toBeUndefined();
});

test('the commands of a document, with the gravest mark and a call of the first', () => {
  const index = answerCallIndex(subject);
  expect(index?.tool).toBe('git');
  expect(index?.commands.map(({ name, risk }) => [name, risk?.word])).toStrictEqual([
    ['git_log', 'writes'],
    ['git_status', 'nothing stated'],
  ]);
  expect(index?.example).toStrictEqual({ name: 'git_log', arguments: {} });
  expect(answerCallIndex({ text: '{' })).toBeUndefined();
  expect(answerCallIndex({ ...subject, filter: { commands: ['status'] } })?.example).toStrictEqual({
    name: 'git_status',
    arguments: { path: 'example.txt' },
  });
});

test('one command by its name', () => {
  expect(answerCallCommand({ subject, name: 'git_status' })?.parameters.map(({ key }) => key)).toStrictEqual(['path']);
  expect(answerCallCommand({ subject, name: 'git_x' })).toBeUndefined();
});
