import { isAbsolute } from 'node:path';
import { checkCall, type ConfirmationContext, type Conversation, type ToolCall } from '@atip/core';
import {
  AtipExecuteError,
  createExecutor as createPureExecutor,
  type ExecuteSettings,
  ExecutionError,
  type Executor,
  type ExecutorConfig,
} from '@atip/core/execute';
import { type CallOutputs, createCallOutputs, questionOf, resolveInput } from '@atip/core/internal';
import { bothDelegations, type GivenDelegation, withDelegation } from '../configuration/delegations.ts';
import { keepRules, type Remembering } from '../configuration/keep-rules.ts';
import type { LoadedConfiguration } from '../configuration/load-configuration.ts';
import { settingsFor } from './settings-for.ts';
import type { FoundTool } from '../documents/tool-document.ts';
import { toolsToRun } from '../documents/trust-at.ts';
import type { Environment } from '../process/child-environment.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { createToolMachine, type ToolMachineSettings } from './program-machine.ts';
import type { LoginAnswer, LoginQuestion } from './tool-grant.ts';
import type { CallRecordSettings } from './record-call.ts';
import { type LocatedCall, locateCall, runCall } from './run-call.ts';
import { type ServedTools, withServedTools } from './served-tools.ts';
import { createSlots } from './slots.ts';

/** A stopped call in the queue is recognised once it has a place. */
const NEVER = new AbortController().signal;

export interface NodeExecutorConfig
  extends Omit<ExecutorConfig, 'run' | 'runCall' | 'check'>,
    Pick<ToolMachineSettings, 'credentials' | 'environment' | 'readable' | 'hidden' | 'tmp'> {
  /**
   * Absent: ours. Its PATH finds programs; of the rest the allow-list and `execution.environment` select their
   * variables.
   */
  readonly env?: Environment;
  /** Discovered tools: their programs run from the discovered place, and are refused if they were replaced since. */
  readonly found?: readonly FoundTool[];
  /** Absent: one is made, and tested, on first use. `policy.sandbox` selects the calls. */
  readonly sandbox?: Sandbox;
  /** Directories that tools may change if their documents state writing. Absent: the working directory. */
  readonly writableRoots?: readonly string[];
  /** Programs that run at the same time, ≥ 1; further calls wait. Absent: no limit. */
  readonly parallel?: number;
  /**
   * From `loadConfiguration`. Fields stated here override it one by one; its `redact` is added. `skip`, `probe` and
   * `audit` are used by discovery and the log. Absent: no file is read.
   */
  readonly configuration?: LoadedConfiguration;
  /**
   * The delegation to the calling agent, bare or wrapped as in the specification. It applies in addition to the
   * configuration's, and can only narrow. @see ATIP 0.3 §10.2
   */
  readonly delegation?: GivenDelegation;
  /** Asks a person whether a tool gets the login that it needs. Absent: `credentials` decides. */
  readonly loginHandler?: (question: LoginQuestion) => Promise<LoginAnswer>;
  /**
   * MCP servers whose tools are among `tools` with `x-mcp`; made by `connectServers` of `@atip/mcp`. Absent: no server
   * is called.
   */
  readonly served?: ServedTools;
  /** Answers calls that need a person; `policy.allowInteractive` must allow them. Absent: no answers. */
  readonly conversation?: Conversation;
  /** The record for decisions and runs, and the caller's name. Absent: nothing is recorded. */
  readonly audit?: CallRecordSettings;
}

/** Core's executor, which also finds and starts programs. */
export interface NodeExecutor extends Executor {
  /**
   * The question that a person has to approve before a call runs, with the hash that the approval is bound to. Runs,
   * asks and records nothing. @returns undefined for a call that runs without a question, or is refused anyway
   */
  question(call: ToolCall, settings?: ExecuteSettings): Promise<ConfirmationContext | undefined>;
}

/**
 * Builds core's executor with processes: each call goes through `runCall`, so that its program is found, sandboxed,
 * checked again after a question, run, and recorded.
 *
 * @throws ExecutionError when `shell` is true, `execution.environment` names a variable that would make tools run other
 * code, or `execution.cwd` is not absolute: these are mistakes of the host, and not reported to a model
 * @see ATIP 0.3 §6, §11
 * @example
 * import { createExecutor, listTools } from '@atip/node';
 *
 * const { found } = await listTools();
 * const executor = createExecutor({ tools: found.map(({ tool }) => tool), found });
 * const { content } = await executor.execute({ id: '1', name: 'git_status', arguments: {} });
 */
export function createExecutor(given: NodeExecutorConfig): NodeExecutor {
  const { sandbox, ...config } = configured(given);
  const { env = process.env, found = [], parallel, audit, loginHandler, onDecision, output, served } = config;
  const { confirmationHandler: confirm, ...policy } = config.policy ?? {};
  // A document cannot vouch for itself: tools that were not discovered count at most as the user's own.
  const tools = toolsToRun(config.tools, served?.servers);
  if (typeof sandbox === 'string')
    throw new TypeError("`sandbox` is what createSandbox makes; to run without one, set policy: { sandbox: 'off' }.");
  const { cwd, environment: variables = new Set<string>() } = config.execution ?? {};
  assertAbsolute(cwd);
  // The values of a tool's granted variables are redacted in its output.
  const values = [...variables].flatMap((name) => env[name] ?? []);
  const knownSecrets = [...(output?.knownSecrets ?? []), ...values, ...(served?.secrets ?? [])];
  const own = createToolMachine({ ...config, env, variables, ...(sandbox && { sandbox: async () => sandbox }) });
  const machine = served ? withServedTools(own, served, tools) : own;
  const outputs = createCallOutputs();
  const slots = parallel === undefined ? undefined : createSlots(parallel);
  const rules = keepRules(policy, { env, who: audit?.who ?? 'executor' });
  const check = (call: ToolCall, settings: ExecuteSettings) => {
    assertAbsolute(settings.cwd, 'cwd');
    return checkCall(call, tools, rules.policy(), checkSettings(config, settings.cwd));
  };
  const toContext = (call: LocatedCall, stdin?: string) => contextOf(call, rules.about(call), stdin);
  const ask = async (call: LocatedCall, stdin: string | undefined, handler: NonNullable<typeof confirm>) => {
    const answer = await handler(toContext(call, stdin));
    if (typeof answer !== 'object') return answer === true;
    await rules.about(call).keep(answer.rule, answer.remember);
    return true;
  };
  const executor = createPureExecutor({
    ...config,
    tools,
    policy,
    output: { ...output, knownSecrets },
    check,
    runCall: async (checked, { cwd: own, confirmationHandler: handler = confirm, ...settings }) =>
      runCall(checked, {
        ...settings,
        outputs,
        found,
        machine,
        knownSecrets,
        cwd: own ?? currentDirectory(),
        recheck: () => check(checked.call, own === undefined ? {} : { cwd: own }),
        ...(handler && { ask: ({ stdin }, call) => ask(call, stdin, handler) }),
        ...(loginHandler && { askLogin: (question) => loginHandler(question) }),
        ...(config.conversation && { conversation: config.conversation }),
        ...(slots && { inTurn: (run) => slots.use(NEVER, run) }),
        ...(audit && { record: audit }),
        ...(onDecision && { onDecision }),
      }),
  });
  const question = async (call: ToolCall, settings: ExecuteSettings = {}): Promise<ConfirmationContext | undefined> => {
    const checked = check(call, settings);
    if (!checked.ok || checked.decision !== 'confirm') return undefined;
    const place = { found, machine, cwd: settings.cwd ?? cwd ?? currentDirectory() };
    // Reasons against running are thrown again when the call runs.
    return locateAsked(checked, place, outputs).then(([located, input]) => toContext(located, input), undefinedFor);
  };
  return { ...executor, question };
}

function contextOf(located: LocatedCall, { offers, why: noOffer }: Remembering, stdin: string | undefined) {
  const { hash } = located;
  const { call, mapping, ...asked } = questionOf(located);
  const context = { ...asked, offers, noOffer, hash, call, mapping, ...(stdin !== undefined && { stdin }) };
  // The whole document is in it, and a question is printed and kept.
  return Object.defineProperty(context, 'mapping', { enumerable: false });
}

/** A call with its program and its resolved standard input. */
async function locateAsked(
  check: Parameters<typeof locateCall>[0],
  place: Parameters<typeof locateCall>[1],
  outputs: CallOutputs,
): Promise<[LocatedCall, string | undefined]> {
  const input = resolveInput(check, outputs)?.text;
  return [await locateCall(check, { ...place, ...(input !== undefined && { input }) }), input];
}

/** @throws every error that is not a refusal of a call */
function undefinedFor(error: unknown): undefined {
  if (!AtipExecuteError.isInstance(error)) throw error;
}

/** The settings merged over the configuration's. @throws ExecutionError when one of its files was refused */
function configured({
  configuration,
  delegation,
  ...given
}: NodeExecutorConfig): Omit<NodeExecutorConfig, 'configuration'> {
  const config = delegation ? { ...given, policy: withDelegation(given.policy ?? {}, delegation) } : given;
  if (configuration === undefined) return config;
  const { env = process.env, execution, output } = config;
  const { calls } = settingsFor(configuration, { env, cwd: execution?.cwd ?? currentDirectory() });
  const redactPatterns = [...(output?.redactPatterns ?? []), ...(calls.output.redactPatterns ?? [])];
  const delegations = bothDelegations(calls.policy, config.policy);
  // A policy that replaces the configuration's keeps all delegations.
  const policy = { ...(given.policy ?? calls.policy), ...(delegations.length > 0 && { delegations }) };
  return { ...calls, ...config, policy, output: { ...output, redactPatterns } };
}

function checkSettings(
  { strategy, separator, allowExtra, skipValidation, execution, writableRoots, served }: NodeExecutorConfig,
  own?: string,
) {
  const cwd = own ?? execution?.cwd ?? currentDirectory();
  return {
    // As in `createToolMachine`: writable roots replace the working directory.
    directories: { cwd, ...(writableRoots && { writable: writableRoots }) },
    ...(strategy && { strategy }),
    ...(separator && { separator }),
    servers: new Set(served?.servers.keys()),
    ...(allowExtra !== undefined && { allowExtra }),
    ...(skipValidation !== undefined && { skipValidation }),
    ...(execution?.environment && { environment: execution.environment }),
  };
}

function currentDirectory(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new ExecutionError('The current directory was removed. Name the one to run in.', { cause });
  }
}

function assertAbsolute(cwd: string | undefined, name = 'execution.cwd'): void {
  if (cwd === undefined || isAbsolute(cwd)) return;
  throw new ExecutionError(`${name} must be an absolute path, not ${JSON.stringify(cwd)}.`);
}
