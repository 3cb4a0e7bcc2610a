// The design of the execution library, by the rows of execute-design.md: real processes, by the packages' public names.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AtipCommand, type AtipEffects, type AtipTool, parseToolCall as fromBridge } from '@atip/core';
import * as execute from '@atip/node';
import { afterAll, expect, test } from 'vitest';

const QUIET: AtipEffects = {
  filesystem: { read: true, write: false, delete: false },
  ...{ network: false, destructive: false, reversible: true, idempotent: true },
  cost: { billable: false },
};

/** A tool of one command, `t_x`, that is harmless unless a test says otherwise. */
function toolWith(command: Partial<AtipCommand>, root: Partial<AtipTool> = {}): AtipTool {
  const commands = { x: { description: 'D', effects: QUIET, ...command } };
  return { ...{ atip: '0.4', name: 't', version: '1', description: 'T', commands }, ...root };
}

const call = (name: string, args: Record<string, unknown> = {}) => ({ id: 'c1', name, arguments: args });

const PLACE = realpathSync(mkdtempSync(join(tmpdir(), 'atip-execute-')));
afterAll(() => rmSync(PLACE, { recursive: true, force: true }));

/** An executor whose program `t` is this shell script. */
function executorOf(script: string, config: Partial<execute.NodeExecutorConfig> = {}, tool = toolWith({})) {
  const directory = mkdtempSync(join(PLACE, 'bin-'));
  writeFileSync(join(directory, 't'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const work = join(directory, 'work');
  mkdirSync(work);
  // The trust table, which has tests of its own, would ask about a tool without a source.
  const policy = { sandbox: 'off', byTrust: false, ...config.policy } as const;
  const settings = { ...config, policy, execution: { cwd: work, ...config.execution } };
  const env = { PATH: `${directory}:/usr/bin:/bin`, HOME: directory, SECRET_THING: 'planted' };
  return { executor: execute.createExecutor({ tools: [tool], env, ...settings }), work };
}

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'ran',
    (error: unknown) => error,
  );

test('ED-parse-1 the execution package hands on the parser of the bridge', () => {
  expect(execute.parseToolCall).toBe(fromBridge);
});

test('ED-exec-6 a shell is refused, with the way to run a line', () => {
  expect(() => executorOf('', { shell: true })).toThrow('`atip run --line LINE`');
});

test('ED-format-3 a model gets no secret, and each provider its own message', async () => {
  const { executor } = executorOf(`echo ghp_${'a1B2'.repeat(9)}; echo internal-5`, {
    output: { redactPatterns: [/internal-\d/g] },
  });
  const result = await executor.execute(call('t_x'));
  expect(result.content).toBe('[REDACTED]\n[REDACTED]\n[Exit code: 0]');
  expect(execute.formatForProvider('openai', call('t_x'), result)).toStrictEqual({
    role: 'tool',
    tool_call_id: 'c1',
    content: result.content,
  });
});

test('ED-errors-1 every error is of the base class', () => {
  const classes = [
    ...[execute.UnknownCommandError, execute.ArgumentValidationError, execute.PolicyViolationError],
    ...[execute.RequiresConfirmationError, execute.InsufficientTrustError, execute.ExecutionError],
    ...[execute.TimeoutError, execute.InteractiveNotSupportedError],
  ];
  expect(classes.map((one) => one.prototype instanceof execute.AtipExecuteError)).toStrictEqual(
    classes.map(() => true),
  );
});

test('ED-errors-2 a program that is not there', async () => {
  const { executor } = executorOf('', {}, toolWith({}, { name: 'absent' }));
  expect(await failureOf(executor.execute(call('absent_x')))).toBeInstanceOf(execute.ExecutionError);
});
