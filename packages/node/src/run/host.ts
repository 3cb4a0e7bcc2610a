import { dirname, isAbsolute } from 'node:path';
import type {
  AtipTool,
  CompileSettings,
  Conversation,
  DecisionRecord,
  ExecutionPolicy,
  ResultFilterOptions,
  StopSignal,
} from '@atip/core';
import { ExecutionError } from '@atip/core/execute';
import { type CallOutputs, createCallOutputs, didYouMean, nearestName, withPolicyDefaults } from '@atip/core/internal';
import { type GivenDelegation, bothDelegations, withDelegation } from '../configuration/delegations.ts';
import { type KeptRules, keepRules } from '../configuration/keep-rules.ts';
import type { LoadedConfiguration, Settings } from '../configuration/load-configuration.ts';
import type { FoundTool } from '../documents/tool-document.ts';
import { toolsToRun } from '../documents/trust-at.ts';
import type { openRunNetwork } from '../network/run-network.ts';
import type { Environment } from '../process/child-environment.ts';
import { xdgPaths } from '../process/xdg-paths.ts';
import type { AuditLogSettings } from '../record/create-audit-log.ts';
import { patternsOf, redactWith } from '../record/redact-text.ts';
import { type Machine, createMachine } from './machine.ts';
import type { CallRecordSettings } from './record-call.ts';
import type { Plan } from './run-call.ts';
import type { checkLineCall } from './run-line.ts';
import { type ServedTools, withServedTools } from './served-tools.ts';
import type { LoginAnswer, LoginQuestion } from './tool-grant.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

/**
 * Everything that decides about calls on this machine and runs them: the only settings of executor, agents, MCP server,
 * companion, gate and command line. `createHost` completes it.
 */
export interface HostOptions {
  /** Documents whose commands may be called. Absent: those of `found`. */
  readonly tools?: AtipTool | readonly AtipTool[] | undefined;
  /** Discovered tools: their programs run from the discovered place, and are refused if they were replaced since. */
  readonly found?: readonly FoundTool[] | undefined;
  /** MCP servers whose tools are among `tools` with `x-mcp`; made by `connectServers` of `@atip/mcp`. */
  readonly served?: ServedTools | undefined;
  /** The strategy that the tools were compiled with. Absent: `discrete`. */
  readonly strategy?: CompileSettings['strategy'] | undefined;
  /** Separator in the names that the tools were compiled with. Absent: `_`. */
  readonly separator?: CompileSettings['separator'] | undefined;

  /** Missing fields come from its preset, by default `standard`. */
  readonly policy?: ExecutionPolicy | undefined;
  /**
   * From `loadConfiguration`. Fields stated here replace its fields one by one; its `redact` and its delegations are
   * added. Discovery uses `skip` and `probe`, the log uses `audit`. Absent: no file is read.
   */
  readonly configuration?: LoadedConfiguration | undefined;
  /** The delegation to the caller, bare or wrapped; it can only narrow. @see ATIP 0.3 §10.2 */
  readonly delegation?: GivenDelegation | undefined;

  /** Working directory of calls, absolute. Absent: the current one. */
  readonly cwd?: string | undefined;
  /** Programs are found on its PATH, and inherit the variables of an allow-list. Absent: ours. */
  readonly env?: Environment | undefined;
  /** Directories that programs may change if their documents state writing, absolute. Absent: `cwd`. */
  readonly writable?: readonly string[] | undefined;
  /** Places that all tools may read, absolute or starting with `~`; see `SandboxRequest.readable`. */
  readonly readable?: readonly string[] | undefined;
  /** Absolute paths that no tool may see, besides the usual places of keys and tokens, and our own state. */
  readonly hidden?: readonly string[] | undefined;
  /**
   * The directory, absolute, used as `/tmp` of sandboxed runs. Absent: a private one that they share, removed when this
   * process ends. Null: each run has its own.
   */
  readonly tmp?: string | null | undefined;
  /** By tool name. Only that tool gets its login, read-only, and the values are redacted in its output and the record. */
  readonly credentials?: Settings['credentials'] | undefined;
  /** Names of variables that a tool gets, by tool name. Their values are redacted likewise. */
  readonly environment?: Settings['environment'] | undefined;
  /** Names of variables that all tools get. Their values are redacted likewise. */
  readonly variables?: Iterable<string> | undefined;
  /** Absent: one is made, and tested, on first use. `policy.sandbox` selects the calls. */
  readonly sandbox?: Sandbox | undefined;
  /** Resolves and connects to allowed hosts. Absent: this machine's resolver, and TCP. */
  readonly networkPorts?: Parameters<typeof openRunNetwork>[2];

  /**
   * Time limit of a run in ms, > 0, at most a day. Absent: the configuration's, else the one in the tool's document, else
   * 10 minutes; for a person as `reader` none.
   */
  readonly timeout?: number | undefined;
  /**
   * Bytes kept per stream, > 0, at most 10 MiB: half of them from its beginning, half from its end. A program that writes
   * more runs on. Absent: the configuration's, else 1 MiB; for a person as `reader` all.
   */
  readonly maxOutput?: number | undefined;
  /** Programs that run at the same time, ≥ 1; further calls wait. Absent: no limit. */
  readonly parallel?: number | undefined;
  /** Texts to redact in results in addition to secrets, and the length of results. */
  readonly output?: ResultFilterOptions | undefined;
  /** The reader of results. A person sees all output live, and no long output is stored for later. Absent: a model. */
  readonly reader?: 'model' | 'person' | undefined;
  /** Ends runs. */
  readonly signal?: StopSignal | undefined;
  /** Gets redacted output as it arrives. A promise makes the program wait. */
  readonly onOutput?: ((stream: 'stdout' | 'stderr', text: string) => void | Promise<void>) | undefined;

  /** Asks a person about a plan, until the host's signal aborts; only true approves. Its error says why no answer came. Absent: no person is there. */
  readonly ask?: ((plan: Plan, host: Host) => Promise<boolean>) | undefined;
  /** Names who approves instead of a person that we ask, in a sentence for the record. Absent: `ask` asks a person. */
  readonly approvedBy?: string | undefined;
  /** Asks a person whether the tool of an allowed call gets the login that it needs. Absent: `credentials` decides. */
  readonly askLogin?: ((question: LoginQuestion) => Promise<LoginAnswer>) | undefined;
  /** Answers programs that need a person; `policy.allowInteractive` must allow them. Absent: no answers. */
  readonly conversation?: Conversation | undefined;
  /** Called with every decision before it takes effect, and awaited; if it fails, the call does not run. */
  readonly onDecision?: ((record: DecisionRecord) => void | Promise<void>) | undefined;
  /** The record for decisions and runs, and the caller's name. Absent: nothing is recorded. */
  readonly record?: CallRecordSettings | undefined;
  /** Judges lines elsewhere, such as in a thread of its own. Absent: here. */
  readonly checkLine?: typeof checkLineCall | undefined;
  /** Reads documents and policy again after a question. Absent: they cannot have changed. */
  readonly reread?: (() => Promise<Pick<Host, 'tools' | 'rules'>>) | undefined;
}

/** Complete options. A call's own signal, asker and output go into a copy: `{ ...host, signal }`. */
export interface Host extends HostOptions {
  readonly tools: readonly AtipTool[];
  readonly found: readonly FoundTool[];
  /** The policy, which grows by a person's answers. */
  readonly rules: KeptRules;
  readonly policy?: undefined;
  readonly cwd: string;
  readonly env: Environment;
  readonly output: ResultFilterOptions;
  /** Finds programs and starts them. */
  readonly machine: Machine;
  /** Outputs of this session that later calls can read. Undefined: none are kept. */
  readonly outputs: CallOutputs | undefined;
  /** Places for running programs. */
  readonly slots: Slots;
}

/**
 * Completes the options of a host, and checks those that could not work: the one door for all surfaces.
 * @throws ExecutionError for a refused configuration, for a variable that would make programs run other code, for a
 * `cwd` that is not absolute, and when a program and an MCP server have one name; TypeError for an unknown option
 * @example
 * import { createHost, createSandbox, listTools } from '@atip/node';
 *
 * const { found } = await listTools();
 * const host = createHost({ found, cwd: '/home/me/project', sandbox: await createSandbox() });
 */
export function createHost(options: HostOptions = {}): Host {
  assertOptions(options);
  const { configuration, delegation, served, parallel, record } = options;
  const settings = configuration && usableSettings(configuration);
  const env = options.env ?? process.env;
  const cwd = options.cwd ?? currentDirectory();
  assertAbsolute(cwd);
  if (typeof options.sandbox === 'string')
    throw new TypeError("`sandbox` is what createSandbox makes; to run without one, set policy: { sandbox: 'off' }.");
  const variables = [...(options.variables ?? [])];
  const found = options.found ?? [];
  // A document cannot vouch for itself: one that was not discovered counts at most as the user's own.
  const tools =
    options.tools === undefined ? found.map(({ tool }) => tool) : toolsToRun(options.tools, served?.servers);
  const placed: HostOptions & Pick<Host, 'env' | 'cwd'> = {
    ...options,
    env,
    cwd,
    writable: options.writable ?? (settings && [cwd, ...settings.writable]),
    readable: options.readable ?? settings?.readable,
    hidden: hiddenBy(options),
    credentials: options.credentials ?? settings?.credentials,
    environment: options.environment ?? settings?.environment,
    variables,
  };
  const machine = createMachine(placed);
  const policy = options.policy ?? settings?.policy ?? {};
  const delegations = bothDelegations(settings?.policy, policy);
  const { confirmationHandler: _asked, ...held } = delegations.length > 0 ? { ...policy, delegations } : policy;
  return {
    ...placed,
    tools,
    found,
    policy: undefined,
    rules: keepRules(withPolicyDefaults(withDelegation(held, delegation)), { env, who: record?.who ?? 'executor' }),
    machine: served ? withServedTools(machine, served, tools) : machine,
    outputs: createCallOutputs(),
    slots: createSlots(parallel ?? Number.POSITIVE_INFINITY),
    output: {
      ...options.output,
      redactPatterns: [...(options.output?.redactPatterns ?? []), ...patternsOf(settings)],
      knownSecrets: [
        ...(options.output?.knownSecrets ?? []),
        ...variables.flatMap((name) => env[name] ?? []),
        ...(served?.secrets ?? []),
      ],
    },
  };
}

const OPTIONS = {
  tools: true,
  found: true,
  served: true,
  strategy: true,
  separator: true,
  policy: true,
  configuration: true,
  delegation: true,
  cwd: true,
  env: true,
  writable: true,
  readable: true,
  hidden: true,
  tmp: true,
  credentials: true,
  environment: true,
  variables: true,
  sandbox: true,
  networkPorts: true,
  timeout: true,
  maxOutput: true,
  parallel: true,
  output: true,
  reader: true,
  signal: true,
  onOutput: true,
  ask: true,
  approvedBy: true,
  askLogin: true,
  conversation: true,
  onDecision: true,
  record: true,
  checkLine: true,
  reread: true,
} satisfies Record<keyof HostOptions, true>;

/**
 * Refuses unknown options, because a misspelt `policy` would have no effect.
 * @param more names of a caller's own
 * @throws TypeError for an unknown option
 */
export function assertOptions(options: object, more: readonly string[] = []): void {
  const names = [...Object.keys(OPTIONS), ...more];
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const near = nearestName(unknown, names);
  throw new TypeError(`There is no setting ${JSON.stringify(unknown)}.${didYouMean(near === unknown ? [] : near)}`);
}

/** The places that a host's options hide from tools; a log at a custom place is one of them. */
export function hiddenBy({ hidden, configuration }: HostOptions): readonly string[] {
  const log = configuration?.settings.audit.path;
  return hidden ?? (log === undefined ? [] : [dirname(log)]);
}

/** @throws ExecutionError for a configuration of which a file was refused */
function usableSettings({ settings, problems }: LoadedConfiguration): Settings {
  const broken = problems.find(({ severity }) => severity === 'error');
  if (broken) throw new ExecutionError(`The configuration ${broken.file} is refused: ${broken.message}`);
  return settings;
}

/** The record of a configuration: the path of its file, and the settings for `createAuditLog`. @see ATIP RFC 4 */
export function auditOf(
  configuration: LoadedConfiguration,
  env: Environment,
): AuditLogSettings & { readonly file: string } {
  const settings = usableSettings(configuration);
  const { path, ...limits } = settings.audit;
  const { audit, auditLogs } = xdgPaths(env);
  return { ...limits, file: path ?? audit, list: auditLogs, redact: redactWith(settings) };
}

function currentDirectory(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new ExecutionError('The current directory was removed. Name the one to run in.', { cause });
  }
}

export function assertAbsolute(cwd: string, name = 'cwd'): void {
  if (isAbsolute(cwd)) return;
  throw new ExecutionError(`${name} must be an absolute path, not ${JSON.stringify(cwd)}.`);
}

interface Slots {
  /** Runs a task when a place is free, first come, first served. @throws the signal's reason if it aborts earlier. */
  use<Result>(signal: StopSignal | undefined, task: () => Promise<Result>): Promise<Result>;
}

/** Makes a number of places, > 0; further tasks wait for their turn. */
export function createSlots(size: number): Slots {
  let free = size;
  const waiting: (() => void)[] = [];

  const take = (signal: StopSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) throw reasonOf(signal);
      if (free > 0) {
        free -= 1;
        resolve();
        return;
      }
      const enter = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(reasonOf(signal));
      };
      waiting.push(enter);
      signal?.addEventListener('abort', leave, { once: true });
    });

  return {
    async use(signal, task) {
      await take(signal);
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}

function reasonOf(signal: StopSignal | undefined): unknown {
  const stopped = 'The run was stopped before its process was started.';
  return signal instanceof AbortSignal ? signal.reason : new ExecutionError(stopped);
}
