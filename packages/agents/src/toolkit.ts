import {
  type AtipTool,
  type ExecutionPolicy,
  generateSafetyPrompt,
  type NameSeparator,
  type ToolCall,
} from '@atip/core';
import { AtipExecuteError } from '@atip/core/execute';
import { didYouMean, generatePatternPrompt, namePatterns, nearestName, patternsWithin } from '@atip/core/internal';
import { createExecutor, type NodeExecutor } from '@atip/node';
import { bothDelegations, delegatedTools, messageForModel, withDelegation } from '@atip/node/internal';
import { type LoadedTools, loadTools } from './load-tools.ts';
import { answerSearchCall, type SearchAnswer } from './search/answer-search-call.ts';
import type { ToolkitSettings } from './types.ts';

/** The chosen tools, and the executor of their calls. */
export interface Toolkit {
  readonly tools: AtipTool[];
  /** The tools before any delegation. */
  readonly loaded: LoadedTools;
  readonly executor: NodeExecutor;
  /** The dangers of these tools and the workflows of their documents, as text for models. */
  readonly system: string;
  /** With the strategy `search`: the answer to `search_commands` and `describe_command`. `undefined` for any other call. */
  search(call: ToolCall): SearchAnswer | undefined;
}

/** UTF-16 units about dangers; the definitions contain the warnings as well. */
const MAX_PROMPT = 8000;
/** The same for commands that a model has yet to find; `search_commands` shows the dangers of each. */
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

/** Settings that are removed before. */
const OTHERS = ['provider', 'confirm', 'extra', 'approvals'];

/** A misspelt name would have no effect, and `policy` is one of the names. */
function assertKnown(settings: object): void {
  const unknown = Object.keys(settings).find((name) => !Object.hasOwn(SETTINGS, name));
  if (unknown === undefined) return;
  const near = nearestName(unknown, [...Object.keys(SETTINGS), ...OTHERS]);
  throw new TypeError(`There is no setting ${JSON.stringify(unknown)}.${didYouMean(near === unknown ? [] : near)}`);
}

function assertTimeout(timeout: unknown): void {
  if (timeout === undefined || (typeof timeout === 'number' && timeout > 0)) return;
  throw new TypeError(`\`timeout\` must be a number of milliseconds above 0, not ${JSON.stringify(timeout)}.`);
}

/**
 * @param given a lead agent's tools instead of the chosen ones. @throws the errors of `loadTools` and `createExecutor`;
 * TypeError for an unknown setting
 */
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
    // A call outside the delegation is refused with the reason.
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
    search: (call) => (strategy === 'search' ? answerSearchCall(call, tools, { policy }) : undefined),
  };
}

/** The policy, or the configuration's, with the delegations of both. */
function heldBy({ configuration, policy = configuration?.settings.policy ?? {} }: ToolkitSettings): ExecutionPolicy {
  const delegations = bothDelegations(configuration?.settings.policy, policy);
  return delegations.length > 0 ? { ...policy, delegations } : policy;
}

/** The dangers of these tools, and then their workflows. @see ATIP 0.3 §8.2, §8.3 */
function systemText(tools: AtipTool[], maxLength: number, separator?: NameSeparator): string {
  const patterns = patternsWithin(namePatterns([], tools), tools);
  const dangers = generateSafetyPrompt(tools, { maxLength, ...(separator && { separator }) });
  return [dangers, generatePatternPrompt(patterns, { maxLength: MAX_PATTERNS })]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** UTF-16 units about workflows. */
const MAX_PATTERNS = 2000;

/**
 * An error whose message is suitable for a model. Internal errors go to the host; the model only learns that one
 * occurred.
 */
export function forModel(error: unknown, call: ToolCall, onError: ToolkitSettings['onError'] = warn): Error {
  if (AtipExecuteError.isInstance(error)) return error;
  onError(error instanceof Error ? error : new Error(String(error)), call);
  return new Error(messageForModel(error));
}

function warn(error: Error): void {
  process.emitWarning(error);
}
