import { expect, test } from 'vitest';
import { buildCommandArray } from './build-command-array.ts';
import { mapToCommand } from '../commands/commands-by-name.ts';
import {
  ArgumentValidationError,
  AtipExecuteError,
  ExecutionError,
  InsufficientTrustError,
  InteractiveNotSupportedError,
  PolicyViolationError,
  RequiresConfirmationError,
  TimeoutError,
  UnknownCommandError,
} from '../json/execute-errors.ts';
import { ended, toolWith } from '../testing/documents.ts';
import type { RunPort, RunOptions } from '../types/execution.ts';
import { createExecutor, type ExecutorConfig } from './create-executor.ts';

const READS = { filesystem: { read: true, write: false, delete: false }, network: false, destructive: false };
const TOOL = toolWith({
  read: {
    description: 'Read',
    effects: READS,
    arguments: [
      { name: 'count', type: 'integer', description: 'Count' },
      { name: 'path', type: 'file', description: 'Path', required: false },
    ],
    options: [
      { name: 'format', flags: ['--format'], type: 'enum', enum: ['json', 'text'], description: 'Format' },
      { name: 'purge', flags: ['--purge'], type: 'boolean', description: 'Purge', 'x-effects': { destructive: true } },
    ],
  },
  drop: { description: 'Drop', effects: { destructive: true } },
  ask: { description: 'Ask', effects: { ...READS, interactive: { stdin: 'password' } } },
  push: { description: 'Push', effects: { network: true, destructive: false } },
});

const call = (name: string, args: Record<string, unknown> = {}) => ({ id: '1', name: `tool_${name}`, arguments: args });

function executor(config: Partial<ExecutorConfig> = {}) {
  const runs: (readonly string[])[] = [];
  const run: RunPort = async (argv: readonly string[], { timeout }: RunOptions) => {
    runs.push(argv);
    return ended({ stdout: 'part\n', exitCode: null, timedOut: timeout < 1000 });
  };
  return { ...createExecutor({ tools: [TOOL], run, ...config }), runs };
}

const failureOf = (promise: Promise<unknown>): Promise<unknown> => promise.then(String, (error: unknown) => error);

test('a run out of time is a result, and an error where the host wants one', async () => {
  const late = executor({ execution: { timeout: 400 } });
  expect((await late.execute(call('read', { count: 1 }))).content).toBe('part\n[TIMEOUT after 400ms]');
  const throwing = executor({ execution: { timeout: 400, throwOnTimeout: true } });
  expect(await failureOf(throwing.execute(call('read', { count: 1 })))).toMatchObject({ timeout: 400 });
});

test('each of the eight errors says tool, command and argv, as far as they are known', async () => {
  const failing = executor({
    run: async () => {
      throw new ExecutionError('It cannot be started.');
    },
  });
  const late = executor({ execution: { timeout: 400, throwOnTimeout: true } });
  const errors = await Promise.all([
    failureOf(executor().execute(call('nothing'))),
    failureOf(executor().execute(call('read', {}))),
    failureOf(executor({ policy: { allowNetwork: false } }).execute(call('push'))),
    failureOf(executor().execute(call('drop'))),
    failureOf(executor({ policy: { minTrustLevel: 'org' } }).execute(call('push'))),
    failureOf(failing.execute(call('read', { count: 1 }))),
    failureOf(late.execute(call('read', { count: 1 }))),
    failureOf(executor().execute(call('ask'))),
  ]);
  const seen = errors.map((error) =>
    AtipExecuteError.isInstance(error)
      ? [error.constructor, error.tool, error.command?.join(' '), error.argv?.join(' ')]
      : error,
  );
  expect(seen).toStrictEqual([
    [UnknownCommandError, undefined, undefined, undefined],
    [ArgumentValidationError, 'tool', 'tool read', undefined],
    [PolicyViolationError, 'tool', 'tool push', 'tool push'],
    [RequiresConfirmationError, 'tool', 'tool drop', 'tool drop'],
    [InsufficientTrustError, 'tool', 'tool push', 'tool push'],
    [ExecutionError, 'tool', 'tool read', 'tool read 1'],
    [TimeoutError, 'tool', 'tool read', 'tool read 1'],
    [InteractiveNotSupportedError, 'tool', 'tool ask', 'tool ask'],
  ]);
});

test('so does an argv that cannot be built without an executor', () => {
  const mapping = mapToCommand('tool_read', [TOOL]);
  const error = (() => {
    try {
      return buildCommandArray(mapping, { count: '--all' });
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toMatchObject({ code: 'VALIDATION_FAILED', tool: 'tool', command: ['tool', 'read'] });
});
test.each([
  ['a value that would be an option', { count: '--all' }],
  ['control characters', { count: 'a\u0000b' }],
  ['two values in place of one', { count: ['a', 'b'] }],
  ['an object', { count: { a: 1 } }],
  ['a word in place of true or false', { count: 1, purge: 'now' }],
  ['a path that is empty', { count: 1, path: '' }],
  ['a parameter that the command has not', { count: 1, 'dry-run': true }],
])('skipValidation does not let %s through', async (_name, args) => {
  const skipping = executor({ skipValidation: true });
  await expect(skipping.execute(call('read', args))).rejects.toBeInstanceOf(ArgumentValidationError);
  expect(skipping.runs).toStrictEqual([]);
});
