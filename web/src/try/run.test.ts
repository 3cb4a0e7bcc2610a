import type { CallEvent } from '@atip/companion';
import type { SandboxAccess } from '@atip/core';
import { expect, test } from 'vitest';
import { verbOf } from './ConfirmDialog.tsx';
import { exitLine } from './RunResult.tsx';
import { MAX_SHOWN_OUTPUT, type PageRun, updateRun } from './run.ts';
import { sandboxWords } from './Stages.tsx';

const REQUEST = {
  ...{ call: { id: 'c', name: 'git_log', arguments: {} }, provider: 'openai' as const },
  ...{ policy: undefined, cwd: undefined },
} as const;
const QUESTION = { id: '1', hash: 'sha256:0', where: 'page' };
const EXIT = { exitCode: 0, duration: 5, timedOut: false, truncated: false };
const RESULT = { success: true, content: 'ok', cwd: '/', message: { role: 'tool', content: 'ok' } };

const event = (name: CallEvent['event'], data: unknown): CallEvent => ({ event: name, data }) as CallEvent;
const stdout = (text: string): CallEvent => event('stdout', { text });

/** The fields that some news gave a run. */
function after(...news: CallEvent[]): Partial<PageRun> {
  const run = news.reduce(updateRun, { request: REQUEST, phase: 'running', output: '' });
  const { request: _request, question, ...rest } = run;
  return question ? { ...rest, question } : rest;
}

test('a run that goes through', () => {
  expect(after(event('confirmation-required', QUESTION))).toStrictEqual({
    ...{ phase: 'running', question: QUESTION, output: '' },
  });
  const output = [stdout('a'), stdout('b'), event('stderr', { text: 'c' })];
  expect(after(...output, event('exit', EXIT), event('result', RESULT))).toStrictEqual({
    ...{ phase: 'done', output: 'abc', exit: EXIT, result: RESULT },
  });
});

test('any event answers a question, except those that this page does not know', () => {
  const ask = event('confirmation-required', QUESTION);
  expect(after(ask, event('confirmed', { id: '1' }))).toStrictEqual(after());
  expect(after(ask, stdout('a'))).toStrictEqual(after(stdout('a')));
  const problem = { code: 'confirmation-denied', title: 'No', detail: 'It was denied.' };
  expect(after(ask, event('error', problem))).toStrictEqual({ phase: 'declined', output: '', problem });
  expect(after(event('error', { ...problem, code: 'denied' })).phase).toBe('failed');
  expect(after(ask, event('later' as CallEvent['event'], {}))).toStrictEqual(after(ask));
});

test('long output loses its start', () => {
  const { output } = after(
    event('stderr', { text: 'x'.repeat(10) }),
    stdout('y'.repeat(MAX_SHOWN_OUTPUT)),
    stdout('z'),
  );
  expect(output === `${'y'.repeat(MAX_SHOWN_OUTPUT - 1)}z`).toBe(true);
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

test('how a process ended', () => {
  const ended = exitLine({ ...EXIT, exitCode: null, duration: 1234, timedOut: true });
  expect(ended).toBe('ended by a signal after 1.2 s, time limit reached');
});

const ACCESS: SandboxAccess = { network: false, changes: 'nothing', emptyHome: false, unstated: [] };

test.each<[Partial<SandboxAccess>, string]>([
  [{ unstated: ['network'] }, 'it gets no network, may change nothing, and'],
  [{ unstated: ['network'] }, 'The document does not state whether it uses the network.'],
  [{ network: true, changes: ['a', '~/b'] }, 'it may use the network, may change a, ~/b within'],
  // Homes are closed.
  [{}, 'sees in your home only its directory, its own files and places that you opened.'],
])('a sandbox for %j', (access, words) => {
  expect(sandboxWords('required', { ...ACCESS, ...access })).toContain(words);
});
