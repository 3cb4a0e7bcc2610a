import { createResultFilter } from '../redact/create-result-filter.ts';
import { argumentsOf, readArgv } from '../argv/read-argv.ts';
import { withoutHidden } from '../json/hidden-characters.ts';
import { isRecord } from '../json/is-record.ts';
import type { RecentCommand, ToolContext } from '../types/execution.ts';
import type { AtipTool } from '../types/tool.ts';

/** A context goes into prompts, where old commands are useless. */
const MAX_RECENT = 20;
const MAX_COMMAND_LENGTH = 500;

/**
 * The context about its tools that an agent gives to others, before it has run any.
 *
 * Shape: `([gh, kubectl], ["gh"])` → `{ availableTools: ["gh", "kubectl"], authenticatedTools: ["gh"], recentCommands:
 * [] }`.
 *
 * @param authenticated names of tools known to be logged in; unknown ones are dropped. Absent:
 * none
 * @see ATIP 0.3 §10.3
 * @example
 * ```ts
 * import { type AtipTool, createToolContext } from '@atip/core';
 * declare const git: AtipTool;
 * const context = createToolContext([git], ['git']);
 * ```
 */
export function createToolContext(tools: readonly AtipTool[], authenticated: readonly string[] = []): ToolContext {
  const availableTools = [...new Set(tools.map(({ name }) => name))];
  return {
    availableTools,
    authenticatedTools: availableTools.filter((name) => authenticated.includes(name)),
    recentCommands: [],
  };
}

/**
 * The context plus one command; the given context is not changed.
 *
 * Shape: `(context, { tool: "gh", command: "pr list", exitCode: 0 })`. To keep arguments private, give only the
 * command's path. Secrets are redacted, terminal sequences removed, and the text becomes one line of at most 500 UTF-16
 * units. Only the last 20 commands are kept.
 *
 * @see ATIP 0.3 §10.3
 * @example
 * ```ts
 * import { recordCommand, type ToolContext } from '@atip/core';
 * declare const context: ToolContext;
 * const next = recordCommand(context, { tool: 'git', command: 'status', exitCode: 0 });
 * ```
 */
export function recordCommand(context: ToolContext, { tool, command, exitCode }: RecentCommand): ToolContext {
  const shared = createResultFilter([], { maxLength: MAX_COMMAND_LENGTH }).filter(command, tool);
  const entry = { tool, command: withoutHidden(shared.replaceAll(/\s+/g, ' '), true), exitCode };
  return { ...context, recentCommands: [...context.recentCommands, entry].slice(-MAX_RECENT) };
}

/** A completed call, as a context records it. */
export interface RanCall {
  readonly tool: AtipTool;
  readonly path: readonly string[];
  readonly argv: readonly string[];
  readonly exitCode: number | null;
  /** The shell line, if it was one. Absent: a call. */
  readonly line?: string;
}

/**
 * The context plus a completed call: its command without the arguments, which stay private, or the redacted shell line.
 * The `checkCommand` of a tool's document also updates whether the tool is logged in.
 * @see ATIP 0.3 §3.8, §10.3
 */
export function recordRan(context: ToolContext, { tool, path, argv, exitCode, line }: RanCall): ToolContext {
  const next = recordCommand(context, { tool: tool.name, command: line ?? path.join(' '), exitCode });
  if (line !== undefined) return next;
  const availableTools = [...new Set([...next.availableTools, tool.name])];
  if (exitCode === null || !isLoginCheck(tool, argv)) return { ...next, availableTools };
  const others = next.authenticatedTools.filter((name) => name !== tool.name);
  return { ...next, availableTools, authenticatedTools: exitCode === 0 ? [...others, tool.name] : others };
}

function isLoginCheck(tool: AtipTool, argv: readonly string[]): boolean {
  const { checkCommand } = tool.authentication ?? {};
  if (typeof checkCommand !== 'string') return false;
  const meaning = (words: readonly string[]): string | undefined => {
    const reading = readArgv(words, [tool]);
    const isRead = reading.name !== undefined && reading.unknown.length === 0;
    return isRead ? JSON.stringify([reading.name, argumentsOf(reading)]) : undefined;
  };
  const asked = meaning(checkCommand.trim().split(/\s+/));
  return asked !== undefined && asked === meaning(argv);
}

const FIELDS = ['availableTools', 'authenticatedTools', 'recentCommands'];
const MAX_ENTRIES = 1000;
/** A program's name: nothing that breaks a line or is invisible. */
const NAME = /^[A-Za-z0-9_[][^/\\\s\p{C}]{0,99}$/u;

/**
 * Reads another agent's context: `{ "toolContext": { … } }`. Commands are redacted and shortened as in `recordCommand`,
 * and the last 20 kept; nothing in it is trusted or run.
 * @returns the problem, completing a sentence that begins with its place
 * @see ATIP 0.3 §10.3
 */
export function readToolContext(value: unknown): ToolContext | string {
  const inner = isRecord(value) ? value['toolContext'] : undefined;
  if (!isRecord(value) || !isRecord(inner)) return 'is no context: it has no object "toolContext"';
  const foreign = [...Object.keys(value), ...Object.keys(inner)].find(
    (key) => ![...FIELDS, 'toolContext'].includes(key),
  );
  if (foreign !== undefined)
    return `is not only a context: it has the field ${JSON.stringify(foreign.slice(0, 80))}, which would be lost`;
  const { availableTools = [], authenticatedTools = [], recentCommands = [] } = inner;
  const isShort = (list: unknown): list is unknown[] => Array.isArray(list) && list.length <= MAX_ENTRIES;
  if (!isShort(availableTools) || !isShort(authenticatedTools) || !isShort(recentCommands))
    return `has something else than lists of at most ${MAX_ENTRIES} in its fields`;
  const isName = (name: unknown): name is string => typeof name === 'string' && NAME.test(name);
  if (!availableTools.every(isName) || !authenticatedTools.every(isName))
    return 'names a tool by what cannot be the name of a program';
  const empty: ToolContext = { availableTools, authenticatedTools, recentCommands: [] };
  let context = empty;
  for (const one of recentCommands.slice(-MAX_RECENT)) {
    const { tool, command, exitCode } = isRecord(one) ? one : {};
    const isExit = exitCode === null || Number.isInteger(exitCode);
    if (!isName(tool) || typeof command !== 'string' || !isExit) return 'lists an invalid recent command';
    context = recordCommand(context, { tool, command, exitCode: typeof exitCode === 'number' ? exitCode : null });
  }
  return context;
}

/** The context of a running program that shares it with others. */
export interface ContextKeeper {
  current(): ToolContext;
  ran(call: RanCall): void;
  /** Adds another agent's context: its tools and logins after ours, its commands before ours. */
  take(other: ToolContext): void;
}

export function keepToolContext(tools: readonly AtipTool[]): ContextKeeper {
  let context = createToolContext(tools);
  const both = (ours: readonly string[], theirs: readonly string[]): string[] =>
    [...new Set([...ours, ...theirs])].slice(0, MAX_ENTRIES);
  return {
    current: () => context,
    ran: (call) => {
      context = recordRan(context, call);
    },
    take: ({ availableTools, authenticatedTools, recentCommands }) => {
      context = {
        availableTools: both(context.availableTools, availableTools),
        authenticatedTools: both(context.authenticatedTools, authenticatedTools),
        recentCommands: [...recentCommands, ...context.recentCommands].slice(-MAX_RECENT),
      };
    },
  };
}
