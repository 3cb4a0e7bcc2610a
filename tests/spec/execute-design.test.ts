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
  mergeEffects,
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

test.each([
  ['1 a required argument is missing', { must: 'a' }, ['MISSING_REQUIRED count'], []],
  ['2 a required option is missing', { count: 1 }, ['MISSING_REQUIRED must'], []],
  ['3 another type', { count: 'many', must: 'a' }, ['INVALID_TYPE count'], []],
  ['3 a text that is a number', { count: '12', must: 'a' }, [], []],
  ['4 a value outside its enum', { count: 1, must: 'a', format: 'yaml' }, ['INVALID_ENUM format'], []],
  ['5 an unknown parameter', { count: 1, must: 'a', nope: 1 }, [], ['EXTRA_PARAMETER nope']],
])('ED-validate-1 rule %s', (_name, args, errors, warnings) => {
  const mapping = execute.mapToCommand('t_x', [toolWith(TAKES)]);
  const validation = execute.validateToolCall(call('t_x', args), mapping);
  const told = (list: readonly { code: string; parameter: string }[]) =>
    list.map((one) => `${one.code} ${one.parameter}`);
  expect([validation.valid, told(validation.errors), told(validation.warnings)]).toStrictEqual([
    ...[errors.length === 0, errors],
    warnings,
  ]);
});

test.each([
  ['positionals in their order, lists as several words', { names: ['a', 'b'] }, ['1', 'a', 'b']],
  ['a boolean is its flag', { quick: true }, ['-q', '1']],
  ['a false boolean is nothing', { quick: false }, ['1']],
  ['the long form before the short one', { format: 'json' }, ['--format=json', '1']],
  ['the first of several long flags, once for each value', { tag: ['a', 'b'] }, ['--tag=a', '--tag=b', '1']],
])('ED-argv-1 %s', (_name, args, words) => {
  const mapping = execute.mapToCommand('t_x', [toolWith({ ...TAKES, options: OPTIONS })]);
  expect(execute.buildCommandArray(mapping, { count: 1, ...args })).toStrictEqual(['t', 'x', ...words]);
});

test.each<[string, AtipEffects, AtipEffects, AtipEffects]>([
  ['destructive: true wins', { destructive: false }, { destructive: true }, { destructive: true }],
  ['network: true wins', { network: true }, { network: false }, { network: true }],
  ['reversible: false wins', { reversible: true }, { reversible: false }, { reversible: false }],
  ['idempotent: false wins', { idempotent: false }, { idempotent: true }, { idempotent: false }],
  ['billable: true wins', { cost: { billable: true } }, { cost: { billable: false } }, { cost: { billable: true } }],
  [
    'the higher estimate wins',
    { cost: { estimate: 'low' } },
    { cost: { estimate: 'high' } },
    { cost: { estimate: 'high' } },
  ],
])('ED-merge-1 %s, whichever level says it', (_name, one, other, merged) => {
  expect([mergeEffects(one, other), mergeEffects(other, one)]).toStrictEqual([merged, merged]);
  const mapping = execute.mapToCommand('t_x', [toolWith({ effects: one }, { effects: other })]);
  expect(mapping.effects).toStrictEqual(merged);
});

test.each<[string, AtipEffects, string, string | undefined]>([
  ['1 destructive', { destructive: true }, 'confirm', 'allowDestructive'],
  ['2 not reversible', { ...QUIET, reversible: false }, 'confirm', 'levels/notReversible'],
  ['3 billable', { ...QUIET, cost: { billable: true } }, 'deny', 'allowBillable'],
  ['4 a password', { ...QUIET, interactive: { stdin: 'password' } }, 'deny', 'allowInteractive'],
])('ED-policy-1 what decides about an effect: %s', (_name, effects, decision, rule) => {
  const tool = toolWith({ effects });
  const policy = { allowDestructive: false, allowInteractive: false, allowBillable: false };
  const { executor } = executorOf('', { policy }, tool);
  const { decision: decided, rule: by } = executor.checkPolicy(call('t_x'));
  expect([decided, by]).toStrictEqual([decision, rule]);
});

test('ED-policy-2 trust is compared with the least that is accepted, and a tool without any is inferred', async () => {
  const { executor } = executorOf('', { policy: { minTrustLevel: 'org' } });
  expect(await failureOf(executor.execute(call('t_x')))).toBeInstanceOf(execute.InsufficientTrustError);
});

test('ED-exec-1 arguments reach the program as they are, and no shell sees them', async () => {
  const argument = { name: 'text', type: 'string', description: 'T' } as const;
  const { executor } = executorOf('printf "%s|" "$@"', {}, toolWith({ arguments: [argument] }));
  const { raw } = await executor.execute(call('t_x', { text: '$HOME;`id` && *' }));
  expect(raw.stdout).toBe('x|$HOME;`id` && *|');
});

test('ED-exec-2 a program gets its directory and no variable of ours', async () => {
  const { executor, work } = executorOf('pwd; echo "[$SECRET_THING]"');
  expect((await executor.execute(call('t_x'))).raw.stdout).toBe(`${work}\n[]\n`);
});

test('ED-exec-3 executeCommand has bounds of its own', async () => {
  const { duration, ...outcome } = await execute.executeCommand(['/bin/echo', 'x']);
  const bytes = { stdout: 2, stderr: 0 };
  expect(outcome).toStrictEqual({ exitCode: 0, stdout: 'x\n', stderr: '', truncated: false, timedOut: false, bytes });
  const long = ['/bin/sh', '-c', 'head -c 1100000 /dev/zero | tr "\\0" x'];
  const { truncated, stdout } = await execute.executeCommand(long, {});
  expect([truncated, stdout.length]).toStrictEqual([true, 1_048_576]);
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

test.each([
  ['success', 'echo out', {}, 'out\n[Exit code: 0]'],
  ['failure', 'echo out; echo err >&2; exit 1', {}, 'err\nout\n[Exit code: 1]'],
  ['timeout', 'echo begun; exec sleep 60', { timeout: 1000 }, 'begun\n[TIMEOUT after 1s]'],
  ['timeout of a part of a second', 'exec sleep 60', { timeout: 500 }, '[TIMEOUT after 500ms]'],
])('ED-format-1 what a model reads: %s', async (_name, script, execution, content) => {
  const { executor } = executorOf(script, { execution });
  expect((await executor.execute(call('t_x'))).content).toBe(content);
});

test('ED-format-2 what is too long ends the run, and is told with its bound', async () => {
  const { executor } = executorOf('while :; do echo xxxxxxx; done', { execution: { maxOutput: 1024 } });
  const { content, success, raw } = await executor.execute(call('t_x'));
  expect([success, raw.truncated, raw.stdout.length]).toStrictEqual([false, true, 1024]);
  expect(content.split('\n').at(-1)).toMatch(/^\[TRUNCATED - output exceeded 1KB/);
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

test('ED-executor-2 without a handler a call that wants a person throws; a handler decides', async () => {
  const destructive = toolWith({ effects: { ...QUIET, destructive: true } });
  const failure = await failureOf(executorOf('echo ran', {}, destructive).executor.execute(call('t_x')));
  expect(failure).toBeInstanceOf(execute.RequiresConfirmationError);
  expect(failure).toMatchObject({ context: { reasons: ['t_x permanently destroys data.'] } });
  const asked: string[] = [];
  const policy = (yes: boolean) => ({
    allowDestructive: false,
    confirmationHandler: async (context: execute.ConfirmationContext) => {
      asked.push(context.reasons.join(', '));
      return yes;
    },
  });
  const { executor } = executorOf('echo ran', { policy: policy(true) }, destructive);
  expect((await executor.execute(call('t_x'))).raw.stdout).toBe('ran\n');
  const refused = executorOf('echo ran', { policy: policy(false) }, destructive).executor;
  expect(await failureOf(refused.execute(call('t_x')))).toBeInstanceOf(execute.RequiresConfirmationError);
  expect(asked).toStrictEqual(['t_x permanently destroys data.', 't_x permanently destroys data.']);
});

test('ED-executor-3 a batch has an outcome for each call, in their order', async () => {
  const { executor } = executorOf('echo ran');
  const outcomes = await executor.executeBatch([call('t_x'), call('t_nope'), call('t_x')]);
  expect(outcomes.map((one) => (one.ok ? one.result.content : one.error.constructor.name))).toStrictEqual([
    'ran\n[Exit code: 0]',
    'UnknownCommandError',
    'ran\n[Exit code: 0]',
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

const UNSAFE = { ...QUIET, destructive: true };

/** The table of the design: what becomes of a destructive, another unsafe, and a safe command. */
test.each([
  ['native', 'confirm', 'allow', 'allow'],
  ['vendor', 'confirm', 'allow', 'allow'],
  ['org', 'confirm', 'allow', 'allow'],
  ['community', 'deny', 'confirm', 'confirm'],
  ['user', 'deny', 'confirm', 'confirm'],
  ['inferred', 'deny', 'deny', 'confirm'],
] as const)('ED-trust-1 the recommended policy for %s', (source, destructive, network, safe) => {
  const decisions = [UNSAFE, { ...QUIET, network: true }, QUIET].map((effects) => {
    const tool = toolWith({ effects }, { trust: { source } });
    const mapping = execute.mapToCommand('t_x', [tool]);
    return execute.checkPolicy(call('t_x'), mapping, execute.defaultPolicyFor(source)).decision;
  });
  expect(decisions).toStrictEqual([destructive, network, safe]);
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

test('ED-future-1 output comes while the program runs, then its result', async () => {
  const { executor } = executorOf('echo one; echo two >&2');
  const events = [];
  for await (const event of executor.executeStream(call('t_x'))) events.push(event.type);
  expect(events.toSorted()).toStrictEqual(['result', 'stderr', 'stdout']);
});

test('ED-future-3 decisions and runs are on record, and the record can be verified', async () => {
  const path = join(PLACE, 'audit.jsonl');
  const { executor } = executorOf('echo ran', { audit: { log: await execute.createAuditLog(path), who: 'test' } });
  await executor.execute(call('t_x'));
  expect((await execute.verifyAuditLog(path)).ok).toBe(true);
});

test('ED-future-5 a program at a terminal is asked and answered', async () => {
  const tool = toolWith({ effects: { ...QUIET, interactive: { stdin: 'required', prompts: true, tty: true } } });
  const asked: string[] = [];
  const conversation = {
    quiet: 100,
    onPrompt: (prompt: string) => {
      asked.push(prompt);
      return 'ada';
    },
  };
  const config = { conversation, policy: { allowInteractive: true } };
  const { executor } = executorOf('stty -echo; printf "Name? "; read -r name; echo "[$name]"', config, tool);
  expect((await executor.execute(call('t_x'))).content).toContain('[ada]');
  expect(asked).toStrictEqual(['Name? ']);
});
