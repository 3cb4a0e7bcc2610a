import { ArgumentValidationError, ExecutionError, RequiresConfirmationError } from '../json/execute-errors.ts';
import { ended, toolWith } from '../testing/documents.ts';
import type { ToolCall } from '../types/call.ts';
import type { RunPort, RunOptions } from '../types/execution.ts';
import type { ConfirmationContext, DecisionRecord } from '../types/policy.ts';
import { createExecutor, createStop } from './create-executor.ts';
import { expect, test } from 'vitest';

const READS = { filesystem: { read: true, write: false, delete: false }, network: false };
const TOOL = toolWith({
  read: {
    description: 'Read',
    effects: { ...READS, duration: { timeout: '5s' } },
    arguments: [{ name: 'path', type: 'file', description: 'Path', required: false }],
  },
  drop: { description: 'Drop', effects: { destructive: true } },
  silent: { description: 'States nothing' },
  ask: { description: 'Ask', effects: { ...READS, interactive: { stdin: 'password' } } },
  push: { description: 'Push', effects: { network: true, destructive: false } },
  install: {
    description: 'Install',
    effects: { ...READS, interactive: { prompts: true } },
    options: [{ name: 'yes', flags: ['-y', '--yes'], type: 'boolean', description: 'Do not ask' }],
  },
  login: {
    description: 'Log in',
    effects: READS,
    options: [
      { name: 'token', flags: ['--token'], type: 'string', description: 'Token', required: true, envVar: 'TOOL_TOKEN' },
    ],
  },
});

const call = (name: string, args: Record<string, unknown> = {}): ToolCall => ({
  id: `id_${name}`,
  name: `tool_${name}`,
  arguments: args,
});

function recorder(stdout = 'out\n'): { run: RunPort; runs: { argv: readonly string[]; options: RunOptions }[] } {
  const runs: { argv: readonly string[]; options: RunOptions }[] = [];
  const run: RunPort = async (argv, options) => {
    runs.push({ argv, options });
    options.onOutput?.('stdout', stdout);
    return ended({ stdout });
  };
  return { run, runs };
}

test('an allowed call runs with the built argv and bounded settings', async () => {
  const { run, runs } = recorder();
  const executor = createExecutor({ tools: [TOOL], run, execution: { cwd: '/work' } });
  const result = await executor.execute(call('read', { path: 'a.txt' }));
  expect(runs).toStrictEqual([
    {
      argv: ['tool', 'read', 'a.txt'],
      options: {
        cwd: '/work',
        timeout: 5000,
        maxOutput: 1_048_576,
        signal: undefined,
        input: undefined,
        interactive: undefined,
        conversation: undefined,
        onOutput: expect.any(Function),
        sandbox: 'required',
        network: undefined,
        call: { id: 'id_read', mapping: executor.mapCommand('tool_read') },
      },
    },
  ]);
  expect(result.content).toBe('out\n[Exit code: 0]');
  expect(result.raw).toStrictEqual({
    ...ended({ stdout: 'out\n' }),
    success: true,
    command: ['tool', 'read', 'a.txt'],
    toolCallId: 'id_read',
    toolName: 'tool_read',
  });
});

test('of a run that wrote too much the beginning and the end are there, and the notice names the bound', async () => {
  const lines = Array.from({ length: 1000 }, (_, at) => `line ${at}\n`).join('');
  const seen: string[] = [];
  const run: RunPort = async (_argv, { onOutput, maxOutput }) => {
    for (let at = 0; at < lines.length; at += 300) await onOutput?.('stdout', lines.slice(at, at + 300));
    return ended({ stdout: lines.slice(0, maxOutput), truncated: true });
  };
  const executor = createExecutor({ tools: [TOOL], run, execution: { maxOutput: 40 } });
  const result = await executor.execute(call('read'), { onOutput: (_stream, text) => void seen.push(text) });
  const shown = 'line 0\nline 1\nline 2\n[8850 characters are left out here.]\n7\nline 998\nline 999\n';
  expect(result.content).toBe(`${shown}[TRUNCATED - output exceeded 40 bytes]\n[Exit code: 0]`);
  expect([result.success, seen.join('')]).toStrictEqual([true, shown]);
});

test.each([3, 20, 700])('a secret that the cut would divide is taken out first, in pieces of %i', async (size) => {
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const key = `-----BEGIN PRIVATE KEY-----\n${'Qm9uZXM'.repeat(20)}\n-----END PRIVATE KEY-----\n`;
  const text = `${`x ${secret} y\n`.repeat(40)}${key.repeat(40)}`;
  for (let maxOutput = 60; maxOutput < 200; maxOutput += 7) {
    const run: RunPort = async (_argv, { onOutput }) => {
      for (let at = 0; at < text.length; at += size) await onOutput?.('stdout', text.slice(at, at + size));
      return ended({ stdout: text.slice(0, maxOutput), truncated: true });
    };
    const { content } = await createExecutor({ tools: [TOOL], run, execution: { maxOutput } }).execute(call('read'));
    expect(content).not.toMatch(/ghp_|a1B2|1B2a|Qm9u|9uZX/);
    expect(content).toContain('characters are left out here.]');
  }
});

test('a call that nobody could be asked about says to its developer which settings let it run, and they do', async () => {
  const { run, runs } = recorder();
  const error: unknown = await createExecutor({ tools: [TOOL], run })
    .execute(call('drop'))
    .catch((thrown: unknown) => thrown);
  const { help, message } = error as RequiresConfirmationError;
  expect(message).toBe('A person has to confirm this call: tool_drop permanently destroys data.');
  expect(help).toContain('confirmationHandler');
  // An error that nobody catches is printed; the document with its thousands of lines is not.
  expect(Object.keys(error as object)).not.toContain('context');
  const rule = JSON.parse(/run: ("[^"]+"), decision: "allow"/.exec(help)?.[1] ?? 'null');
  await createExecutor({ tools: [TOOL], run, policy: { rules: [{ run: rule, decision: 'allow' }] } }).execute(
    call('drop'),
  );
  expect(runs.map(({ argv }) => argv)).toStrictEqual([['tool', 'drop']]);
});

test('a person is shown the exact argv, and only yes is yes', async () => {
  const { run, runs } = recorder();
  const asked: ConfirmationContext[] = [];
  let answer: unknown = 'yes';
  const confirmationHandler = async (context: ConfirmationContext): Promise<boolean> => {
    asked.push(context);
    return answer as boolean;
  };
  const executor = createExecutor({ tools: [TOOL], run, policy: { confirmationHandler } });
  await expect(executor.execute(call('drop'))).rejects.toBeInstanceOf(RequiresConfirmationError);
  answer = true;
  await executor.execute(call('drop'));
  expect(runs).toHaveLength(1);
  expect(asked.map(({ argv, reasons }) => [argv, reasons])).toStrictEqual([
    [['tool', 'drop'], ['tool_drop permanently destroys data.']],
    [['tool', 'drop'], ['tool_drop permanently destroys data.']],
  ]);
});

test('without run it checks but cannot execute, and says so', async () => {
  const executor = createExecutor({ tools: [TOOL] });
  await expect(executor.execute(call('read'))).rejects.toBeInstanceOf(ExecutionError);
  expect(executor.validate(call('read')).valid).toBe(true);
  expect(executor.validate(call('nothing')).errors.map(({ code }) => code)).toStrictEqual(['UNKNOWN_COMMAND']);
  expect(executor.checkPolicy(call('drop')).decision).toBe('confirm');
  expect(() => executor.checkPolicy({ ...call('drop'), arguments: { dry: true } })).toThrow(ArgumentValidationError);
  expect(executor.mapCommand('tool_push').command).toStrictEqual(['tool', 'push']);
  expect(executor.getMetadata('tool_push')?.description).toBe('Push');
  expect(executor.getMetadata('nothing')).toBeUndefined();
});

test('a stream yields redacted text as it comes, then the result', async () => {
  const secret = `ghp_${'b'.repeat(36)}`;
  const run: RunPort = async (_argv, { onOutput }) => {
    onOutput?.('stdout', 'first line\ntoken is ghp_');
    onOutput?.('stdout', `${'b'.repeat(36)}\n`);
    onOutput?.('stderr', 'warn');
    return ended({ stdout: `first line\ntoken is ${secret}\n`, stderr: 'warn' });
  };
  const events = [];
  for await (const event of createExecutor({ tools: [TOOL], run }).executeStream(call('read'))) {
    events.push(event.type === 'result' ? ['result', event.result.success] : [event.type, event.text]);
  }
  expect(events).toStrictEqual([
    ['stdout', 'first line\n'],
    ['stdout', 'token is [REDACTED]\n'],
    ['stderr', 'warn'],
    ['result', true],
  ]);
});

test('a stream rejects as execute does, and leaving it early stops the run', async () => {
  const { run } = recorder();
  const refused = createExecutor({ tools: [TOOL], run }).executeStream(call('drop'));
  await expect(refused[Symbol.asyncIterator]().next()).rejects.toBeInstanceOf(RequiresConfirmationError);

  let stopped = false;
  const endless: RunPort = (_argv, { signal, onOutput }) =>
    new Promise((resolve) => {
      signal?.addEventListener('abort', () => {
        stopped = true;
        resolve(ended({ exitCode: null }));
      });
      onOutput?.('stdout', 'line\n');
    });
  for await (const event of createExecutor({ tools: [TOOL], run: endless }).executeStream(call('read'))) {
    expect(event).toStrictEqual({ type: 'stdout', text: 'line\n' });
    break;
  }
  expect(stopped).toBe(true);
});

test('what was called off is neither asked about nor run, also when that was during the question', async () => {
  const { run, runs } = recorder();
  const { signal, stop } = createStop(undefined);
  let asked = 0;
  const confirmationHandler = async (): Promise<boolean> => {
    asked++;
    stop();
    return true;
  };
  const executor = createExecutor({ tools: [TOOL], run, policy: { confirmationHandler }, execution: { signal } });
  const outcomes = await executor.executeBatch([call('read'), call('drop'), call('drop')]);
  const drop = { tool: 'tool', command: ['tool', 'drop'], argv: ['tool', 'drop'] };
  const stopped = Object.assign(new ExecutionError('The run was stopped before its process was started.'), drop);
  expect(outcomes.map((outcome) => (outcome.ok ? 'ran' : outcome.error))).toStrictEqual(['ran', stopped, stopped]);
  expect([asked, runs.length]).toStrictEqual([1, 1]);
  expect(runs[0]?.options.signal).toBe(signal);
});

const yes = async (): Promise<boolean> => true;
const no = async (): Promise<boolean> => false;
test.each<[string, ToolCall, typeof yes | undefined, object[], number]>([
  ['allowed', call('read'), undefined, [{ argv: ['tool', 'read'], decision: 'allow' }], 1],
  ['nobody to ask', call('drop'), undefined, [{ argv: ['tool', 'drop'], decision: 'confirm' }], 0],
  ['a person agrees', call('drop'), yes, [{ argv: ['tool', 'drop'], decision: 'confirm', approved: true }], 1],
  ['a person declines', call('drop'), no, [{ argv: ['tool', 'drop'], decision: 'confirm', approved: false }], 0],
  ['denied', call('ask'), undefined, [{ argv: ['tool', 'ask'], decision: 'deny' }], 0],
  ['not a decision: invalid', call('read', { path: {} }), undefined, [], 0],
])(
  'every decision is handed on before anything follows from it: %s',
  async (_name, asked, confirmationHandler, expected, started) => {
    const { run, runs } = recorder();
    const records: object[] = [];
    const executor = createExecutor({
      tools: [TOOL],
      run,
      ...(confirmationHandler && { policy: { confirmationHandler } }),
      onDecision: async ({ decision, mapping, ...rest }) => {
        await Promise.resolve();
        expect(runs).toHaveLength(0);
        expect(mapping.path).toStrictEqual([asked.name.replace('tool_', '')]);
        const { call: decided, approved, ...kept } = rest;
        expect(decided).toStrictEqual(asked);
        records.push({ ...kept, ...(approved !== undefined && { approved }), decision: decision.decision });
      },
    });
    await executor.execute(asked).catch((error: unknown) => error);
    expect(records).toStrictEqual(expected);
    expect(runs).toHaveLength(started);
  },
);

test('a call whose decision cannot be kept does not run', async () => {
  const { run, runs } = recorder();
  const onDecision = async () => {
    throw new Error('The disk is full.');
  };
  await expect(createExecutor({ tools: [TOOL], run, onDecision }).execute(call('read'))).rejects.toThrow(
    'The disk is full.',
  );
  expect(runs).toStrictEqual([]);
});

test('a call that a person was asked about in vain is kept as one without an answer', async () => {
  const { run, runs } = recorder();
  const records: unknown[] = [];
  const confirmationHandler = () => Promise.reject(new Error('The window was closed.'));
  const onDecision = ({ approved, decision }: DecisionRecord): void => {
    records.push([decision.decision, approved]);
  };
  const executor = createExecutor({
    tools: [TOOL],
    run,
    policy: { confirmationHandler, confirmAll: true },
    onDecision,
  });
  await expect(executor.execute(call('read'))).rejects.toThrow('The window was closed.');
  expect(records).toStrictEqual([['confirm', undefined]]);
  expect(runs).toStrictEqual([]);
});

test('whoever listens is told once', () => {
  const { signal, stop } = createStop(undefined);
  const told: string[] = [];
  const gone = (): void => void told.push('gone');
  signal.addEventListener('abort', () => told.push('first'));
  signal.addEventListener('abort', gone);
  signal.removeEventListener('abort', gone);
  expect(signal.aborted).toBe(false);
  stop();
  signal.addEventListener('abort', () => told.push('late'));
  stop();
  expect([signal.aborted, told]).toStrictEqual([true, ['first']]);
});

test('the parent stops it, and is let go of', () => {
  const parent = createStop(undefined);
  const child = createStop(parent.signal);
  let told = 0;
  child.signal.addEventListener('abort', () => told++);
  parent.stop();
  expect([child.signal.aborted, told]).toStrictEqual([true, 1]);
  expect(createStop(parent.signal).signal.aborted).toBe(true);

  const listeners = new Set<() => void>();
  const quiet = createStop({
    aborted: false,
    addEventListener: (_type, listener) => listeners.add(listener),
    removeEventListener: (_type, listener) => listeners.delete(listener),
  });
  expect(listeners.size).toBe(1);
  quiet.stop();
  expect(listeners.size).toBe(0);
});

test("directory, time and stop of one call count in place of the executor's, and its end ends that call as well", async () => {
  const { run, runs } = recorder();
  const all = createStop(undefined);
  const execution = { cwd: '/all', timeout: 1000, signal: all.signal };
  const executor = createExecutor({ tools: [TOOL], run, execution });
  const one = createStop(undefined);
  const heard: string[] = [];
  const onOutput = (of: ToolCall, stream: string, text: string): void => void heard.push(`${of.id} ${stream} ${text}`);
  await executor.executeBatch([call('read')], { cwd: '/one', timeout: 20, signal: one.signal, onOutput });
  await executor.execute(call('read'));
  const bounds = runs.map(({ options: { cwd, timeout } }) => [cwd, timeout]);
  expect(bounds).toStrictEqual([
    ['/one', 20],
    ['/all', 1000],
  ]);
  expect(heard).toStrictEqual(['id_read stdout out\n']);
  expect(runs[0]?.options.signal?.aborted).toBe(false);

  const stops = [one.stop, all.stop].map(async (stop) => {
    const own = createStop(undefined);
    const aborted: (boolean | undefined)[] = [];
    const stopping: RunPort = async (_argv, { signal }) => {
      if (stop === one.stop) own.stop();
      else stop();
      aborted.push(signal?.aborted);
      return ended({});
    };
    await createExecutor({ tools: [TOOL], run: stopping, execution }).execute(call('read'), { signal: own.signal });
    return aborted;
  });
  expect(await Promise.all(stops)).toStrictEqual([[true], [true]]);
});
