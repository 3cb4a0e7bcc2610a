import type { Conversation } from '@atip/core';
import { expect, test } from 'vitest';
import { isRunning } from '../testing/is-running.ts';
import { executeCommand } from './execute-command.ts';
import type { ExecuteOptions, ExecuteOutcome, WrapLaunch } from './launch-types.ts';

function atTerminal(script: string, options: Partial<ExecuteOptions> = {}): Promise<ExecuteOutcome> {
  const argv = ['/bin/sh', '-c', script];
  return executeCommand(argv, { timeout: 10_000, maxOutput: 100_000, killGrace: 100, interactive: 'tty', ...options });
}

test('a program that wants a terminal has one, and its output and exit code come back', async () => {
  const outcome = await atTerminal('test -t 0 && test -t 1 && stty size; pwd; exit 3', { cwd: '/usr' });
  expect(outcome).toMatchObject({
    exitCode: 3,
    stdout: '40 120\r\n/usr\r\n',
    stderr: '',
    timedOut: false,
    truncated: false,
  });
});

test('it is answered from the input', async () => {
  const outcome = await atTerminal('stty -echo; read answer; echo "got $answer"', { input: 'yes\n' });
  expect(outcome.stdout).toContain('got yes\r\n');
});

test('it gets the given environment and nothing of ours', async () => {
  const outcome = await atTerminal('/usr/bin/env', { env: { ONLY: 'this', PATH: '/usr/bin' } });
  const names = outcome.stdout
    .trim()
    .split('\r\n')
    .map((line) => line.split('=')[0]);
  expect(
    names.filter((name) => !['ONLY', 'PATH', 'PWD', 'ATIP_RUN', 'TERM', '_', 'OLDPWD', 'SHLVL'].includes(name ?? '')),
  ).toStrictEqual([]);
  expect(names).toContain('ONLY');
});

test('a run out of time ends with what left its session', async () => {
  const outcome = await atTerminal(
    'trap "" TERM HUP; setsid sh -c \'trap "" TERM HUP; echo $$; sleep 60\' & sleep 60',
    { timeout: 500 },
  );
  expect(outcome).toMatchObject({ exitCode: null, timedOut: true });
  const pid = Number(outcome.stdout.trim());
  expect(pid).toBeGreaterThan(1);
  expect(await isRunning(pid)).toBe(false);
});

test('what a sandbox reads by descriptor reaches a program at a terminal', async () => {
  const wrap: WrapLaunch = (launch) => ({
    ...launch,
    args: ['-c', 'test -t 0 && read word <&3 && echo "$word $(cat <&4)" && echo started >&5; exit 4'],
    inherited: [Buffer.from('first\n'), Buffer.from('second')],
    reports: { pipes: 1, wasStarted: (report) => report === 'started\n' },
  });
  const outcome = await atTerminal('', { wrap });
  expect(outcome).toMatchObject({ exitCode: 4, stdout: 'first second\r\n', timedOut: false });
  const unstarted = atTerminal('', { wrap: (launch) => ({ ...wrap(launch), args: ['-c', 'echo no; exit 1'] }) });
  await expect(unstarted).rejects.toThrow('could not be started in its sandbox');
});

const ASKS = 'stty -echo; printf "Name? "; read name; printf "Sure, $name? "; read sure; echo "[$name $sure]"';

test('questions are answered by a handler, each with what was printed since the last', async () => {
  const asked: [string, number][] = [];
  const onPrompt = (prompt: string, turn: number): string => {
    asked.push([prompt, turn]);
    return turn === 1 ? 'ada' : 'yes';
  };
  const outcome = await atTerminal(ASKS, { conversation: { onPrompt, quiet: 50 } });
  expect(asked).toStrictEqual([
    ['Name? ', 1],
    ['Sure, ada? ', 2],
  ]);
  expect(outcome).toMatchObject({ exitCode: 0, stdout: 'Name? Sure, ada? [ada yes]\r\n' });
});

test.each<[string, Conversation, string]>([
  ['nobody answers', { onPrompt: () => undefined }, 'Nobody answered its question, so the run was ended.'],
  ['it asks too often', { onPrompt: () => 'a', maxTurns: 1 }, 'It asked more than 1 times, so the run was ended.'],
  [
    'the answers are too long',
    { onPrompt: () => 'abc', maxInput: 6 },
    'The answers are longer than 6 bytes together, so the run was ended.',
  ],
])('a conversation ends with the run where %s', async (_name, conversation, notice) => {
  const outcome = await atTerminal(`${ASKS}; sleep 60`, { conversation: { quiet: 50, ...conversation } });
  expect(outcome).toMatchObject({ exitCode: null, timedOut: false, notices: [notice] });
});

test('the error of a handler ends the run', async () => {
  const onPrompt = () => Promise.reject(new Error('the line is dead'));
  await expect(atTerminal(ASKS, { conversation: { onPrompt, quiet: 50 } })).rejects.toThrow('the line is dead');
});
