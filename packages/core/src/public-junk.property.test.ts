import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import * as root from './index.ts';
import * as internal from './internal.ts';
import { GH } from './testing/documents.ts';
import { frozen, INERT, junk, mutated } from './testing/junk.ts';
import { cases } from '../../../tests/long.ts';

/**
 * Errors that a function may throw for a junk argument.
 *
 * `any`, `data`: an AtipError. `typed`, made by this library or by the host's own code (mappings, settings): also a TypeError,
 * or the RangeError of the language that makes a text of 10,000 lists within each other.
 * `tools`: a TypeError when it is no list. `text`: what the language throws when it makes a text of it.
 */
type Kind = 'any' | 'data' | 'typed' | 'tools' | 'text';

const core = { ...root, ...internal };

interface Subject {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly kinds: readonly Kind[];
  /** Documented besides. */
  readonly range?: true;
  readonly run: (...args: never[]) => unknown;
}

const CALL = { id: '1', name: 'gh_pr_create', arguments: { title: 'Fix', label: ['a', 'b'], 'token-file': 't' } };
const ACTION = { id: '1', name: 'gh_pr', arguments: { action: 'create', title: 'Fix' } };
const MAPPING = core.mapToCommand('gh_pr_create', [GH]);
const RESULT = core.toExecutionResult(
  { exitCode: 1, stdout: 'out', stderr: 'err', duration: 5, truncated: false, timedOut: false },
  CALL,
  ['gh', 'pr', 'create'],
);
const FORMATTED = { content: 'out', success: false, raw: RESULT };
const CANONICAL: root.CanonicalTool = {
  name: 'file_edit',
  description: 'Edits a file',
  parameters: { type: 'object', properties: { path: { type: 'string', description: 'Which' } }, required: ['path'] },
};
const PATTERN: root.AtipPattern = {
  name: 'branch',
  description: 'Makes a branch',
  steps: [{ command: 'git checkout -b {branch}' }],
  variables: { branch: { type: 'string', description: 'Which' } },
};
const POLICY: root.ExecutionPolicy = { allowDestructive: false, maxCostEstimate: 'low', minTrustLevel: 'org' };
const EFFECTS: root.AtipEffects = {
  network: true,
  cost: { estimate: 'low' },
  creates: ['a'],
  duration: { timeout: '5s' },
};
const DELEGATION: root.Delegation = {
  allowedTools: ['gh'],
  deniedCommands: ['gh repo delete'],
  effectRestrictions: { destructive: false, cost: { estimate: 'low' } },
};
const OVERRIDE = { description: 'Mine', commands: { pr: { commands: { list: { options: { limit: null } } } } } };
const responseOf = (provider: root.Provider): object =>
  core.EXAMPLES[provider].response({ name: 'a', arguments: { b: 1 } });
const [EVENT] = core.EXAMPLES.openai.stream();

const to = (name: string, run: (tool: root.AtipTool) => unknown): Subject => ({
  name,
  args: [GH],
  kinds: ['data'],
  run,
});
const row = (name: string, kinds: string, args: readonly unknown[], run: Subject['run'], range?: true): Subject => ({
  name,
  // The rows below write nothing else.
  kinds: kinds.split(' ') as Kind[],
  args,
  run,
  ...(range && { range }),
});

const OUTCOME = { exitCode: 0, stdout: '', stderr: '', duration: 1, truncated: false, timedOut: false };
const CHECK = core.checkCall(CALL, [GH], POLICY);

/** Every public function, and every method of what they make. */
const SUBJECTS: readonly Subject[] = [
  row('parseTool', 'any', [GH], core.parseTool),
  row('readJson', 'text', [JSON.stringify(GH)], core.readJson),
  row('checkTool', 'any data', [GH, JSON.stringify(GH)], core.checkTool),
  row('checkCanonicalTool', 'any', [CANONICAL], core.checkCanonicalTool),
  row('translateTool', 'any any typed', [CANONICAL, 'openai', { strict: true }], core.translateTool),
  row('overrideTool', 'data any', [GH, OVERRIDE], core.overrideTool),
  row('selectCommands', 'data data', [GH, { commands: ['pr'], depth: 1 }], core.selectCommands),
  to('flattenCommands', core.flattenCommands),
  to('toOpenAI', core.toOpenAI),
  to('toAnthropic', core.toAnthropic),
  to('toGemini', core.toGemini),
  row('compileTools', 'tools any typed', [[GH], 'gemini', { strict: true }], core.compileTools),
  row('compile', 'tools any typed', [[GH], 'openai', { strategy: 'action', globalOptions: 'all' }], core.compile),
  row('checkProviderTools', 'any data typed', ['openai', core.toOpenAI(GH), { strict: true }], core.checkProviderTools),
  row('buildRequest', 'any typed', ['bedrock', core.compile([GH], 'bedrock').tools], core.buildRequest),
  row('mapToCommand', 'data tools', ['gh_pr_create', [GH]], core.mapToCommand),
  row('resolveAction', 'typed tools', [ACTION, [GH]], core.resolveAction),
  row('parametersOf', 'typed', [{ metadata: MAPPING.metadata, tool: GH }], core.parametersOf),
  row('validateToolCall', 'typed typed typed', [CALL, MAPPING, {}], core.validateToolCall),
  row('buildCommandArray', 'typed data', [MAPPING, CALL.arguments], core.buildCommandArray),
  row('readArgv', 'any tools', [['gh', 'pr', 'list', '-s', 'open'], [GH]], core.readArgv),
  row('argumentsOf', 'typed', [core.readArgv(['gh', 'pr', 'list'], [GH])], core.argumentsOf),
  row('checkPolicy', 'text typed data', [CALL, MAPPING, POLICY], core.checkPolicy),
  row('effectsOf', 'typed data', [MAPPING, CALL.arguments], core.effectsOf),
  row('withCallEffects', 'typed data', [MAPPING, CALL.arguments], core.withCallEffects),
  row('checkCall', 'data tools data typed', [CALL, [GH], POLICY, {}], core.checkCall),
  row('isComplete', 'typed', [CHECK], core.isComplete),
  row('refusalOf', 'typed any', [CHECK, true], core.refusalOf),
  row(
    'runChecked',
    'typed typed typed',
    [CHECK, null, {}],
    (...[check, , settings]: Parameters<typeof core.runChecked>) => {
      void core.runChecked(check, async () => OUTCOME, settings).catch(() => undefined);
    },
  ),
  row('withPolicyDefaults', 'data', [POLICY], core.withPolicyDefaults),
  row('defaultPolicyFor', 'any', ['native'], core.defaultPolicyFor),
  row('createValidator', 'tools data', [[GH], POLICY], core.createValidator),
  row('Validator.validate', 'data', ['gh_pr_list'], (name: string) =>
    core.createValidator([GH], {}).validate(name, {}),
  ),
  row('policyMatrix', 'tools typed', [[GH], { ci: POLICY }], core.policyMatrix),
  row('restrictTools', 'tools data', [[GH], DELEGATION], core.restrictTools),
  row('trustSourceOf', 'typed', [GH], core.trustSourceOf),
  row('diffTools', 'data data', [GH, GH], core.diffTools),
  row('mergeEffects', 'data data', [EFFECTS, EFFECTS], core.mergeEffects),
  row('sandboxAccess', 'typed', [EFFECTS], core.sandboxAccess),
  row('sandboxModeFor', 'data any', [POLICY, 'native'], core.sandboxModeFor),
  row('safetyFlags', 'typed', [EFFECTS], core.safetyFlags),
  row('generateSafetyPrompt', 'tools', [[GH]], core.generateSafetyPrompt),
  row('expandPattern', 'data data', [PATTERN, { branch: 'a' }], core.expandPattern),
  row('timeoutFor', 'typed any', [EFFECTS, 5], core.timeoutFor),
  row('maxOutputFor', 'any', [5], core.maxOutputFor),
  row('toExecutionResult', 'typed typed typed', [RESULT, CALL, ['gh']], core.toExecutionResult),
  row('formatResult', 'text text', [RESULT, { maxLength: 100 }], core.formatResult, true),
  row('formatForProvider', 'any data typed', ['anthropic', CALL, FORMATTED], core.formatForProvider),
  row('handleToolResult', 'any data any typed', ['openai', CALL, { ok: 1 }, { isError: true }], core.handleToolResult),
  ...core.PROVIDERS.map((provider) =>
    row(`parseToolCall`, 'any any', [provider, responseOf(provider)], core.parseToolCall),
  ),
  ...core.PROVIDERS.map((provider) =>
    row(`parseToolCalls`, 'any any', [provider, responseOf(provider)], core.parseToolCalls),
  ),
  row('formatOutcome', 'any typed typed', ['openai', CALL, { id: 'c', reason: 'x' }], core.formatOutcome),
  row('createToolCallStream', 'any', ['openai'], core.createToolCallStream),
  ...core.PROVIDERS.map((provider) =>
    row(`ToolCallStream.push ${provider}`, 'any any', [EVENT, responseOf(provider)], (...events: unknown[]) => {
      const stream = core.createToolCallStream(provider);
      return events.map((event) => stream.push(event).map(({ preview }) => preview));
    }),
  ),
  row('createToolContext', 'typed typed', [[GH], ['gh']], core.createToolContext),
  row(
    'recordCommand',
    'typed text',
    [core.createToolContext([GH]), { tool: 'gh', command: 'pr list', exitCode: 0 }],
    core.recordCommand,
  ),
  row('createResultFilter', 'typed typed', [[GH], { knownSecrets: ['12345678'] }], core.createResultFilter, true),
  row('ResultFilter.filter', 'text', ['token=abcdefgh'], (text: string) =>
    core.createResultFilter([]).filter(text, 'gh'),
  ),
  row('ResultFilterStream.push', 'text', ['token=abcdefgh'], (text: string) => {
    const stream = core.createResultFilter([]).stream();
    return stream.push(text) + stream.end();
  }),
  row('findSecrets', 'text typed', ['token=abcdefgh', { knownSecrets: ['12345678'] }], core.findSecrets),
  row('stripTerminalSequences', 'text', ['\u001b[1ma'], core.stripTerminalSequences),
  row('createExecutor', 'typed', [{ tools: [GH], policy: POLICY }], core.createExecutor, true),
  row('Executor.validate', 'typed', [CALL], (call: root.ToolCall) => EXECUTOR.validate(call)),
  row('Executor.checkPolicy', 'typed', [CALL], (call: root.ToolCall) => EXECUTOR.checkPolicy(call)),
  row('Executor.mapCommand', 'data', ['gh_pr_list'], (name: string) => EXECUTOR.mapCommand(name)),
  row('Executor.getMetadata', 'data', ['gh_pr_list'], (name: string) => EXECUTOR.getMetadata(name)),
];
const EXECUTOR = core.createExecutor({ tools: [GH] });

/** Calls a function with one argument replaced; what it throws must be what its row says. */
function call({ name, args, kinds, range, run }: Subject, index: number, value: unknown): void {
  const given = args.map((arg, at) => (at === index ? value : arg));
  try {
    // Wrong on purpose.
    Reflect.apply(run, undefined, given);
  } catch (error) {
    const kind = kinds[index];
    const isAllowed =
      core.AtipError.isInstance(error) ||
      (range && error instanceof RangeError && !isOverflow(error)) ||
      (kind === 'typed' && (error instanceof TypeError || error instanceof RangeError)) ||
      (kind === 'tools' && error instanceof TypeError && !Array.isArray(value)) ||
      (kind === 'text' && (error instanceof TypeError || error instanceof RangeError));
    if (!isAllowed) throw new Error(`${name}, argument ${index}: ${String(error)}`, { cause: error });
  }
}

const isOverflow = ({ message }: RangeError): boolean => /call stack|string length|array length/i.test(message);

const PROTOTYPES = [
  Object.prototype,
  Array.prototype,
  Function.prototype,
  String.prototype,
  Map.prototype,
  RegExp.prototype,
];
const namesOf = (): string[] => PROTOTYPES.flatMap((one) => Reflect.ownKeys(one).map(String));
const NAMES = namesOf();
const VALUES = PROTOTYPES.map((one) => Object.getOwnPropertyDescriptors(one).toString.value);
afterEach(() => {
  expect(namesOf()).toStrictEqual(NAMES);
  expect(PROTOTYPES.map((one) => Object.getOwnPropertyDescriptors(one).toString.value)).toStrictEqual(VALUES);
});

test('every public function is among them', () => {
  const functions = Object.entries(root).flatMap(([name, value]) =>
    /^[a-z]/.test(name) && typeof value === 'function' ? name : [],
  );
  const covered = new Set(SUBJECTS.map(({ name }) => name));
  expect(functions.filter((name) => !covered.has(name))).toStrictEqual([]);
});

const PLACES = SUBJECTS.flatMap((subject) =>
  subject.args.map((_, index) => [`${subject.name}, argument ${index}`, subject, index] as const),
);

describe.each(PLACES)('%s', (_name, subject, index) => {
  test('every kind of junk', () => {
    for (const [, value] of INERT) call(subject, index, value);
  });

  test('made up junk, and what is almost valid', () => {
    const arg = subject.args[index];
    const isDocument = typeof arg === 'object' && arg !== null && Object.keys(arg).length > 0;
    const inert = junk(INERT);
    const values = isDocument ? fc.oneof(inert, { arbitrary: mutated(arg, inert), weight: 3 }) : inert;
    fc.assert(
      fc.property(values, ({ value }) => call(subject, index, isDocument ? frozen(value) : value)),
      { numRuns: cases(isDocument ? 150 : 25) },
    );
  });
});

test.each(SUBJECTS)('$name leaves what it is given as it is', ({ args, run }) => {
  const copies = args.map((arg) => frozen(structuredClone(arg)));
  const plain = args.map((arg) => structuredClone(arg));
  const [one, other] = [copies, plain].map((given) => JSON.stringify(Reflect.apply(run, undefined, given)));
  expect(one).toBe(other);
});

const NO_POLICY = INERT.filter(([, value]) => Object.prototype.toString.call(value) !== '[object Object]');
test.each(NO_POLICY.filter(([, value]) => value !== undefined))('%s is no policy that allows', (_name, value) => {
  // Wrong on purpose.
  const policy = value as root.ExecutionPolicy;
  const attempts: readonly (() => unknown)[] = [
    () => core.checkPolicy(CALL, MAPPING, policy),
    () => core.checkCall(CALL, [GH], policy),
    () => core.createValidator([GH], policy),
    () => core.policyMatrix([GH], { broken: policy }),
    () => core.withPolicyDefaults(policy),
    () => core.createExecutor({ tools: [GH], policy }),
  ];
  for (const attempt of attempts) expect(attempt).toThrow(core.AtipValidationError);
});

test('a broken field of a policy never allows what the whole one would not', () => {
  const ranks: readonly string[] = ['allow', 'confirm', 'deny'];
  const subject = core.mapToCommand('gh_repo_delete', [GH]);
  const strict: root.ExecutionPolicy = { allowDestructive: false, allowNetwork: false, minTrustLevel: 'native' };
  const rank = (policy: root.ExecutionPolicy): number =>
    ranks.indexOf(core.checkPolicy(CALL, subject, policy).decision);
  const fields = fc.constantFrom('allowDestructive', 'allowNetwork');
  fc.assert(
    fc.property(
      fields,
      junk(INERT.filter(([, value]) => value !== undefined && value !== true)),
      (field, { value }) => {
        fc.pre(value !== undefined && value !== true);
        expect(rank({ ...strict, [field]: value })).toBe(rank(strict));
      },
    ),
  );
});

test('whatever the call, a process is started with texts alone, and its own command', async () => {
  const started: (readonly string[])[] = [];
  const executor = core.createExecutor({
    tools: [GH],
    policy: { allowDestructive: true },
    run: (argv) => {
      started.push(argv);
      return Promise.resolve({ exitCode: 0, stdout: '', stderr: '', duration: 1, truncated: false, timedOut: false });
    },
  });
  const calls = fc.oneof(junk(INERT), { arbitrary: mutated(CALL, junk(INERT)), weight: 4 });
  const drained = async (events: AsyncIterable<unknown>): Promise<number> => {
    let count = 0;
    for await (const _event of events) count += 1;
    return count;
  };
  const settled = async (work: Promise<unknown>): Promise<void> => {
    const error: unknown = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error === undefined || error instanceof TypeError || core.AtipError.isInstance(error), String(error)).toBe(
      true,
    );
  };
  await fc.assert(
    fc.asyncProperty(calls, async ({ value }) => {
      // Wrong on purpose.
      const broken = value as root.ToolCall;
      await settled(executor.execute(broken));
      await settled(executor.executeBatch([broken, CALL]));
      await settled(drained(executor.executeStream(broken)));
    }),
    { numRuns: cases(150) },
  );
  expect(started.length).toBeGreaterThan(cases(100));
  for (const argv of started) {
    expect(argv.slice(0, 1)).toStrictEqual(['gh']);
    expect(argv.filter((element) => typeof element !== 'string')).toStrictEqual([]);
  }
});
