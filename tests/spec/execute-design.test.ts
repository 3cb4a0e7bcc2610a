// The design of the execution library, by the rows of execute-design.md: real processes, by the packages' public names.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AtipCommand,
  type AtipEffects,
  type AtipOption,
  type AtipTool,
  compile,
  parseToolCall as fromBridge,
} from '@atip/core';
import * as execute from '@atip/node';
import { afterAll, expect, test } from 'vitest';
import { printed } from './rfc-blocks.ts';

const GH: AtipTool = printed('13.1');
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

test('ED-map-1 ED-map-2 a flat name leads back to its command', () => {
  const { command, path, tool, metadata, effects } = execute.mapToCommand('gh_pr_create', [GH]);
  expect({ command, path, tool: tool.name, description: metadata.description, effects }).toStrictEqual({
    command: ['gh', 'pr', 'create'],
    path: ['pr', 'create'],
    tool: 'gh',
    description: 'Create a pull request',
    effects: { network: true, idempotent: false, creates: ['pull_request'] },
  });
  expect(() => execute.mapToCommand('gh_pr', [GH])).toThrow(execute.UnknownCommandError);
});

test('ED-map-3 names may have another separator, from compiling to running', async () => {
  const separator = '-';
  const [tool] = compile([toolWith({})], 'anthropic', { separator }).tools;
  expect(tool?.name).toBe('t-x');
  const { executor } = executorOf('echo ran', { separator });
  expect((await executor.execute(call('t-x'))).raw.stdout).toBe('ran\n');
  expect(execute.mapToCommand('t-x', [toolWith({})], { separator }).command).toStrictEqual(['t', 'x']);
});

const OPTIONS: AtipOption[] = [
  { name: 'format', flags: ['-f', '--format'], type: 'enum', enum: ['json', 'text'], description: 'F' },
  { name: 'tag', flags: ['--tag', '--label'], type: 'array', description: 'T' },
  { name: 'quick', flags: ['-q'], type: 'boolean', description: 'Q' },
];
const TAKES: AtipCommand = {
  description: 'D',
  effects: QUIET,
  arguments: [
    { name: 'count', type: 'integer', description: 'C' },
    { name: 'names', type: 'string', description: 'N', variadic: true, required: false },
  ],
  options: [...OPTIONS, { name: 'must', flags: ['--must'], type: 'string', description: 'M', required: true }],
};

test('ED-policy-2 trust is compared with the least that is accepted, and a tool without any is inferred', async () => {
  const { executor } = executorOf('', { policy: { minTrustLevel: 'org' } });
  expect(await failureOf(executor.execute(call('t_x')))).toBeInstanceOf(execute.InsufficientTrustError);
});

test('ED-exec-6 a shell is refused, with the way to run a line', () => {
  expect(() => executorOf('', { shell: true })).toThrow('`atip run --line LINE`');
});

test('ED-format-4 maxLength bounds the text with its mark', async () => {
  const { executor } = executorOf('seq -f "line %g" 0 499');
  const { raw } = await executor.execute(call('t_x'));
  for (const maxLength of [100, 200, 1000]) {
    const { content } = execute.formatResult(raw, { maxLength });
    expect(content.length).toBeLessThanOrEqual(maxLength);
    expect([content.startsWith('line 0\n'), content.endsWith('[Exit code: 0]')]).toStrictEqual([true, true]);
  }
});

test('ED-executor-4 validation can be skipped by a host, policy cannot', async () => {
  const tool = toolWith(TAKES, { effects: { destructive: true } });
  const args = { count: 'many', must: 'a' };
  const { executor } = executorOf('echo "$@"', { skipValidation: true }, toolWith(TAKES));
  expect((await executor.execute(call('t_x', args))).raw.stdout).toBe('x --must=a many\n');
  const asking = executorOf('echo "$@"', { skipValidation: true }, tool).executor;
  expect(await failureOf(asking.execute(call('t_x', args)))).toBeInstanceOf(execute.RequiresConfirmationError);
});

test('ED-errors-4 the printed recovery from a timeout', async () => {
  const { executor } = executorOf('exec sleep 60', { execution: { timeout: 300, throwOnTimeout: true } });
  const failure = await failureOf(executor.execute(call('t_x')));
  if (!(failure instanceof execute.TimeoutError)) throw new Error(`No TimeoutError but ${String(failure)}`);
  expect(`Command timed out after ${failure.timeout}ms`).toBe('Command timed out after 300ms');
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

test('ED-executor-1 a call is validated before anything runs', async () => {
  const { executor } = executorOf('echo ran', {}, toolWith(TAKES));
  const failure = await failureOf(executor.execute(call('t_x', { count: 'many', must: 'a' })));
  expect(failure).toBeInstanceOf(execute.ArgumentValidationError);
  // The recovery pattern of the design: `e.errors`.
  expect(failure).toMatchObject({ errors: [{ code: 'INVALID_TYPE', parameter: 'count' }] });
  expect(executor.validate(call('t_x', { must: 'a' })).errors.map(({ code }) => code)).toStrictEqual([
    'MISSING_REQUIRED',
  ]);
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

test.each([
  ['stdin', { stdin: 'required' as const }],
  ['a terminal', { tty: true }],
  ['questions, without a flag that answers them', { prompts: true }],
])('ED-interactive-1 a program that wants %s is not run', async (_name, interactive) => {
  const { executor } = executorOf('echo ran', {}, toolWith({ effects: { ...QUIET, interactive } }));
  expect(await failureOf(executor.execute(call('t_x')))).toBeInstanceOf(execute.InteractiveNotSupportedError);
});

test('ED-interactive-2 questions are answered by the flag that a command has for it', async () => {
  const tool = toolWith({
    effects: { ...QUIET, interactive: { prompts: true } },
    options: [{ name: 'yes', flags: ['--yes', '-y'], type: 'boolean', description: 'Y' }],
  });
  const { executor } = executorOf('echo "$@"', { policy: { confirmationHandler: async () => true } }, tool);
  expect((await executor.execute(call('t_x', { yes: true }))).raw.stdout).toBe('x --yes\n');
  expect(await failureOf(executor.execute(call('t_x')))).toBeInstanceOf(execute.InteractiveNotSupportedError);
});
