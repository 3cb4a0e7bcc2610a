import { ExecutionError, InteractiveNotSupportedError } from '@atip/core';
import { expect, test } from 'vitest';
import { isRunning } from '../testing/is-running.ts';
import { executeCommand } from './execute-command.ts';
import type { ExecuteOptions, ExecuteOutcome } from './launch-types.ts';

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

test('endless output is cut', async () => {
  const outcome = await atTerminal('yes');
  expect(outcome).toMatchObject({ truncated: true });
  expect(outcome.stdout).toHaveLength(100_000);
});

test('no program in a sandbox gets a terminal', async () => {
  const wrapped = atTerminal('echo ran', { wrap: (launch) => launch });
  await expect(wrapped).rejects.toThrow(InteractiveNotSupportedError);
});

test('a file that cannot be started is no success', async () => {
  const outcome = executeCommand(['/nowhere/tool'], { timeout: 10_000, maxOutput: 1_000, interactive: 'tty' });
  await expect(outcome).rejects.toThrow(ExecutionError);
});
