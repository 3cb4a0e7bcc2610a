import { expect, test } from 'vitest';
import { compile } from '../compile/compile.ts';
import { readArgv } from './read-argv.ts';
import { ended } from '../testing/documents.ts';
import type { RunOptions, RunOutcome } from '../types/execution.ts';
import type { AtipCommand, AtipEffects, AtipOption, AtipTool } from '../types/tool.ts';
import { createCallOutputs, resolveInput } from './format-result.ts';
import { checkCall } from './check-call.ts';
import { createExecutor } from './create-executor.ts';

const READS = {
  filesystem: { read: true, write: false, delete: false },
  network: false,
  subprocess: false,
  destructive: false,
  reversible: true,
  idempotent: true,
} as const;
const FILE = { name: 'file', type: 'file', description: 'Files', required: false, variadic: true } as const;

function tool(name: string, command: Partial<AtipCommand>): AtipTool {
  const whole = { description: 'd', effects: READS, ...command };
  return {
    atip: { version: '0.4' },
    name,
    version: '1',
    description: 'd',
    trust: { source: 'native' },
    commands: { '': whole },
  };
}

const JQ = tool('jq', {
  arguments: [{ name: 'filter', type: 'string', description: 'Filter' }, FILE],
  'x-stdin': { description: 'JSON', unless: ['file'] },
});
const CURL = tool('curl', { arguments: [{ name: 'url', type: 'string', description: 'd' }] });
const CODE = { destructive: true, subprocess: true, 'x-runs': 'call' } as const;
const SHELL = tool('shell', { 'x-stdin': { 'x-effects': CODE } });
const call = (name: string, args: Record<string, unknown>) => ({ id: `of-${name}`, name, arguments: args });

test.each(['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp', 'bedrock'] as const)(
  'a command that reads standard input says so to %s, and no other does',
  (provider) => {
    const [first, second] = compile([JQ, CURL], provider).tools.map((one) => JSON.stringify(one));
    expect(first).toMatch(/"filter".*"file".*"stdin":.*: JSON".*"stdin_from":/);
    expect(second).not.toContain('stdin');
  },
);

test('what others have keeps its name', () => {
  const stdin: AtipOption = { name: 'stdin', flags: ['-i'], type: 'boolean', description: 'd' };
  const both = tool('both', { options: [stdin], 'x-stdin': {} });
  const check = checkCall(call('both', { stdin: true, stdin_input: 'text' }), [both]);
  expect([check.argv, check.stdin]).toStrictEqual([['both', '-i'], { text: 'text' }]);
});

test.each<[string, AtipEffects, boolean]>([
  ['optional, and it does not prompt', { interactive: { stdin: 'optional', prompts: false } }, true],
  ['required, and it does not prompt', { interactive: { stdin: 'required', prompts: false } }, true],
  ['required, and nobody says whether it prompts', { interactive: { stdin: 'required' } }, false],
  ['optional, and it prompts', { interactive: { stdin: 'optional', prompts: true } }, false],
  ['a terminal', { interactive: { stdin: 'optional', prompts: false, tty: true } }, false],
  ['a password', { interactive: { stdin: 'password', prompts: false } }, false],
  ['none', { interactive: { stdin: 'none', prompts: false } }, false],
])('a model answers no question in a person’s place: %s', (_name, effects, isOffered) => {
  const { problems } = checkCall(call('one', { stdin: 'yes' }), [tool('one', { effects })]);
  expect(problems === undefined).toBe(isOffered);
});

test('what is given before it starts is not waited for', () => {
  const effects = { ...READS, interactive: { stdin: 'required', prompts: false } } as const;
  const decide = (args: Record<string, unknown>) => checkCall(call('one', args), [tool('one', { effects })]);
  expect(decide({})).toMatchObject({ decision: 'deny', interactive: 'stdin' });
  const given = decide({ stdin: 'text' });
  expect(given).toMatchObject({ decision: 'allow', argv: ['one'], interactive: undefined });
});

test('text that is code raises the effects, and is asked about', () => {
  expect(checkCall(call('shell', {}), [SHELL]).decision).toBe('allow');
  const policy = { allowDestructive: true, levels: { runsCall: 'confirm' } } as const;
  expect(checkCall(call('shell', { stdin: 'rm -r ~' }), [SHELL], policy)).toMatchObject({
    decision: 'confirm',
    effects: CODE,
    argv: ['shell'],
  });
  expect(checkCall(call('shell', { stdin_from: 1 }), [SHELL], policy).decision).toBe('confirm');
});

test.each<[Record<string, unknown>, string]>([
  [{ stdin: 5 }, '"stdin" must be a string.'],
  [{ stdin: { a: 1 } }, '"stdin" must be a string.'],
  [{ stdin: 'x'.repeat(1_048_577) }, '"stdin" is longer than 1048576 characters.'],
  [{ stdin: '\ud800' }, '"stdin" contains half of a character.'],
  [{ stdin_from: 0 }, '"stdin_from" must be 1 or more.'],
  [{ stdin_from: 'call_1' }, '"stdin_from" must be a whole number, not a string.'],
  [{ stdin: 'a', stdin_from: 1 }, '"stdin" and "stdin_from" are both given.'],
  [{ stdin: 'a', file: ['b'] }, '"stdin" is not read when "file" is given.'],
])('%j is refused', (args, message) => {
  const { problems, argv } = checkCall(call('jq', { filter: '.', ...args }), [JQ]);
  expect(argv).toBeUndefined();
  expect(problems?.map((one) => one.message)).toStrictEqual([message]);
});

test('a file named - is standard input', () => {
  const { argv, stdin } = checkCall(call('jq', { filter: '.', stdin: '{}', file: ['a', '-'] }), [JQ]);
  expect([argv, stdin]).toStrictEqual([['jq', '.', 'a', '-'], { text: '{}' }]);
});

test('an option that has the name of the file that takes its place is another', () => {
  const option: AtipOption = { name: 'file', flags: ['-f'], type: 'file', description: 'd' };
  const sed = tool('sed', { arguments: [FILE], options: [option], 'x-stdin': { unless: ['file'] } });
  const { argv, stdin } = checkCall(call('sed', { file_option: 'x.sed', stdin: 'a' }), [sed]);
  expect([argv, stdin]).toStrictEqual([['sed', '-f', 'x.sed'], { text: 'a' }]);
});

test('an argv has no standard input', () => {
  expect(readArgv(['jq', '.'], [JQ]).given).toStrictEqual([{ name: 'filter', value: '.', words: [1] }]);
});

function createSession(outcome: (argv: readonly string[]) => Partial<RunOutcome>, tools = [CURL, JQ, SHELL]) {
  const inputs: RunOptions['input'][] = [];
  const policy = { levels: { destructive: 'allow', runsCall: 'allow' } } as const;
  const run = async (argv: readonly string[], { input }: RunOptions): Promise<RunOutcome> => {
    inputs.push(input);
    return { ...ended(), ...outcome(argv) };
  };
  return { inputs, executor: createExecutor({ tools, run, policy }) };
}

test('a call reads what an earlier one wrote', async () => {
  const { inputs, executor } = createSession(([name]) => ({ stdout: name === 'curl' ? '{"a":1}\n' : '1\n' }));
  const first = await executor.execute(call('curl', { url: 'https://x' }));
  const second = await executor.execute(call('jq', { filter: '.a', stdin_from: 1 }));
  expect([first.content, second.content, inputs]).toStrictEqual([
    '{"a":1}\n[Output 1]\n[Exit code: 0]',
    '1\n[Output 2]\n[Exit code: 0]',
    [undefined, '{"a":1}\n'],
  ]);
});

test('in a batch, a call that reads an output waits for those before it', async () => {
  const { inputs, executor } = createSession(([name]) => ({ stdout: `of ${name}` }), [JQ]);
  const [first, second] = [
    { filter: '.', stdin: 'a' },
    { filter: '.', stdin_from: 1 },
  ].map((args) => call('jq', args));
  const outcomes = await executor.executeBatch(first && second ? [first, second] : []);
  expect([outcomes.map(({ ok }) => ok), inputs]).toStrictEqual([
    [true, true],
    ['a', 'of jq'],
  ]);
});

test('of a long output the whole is read', async () => {
  const whole = `${'line\n'.repeat(60_000)}`;
  const { inputs, executor } = createSession(([name]) => ({ stdout: name === 'curl' ? whole : '' }));
  await executor.execute(call('curl', { url: 'https://x' }));
  await executor.execute(call('jq', { filter: '.', stdin_from: 1 }));
  expect(inputs[1] === whole).toBe(true);
});

test('secrets stay out of what is read, and a command that does more than read gets none of it', async () => {
  const { inputs, executor } = createSession(([name]) => ({
    stdout: name === 'curl' ? 'password=hunter2hunter2\n' : '',
  }));
  await executor.execute(call('curl', { url: 'https://x' }));
  await executor.execute(call('jq', { filter: '.', stdin_from: 1 }));
  await expect(executor.execute(call('shell', { stdin_from: 1 }))).rejects.toThrow(
    'Secrets were taken out of output 1, so a command that does more than read is not given the rest.',
  );
  expect(inputs).toStrictEqual([undefined, 'password=[REDACTED]\n']);
});

test.each<[string, Partial<RunOutcome>]>([
  ['out of time', { timedOut: true, exitCode: null }],
  ['cut', { truncated: true, exitCode: null }],
  ['killed', { exitCode: null }],
  ['silent', { stdout: '' }],
])('a run that was %s has no output to read', async (_name, outcome) => {
  const { executor } = createSession(() => ({ stdout: 'half', ...outcome }));
  expect((await executor.execute(call('curl', { url: 'https://x' }))).content).not.toContain('[Output');
  await expect(executor.execute(call('jq', { filter: '.', stdin_from: 1 }))).rejects.toThrow('There is no output 1.');
});

test('one that failed by itself has, and nobody is told of numbers without a command that reads', async () => {
  const { executor } = createSession(() => ({ stdout: 'x', exitCode: 1 }));
  expect((await executor.execute(call('curl', { url: 'https://x' }))).content).toBe('x\n[Output 1]\n[Exit code: 1]');
  const without = createSession(() => ({ stdout: 'x' }), [CURL]);
  expect((await without.executor.execute(call('curl', { url: 'https://x' }))).content).toBe('x\n[Exit code: 0]');
});

test('the oldest outputs go when there are too many, or they are too long together', () => {
  const outputs = createCallOutputs({ outputs: 2, length: 10 });
  const keep = (text: string) => outputs.keep({ call: 'c', text, isRedacted: false });
  expect([keep('a'), keep('b'), keep('c'), outputs.get(1), outputs.get(3)?.text]).toStrictEqual([
    1,
    2,
    3,
    undefined,
    'c',
  ]);
  keep('x'.repeat(10));
  expect([outputs.get(2), outputs.get(3), outputs.get(4)?.text.length]).toStrictEqual([undefined, undefined, 10]);
  expect(() => resolveInput({ stdin: { output: 3 }, effects: {} }, outputs)).toThrow('There is no output 3.');
});

test('whoever is asked is shown the text that an output stands for', async () => {
  const asked: unknown[] = [];
  const executor = createExecutor({
    tools: [CURL, SHELL],
    policy: {
      levels: { runsCall: 'confirm' },
      confirmationHandler: async ({ argv, stdin }) => {
        asked.push([argv, stdin]);
        return true;
      },
    },
    run: async () => ended({ stdout: 'rm -r ~' }),
  });
  await executor.execute(call('curl', { url: 'https://example.org' }));
  await executor.execute(call('shell', { stdin_from: 1 }));
  expect(asked).toStrictEqual([[['shell'], 'rm -r ~']]);
});
