import {
  type AtipTool,
  compile,
  type ExecutionPolicy,
  type FlatCommand,
  type McpTool,
  type ToolCall,
} from '@atip/core';
import { createCatalog } from '@atip/core/execute';
import {
  didYouMean,
  nearNames,
  decideCall,
  getOwn,
  isRaised,
  isRecord,
  proseOf,
  runName,
  safetyFlags,
  SEARCH_TOOLS,
  stated,
  withPolicyDefaults,
} from '@atip/core/internal';
import { findCommands, isAlwaysDenied, type SearchSettings } from './search-commands.ts';

/** The facts about a command that a model gets before it calls it. */
export interface CommandSummary {
  /** Its name for `run_command`. */
  readonly name: string;
  /** Its words on a command line. */
  readonly command: string;
  readonly description: string;
  readonly flags: readonly string[];
  /**
   * The decision about a call without arguments. Arguments may make a call worse or harmless: each is decided when it
   * is made.
   */
  readonly decision: 'allow' | 'confirm' | 'deny';
  /** A flag of the option that the request is about. */
  readonly option?: string | undefined;
  /** Beside `deny`: true if every form of it is denied. */
  readonly isDenied?: boolean;
}

/** The answer to a call of `search_commands` or `describe_command`. */
export interface SearchAnswer {
  readonly isError: boolean;
  /** For a model. */
  readonly text: string;
  /** The same as data; absent for an error. */
  readonly structured?:
    | { readonly commands: readonly CommandSummary[] }
    | (CommandSummary & { readonly parameters: McpTool['inputSchema']; readonly examples: readonly string[] });
}

const MAX_LIMIT = 50;

/**
 * Answers a call of `search_commands` or `describe_command`, the tools that `compile` gives with the strategy `search`.
 *
 * `undefined` for any other call: one of `run_command` is for `checkCall` or an executor with that strategy. Never
 * throws for anything in the call; a call that cannot be answered has an error for the model in its answer. Nothing
 * runs, and documents' own commands of these names are not affected: `run_command` runs those.
 *
 * @throws AtipValidationError when a tool cannot be flattened, or the policy is no object
 * @example
 * ```ts
 * import { answerSearchCall } from '@atip/agents/search';
 * import type { ToolCall } from '@atip/core';
 * import { loadShim } from '@atip/catalog';
 *
 * declare const call: ToolCall; // { name: 'search_commands', arguments: { query: 'remove untracked files' }, … }
 * const git = await loadShim('git');
 * console.log(git && answerSearchCall(call, [git])?.text); // 'git_clean: Remove untracked files …'
 * ```
 */
export function answerSearchCall(
  call: ToolCall,
  tools: readonly AtipTool[],
  { policy }: Pick<SearchSettings, 'policy'> = {},
): SearchAnswer | undefined {
  const args = isRecord(call.arguments) ? call.arguments : {};
  if (call.name === SEARCH_TOOLS.search) return answerSearch(args, tools, policy);
  if (call.name === SEARCH_TOOLS.describe) return answerDescribe(args, tools, policy);
  return undefined;
}

type Arguments = Readonly<Record<string, unknown>>;

function answerSearch(args: Arguments, tools: readonly AtipTool[], policy: ExecutionPolicy | undefined): SearchAnswer {
  const query = getOwn(args, 'query');
  if (typeof query !== 'string') return failed('"query" must be a text that says what a command should do.');
  const asked = getOwn(args, 'limit') ?? 5;
  const limit = Number(asked);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    return failed(`"limit" must be a whole number from 1 to ${MAX_LIMIT}.`);
  const found = findCommands(tools, query, limit, policy);
  const commands = found.map(({ command, option }) => stated({ ...summaryOf(command, policy), option }));
  const text = commands.length === 0 ? NOTHING : commands.map(lineOf).join('\n');
  return { isError: false, text, structured: { commands } };
}

const NOTHING =
  'No command fits. Say in English what it should do, with other words or fewer, or name the program that should do it.';

function answerDescribe(
  args: Arguments,
  tools: readonly AtipTool[],
  policy: ExecutionPolicy | undefined,
): SearchAnswer {
  const asked = getOwn(args, 'command');
  if (typeof asked !== 'string')
    return failed(`"command" must be the name of a command, as ${SEARCH_TOOLS.search} gives it.`);
  const name = runName(asked);
  const commands = createCatalog(tools).commands();
  const command = commands.get(name);
  if (command === undefined) {
    const hint = didYouMean(nearNames(name, commands.names()), (one) => one);
    return failed(`No command is called ${JSON.stringify(name.slice(0, 80))}.${hint}`);
  }
  const summary = summaryOf(command, policy);
  const parameters = definitionsOf(command.tool).get(command.name)?.inputSchema ?? NO_PARAMETERS;
  const examples = (Array.isArray(command.metadata.examples) ? command.metadata.examples : []).filter(
    (example): example is string => typeof example === 'string',
  );
  const shown = examples.length > 0 ? `\nExamples: ${oneLine(examples.join('; '))}` : '';
  const text = `${lineOf(summary)}${shown}\nParameters, for "arguments" of ${SEARCH_TOOLS.run}: ${JSON.stringify(parameters)}`;
  return { isError: false, text, structured: { ...summary, parameters, examples } };
}

const NO_PARAMETERS: McpTool['inputSchema'] = {
  type: 'object',
  properties: {},
  required: [],
  additionalProperties: false,
};

function failed(text: string): SearchAnswer {
  return { isError: true, text };
}

function summaryOf(command: FlatCommand, policy: ExecutionPolicy | undefined): CommandSummary {
  const { name, tool, path, metadata, effects } = command;
  const words = [tool.name, ...path];
  const call = { id: '', name, arguments: {} };
  const whole = withPolicyDefaults(policy);
  const { decision } = decideCall(call, { ...command, command: words }, {}, whole);
  return {
    name,
    command: words.join(' '),
    description: proseOf(command),
    flags: safetyFlags(effects, isRaised(metadata)),
    decision,
    ...(decision === 'deny' && { isDenied: isAlwaysDenied(command, whole) }),
  };
}

const DECISIONS = {
  allow: 'runs unasked',
  confirm: 'a person is asked first',
  deny: 'denied here unless an option makes it harmless',
} as const;

/** `git_clean (git clean): Remove untracked files [⚠️ DESTRUCTIVE]; a person is asked first`. */
function lineOf({ name, command, description, flags, decision, isDenied, option }: CommandSummary): string {
  const shown = flags.length > 0 ? ` [${flags.join(' | ')}]` : '';
  const hint = option === undefined ? '' : ` (see ${oneLine(option)})`;
  return `${name} (${command}): ${oneLine(description)}${hint}${shown}; ${isDenied ? 'denied here' : DECISIONS[decision]}`;
}

/** A line break in a document's text could forge another command's line. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** The MCP server's definitions, by name; documents in use do not change. */
const DEFINITIONS = new WeakMap<AtipTool, ReadonlyMap<string, McpTool>>();

function definitionsOf(tool: AtipTool): ReadonlyMap<string, McpTool> {
  const known = DEFINITIONS.get(tool) ?? new Map(compile([tool], 'mcp').tools.map((one) => [one.name, one]));
  DEFINITIONS.set(tool, known);
  return known;
}
