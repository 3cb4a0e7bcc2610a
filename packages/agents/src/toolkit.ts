import {
  AtipExecuteError,
  type AtipTool,
  type ExecutionPolicy,
  generateSafetyPrompt,
  type NameSeparator,
  type ToolCall,
} from '@atip/core';
import { generatePatternPrompt, namePatterns, nearestValue, patternsWithin, withTrustTable } from '@atip/core/internal';
import { createExecutor, type NodeExecutor } from '@atip/node';
import { bothDelegations, delegatedTools, messageForModel, withDelegation } from '@atip/node/internal';
import { type LoadedTools, loadTools } from './load-tools.ts';
import { answerSearchCall, type SearchAnswer } from './search/answer-search-call.ts';
import type { ToolkitSettings } from './types.ts';

/** Chosen tools, and what runs their calls. */
export interface Toolkit {
  readonly tools: AtipTool[];
  /** As they were before anything was delegated. */
  readonly loaded: LoadedTools;
  readonly executor: NodeExecutor;
  /** The dangers of these tools and the workflows of their documents, as models are told of them. */
  readonly system: string;
  /** With the strategy `search`: the answer to `search_commands` and `describe_command`. `undefined` for any other call. */
  search(call: ToolCall): SearchAnswer | undefined;
}

/** UTF-16 units of what models are told about dangers: what needs care stands in the definitions as well. */
const MAX_PROMPT = 8000;
/** Of commands that a model has yet to find; `search_commands` says of each what is dangerous. */
const SEARCH_PROMPT = 2000;

const SETTINGS = {
  tools: true,
  cwd: true,
  policy: true,
  signal: true,
  timeout: true,
  compile: true,
  onError: true,
  variables: true,
  credentials: true,
  environment: true,
  readable: true,
  hidden: true,
  tmp: true,
  env: true,
  sandbox: true,
  audit: true,
  writableRoots: true,
  parallel: true,
  configuration: true,
  delegation: true,
  loginHandler: true,
  served: true,
  output: true,
  onDecision: true,
} satisfies Record<keyof ToolkitSettings, true>;

/** Those that were taken out before. */
const OTHERS = ['provider', 'confirm', 'extra', 'approvals'];

/** A name that was mistyped would be without effect, and `policy` is one of the names. */
function assertKnown(settings: object): void {
  const unknown = Object.keys(settings).find((name) => !Object.hasOwn(SETTINGS, name));
  if (unknown === undefined) return;
  const near = nearestValue(unknown, [...Object.keys(SETTINGS), ...OTHERS]);
  const hint = near === undefined || near === unknown ? '' : ` Did you mean ${JSON.stringify(near)}?`;
  throw new TypeError(`There is no setting ${JSON.stringify(unknown)}.${hint}`);
}

function assertTimeout(timeout: unknown): void {
  if (timeout === undefined || (typeof timeout === 'number' && timeout > 0)) return;
  throw new TypeError(`\`timeout\` must be a number of milliseconds above 0, and ${JSON.stringify(timeout)} is none.`);
}

/** @param given in place of the chosen tools, those of a lead agent. @throws what `loadTools` and `createExecutor` throw; TypeError for a setting that there is not */
export async function createToolkit(settings: ToolkitSettings, given?: LoadedTools): Promise<Toolkit> {
  assertKnown(settings);
  assertTimeout(settings.timeout);
  const {
    tools: choices,
    cwd,
    timeout,
    signal,
    variables = [],
    compile = {},
    onError: _onError,
    ...machine
  } = settings;
  const loaded = given ?? (await loadTools(choices, machine.env ?? process.env));
  const policy = withDelegation(heldBy(settings), machine.delegation);
  const tools = delegatedTools(
    loaded.tools.map((tool) => ({ tool })),
    policy,
  ).map(({ tool }) => tool);
  const { strategy, separator } = compile;
  const executor = createExecutor({
    ...machine,
    // A call of what is not delegated is refused with the reason.
    ...loaded,
    ...(strategy && { strategy }),
    ...(separator && { separator }),
    execution: {
      environment: new Set(variables),
      ...(cwd !== undefined && { cwd }),
      ...(timeout !== undefined && { timeout }),
      ...(signal && { signal }),
    },
  });
  return {
    tools,
    loaded,
    executor,
    system: systemText(tools, strategy === 'search' ? SEARCH_PROMPT : MAX_PROMPT, separator),
    search: (call) =>
      strategy === 'search' ? answerSearchCall(call, tools, { policy: withTrustTable(policy) }) : undefined,
  };
}

/** The policy, or that of the configuration, with the delegations of both. */
function heldBy({ configuration, policy = configuration?.settings.policy ?? {} }: ToolkitSettings): ExecutionPolicy {
  const delegations = bothDelegations(configuration?.settings.policy, policy);
  return delegations.length > 0 ? { ...policy, delegations } : policy;
}

/** The dangers of these tools, and behind them what they are known to do together. @see ATIP 0.3 §8.2, §8.3 */
function systemText(tools: AtipTool[], maxLength: number, separator?: NameSeparator): string {
  const patterns = patternsWithin(namePatterns([], tools), tools);
  const dangers = generateSafetyPrompt(tools, { maxLength, ...(separator && { separator }) });
  return [dangers, generatePatternPrompt(patterns, { maxLength: MAX_PATTERNS })]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** UTF-16 units of what models are told of workflows. */
const MAX_PATTERNS = 2000;

/** An error whose message is fit for a model. One of ours is told to the host, and the model only that there was one. */
export function forModel(error: unknown, call: ToolCall, onError: ToolkitSettings['onError'] = warn): Error {
  if (AtipExecuteError.isInstance(error)) return error;
  onError(error instanceof Error ? error : new Error(String(error)), call);
  return new Error(messageForModel(error));
}

function warn(error: Error): void {
  process.emitWarning(error);
}
