import {
  type AtipTool,
  type ExecutionPolicy,
  generateSafetyPrompt,
  type NameSeparator,
  type ToolCall,
} from '@atip/core';
import { AtipExecuteError } from '@atip/core/execute';
import { generatePatternPrompt, idleRules, namePatterns, patternsWithin } from '@atip/core/internal';
import { createExecutor, type NodeExecutor } from '@atip/node';
import { assertOptions, bothDelegations, delegatedTools, messageForModel, withDelegation } from '@atip/node/internal';
import { areDocuments, isDocument, type LoadedTools, loadTools } from './load-tools.ts';
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
  /**
   * Runs a call for a framework that gives a model text; with the strategy `search` also `search_commands` and
   * `describe_command`. @throws as the executor's `execute`
   */
  run(call: ToolCall, how: Parameters<NodeExecutor['execute']>[1]): Promise<string>;
  /** With the strategy `search`: the answer to `search_commands` and `describe_command`. `undefined` for any other call. */
  search(call: ToolCall): SearchAnswer | undefined;
}

/** UTF-16 units about dangers; the definitions contain the warnings as well. */
const MAX_PROMPT = 8000;
/** The same for commands that a model has yet to find; `search_commands` shows the dangers of each. */
const SEARCH_PROMPT = 2000;

/** Names beside a host's options; those of a caller's own are removed before. */
const SETTINGS = ['compile', 'onError', 'provider', 'confirm', 'extra', 'approvals'];

function assertTimeout(timeout: unknown): void {
  if (timeout === undefined || (typeof timeout === 'number' && timeout > 0)) return;
  throw new TypeError(`\`timeout\` must be a number of milliseconds above 0, not ${JSON.stringify(timeout)}.`);
}

/**
 * @param given a lead agent's tools instead of the chosen ones. @throws the errors of `loadTools` and `createExecutor`;
 * TypeError for an unknown setting
 */
export async function createToolkit(settings: ToolkitSettings, given?: LoadedTools): Promise<Toolkit> {
  assertOptions(settings, SETTINGS);
  assertTimeout(settings.timeout);
  const { tools: choices, compile = {}, onError: _onError, ...options } = settings;
  const loaded = given ?? (await loadTools(choices, options.env ?? process.env));
  const policy = withDelegation(heldBy(settings), options.delegation);
  assertRules(policy, wholeOf(choices, loaded.tools));
  const tools = delegatedTools(
    loaded.tools.map((tool) => ({ tool })),
    policy,
  ).map(({ tool }) => tool);
  const { strategy, separator } = compile;
  // A call outside the delegation is refused with the reason.
  const executor = createExecutor({ ...options, ...loaded, strategy, separator });
  const search = (call: ToolCall): SearchAnswer | undefined =>
    strategy === 'search' ? answerSearchCall(call, tools, { policy }) : undefined;
  return {
    tools,
    loaded,
    executor,
    system: systemText(tools, strategy === 'search' ? SEARCH_PROMPT : MAX_PROMPT, separator),
    search,
    run: async (call, how) => search(call)?.text ?? (await executor.execute(call, how)).content,
  };
}

/** The tools of which all commands are offered, so that a rule about another command is a mistake. */
function wholeOf(choices: ToolkitSettings['tools'], tools: readonly AtipTool[]): readonly AtipTool[] {
  if (areDocuments(choices)) return tools;
  return tools.filter(({ name }) => choices[name] === true || isDocument(choices[name]));
}

/** @throws TypeError for a rule whose command is misspelt: it would deny nothing, and nobody would see that */
function assertRules({ rules = [] }: ExecutionPolicy, tools: readonly AtipTool[]): void {
  const names = new Set(tools.map(({ name }) => name));
  const own = rules.filter(({ run }) => names.has(run.split(' ', 1)[0] ?? ''));
  const misspelt = idleRules(own, tools).find(({ message }) => message.includes('Did you mean'));
  if (misspelt) throw new TypeError(misspelt.message.replace(/^Rule \d+, ("(?:[^"\\]|\\.)*"),/, 'The rule $1'));
}

/** The policy, or the configuration's, with the delegations of both. */
function heldBy({ configuration, policy = configuration?.settings.policy ?? {} }: ToolkitSettings): ExecutionPolicy {
  const delegations = bothDelegations(configuration?.settings.policy, policy);
  return delegations.length > 0 ? { ...policy, delegations } : policy;
}

/** The dangers of these tools, and then their workflows. @see ATIP 0.3 §8.2, §8.3 */
function systemText(tools: AtipTool[], maxLength: number, separator?: NameSeparator): string {
  const patterns = patternsWithin(namePatterns([], tools), tools);
  const dangers = generateSafetyPrompt(tools, { maxLength, separator });
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
