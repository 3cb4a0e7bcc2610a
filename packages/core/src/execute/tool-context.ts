import { createResultFilter } from '../redact/create-result-filter.ts';
import type { AtipTool } from '../types/tool.ts';
import type { RecentCommand, ToolContext } from '../types/execution.ts';

/** A context goes into prompts: what happened long ago is of no use there. */
const MAX_RECENT = 20;
const MAX_COMMAND_LENGTH = 500;

/**
 * The context that an agent gives others about its tools, before it has run any.
 *
 * Shape: `([gh, kubectl], ["gh"])` → `{ availableTools: ["gh", "kubectl"], authenticatedTools: ["gh"], recentCommands: [] }`.
 *
 * @param authenticated names of tools known to be logged in; those that are not among the tools are left out. Absent: none
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
 * The context with one more command; the given one is not changed.
 *
 * Shape: `(context, { tool: "gh", command: "pr list", exitCode: 0 })`. The command line is told as far as the caller gives it:
 * the path alone keeps arguments private. Secrets in it are redacted all the same, terminal sequences removed, and it becomes
 * one line of at most 500 UTF-16 units. Only the last 20 commands are kept.
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
  const entry = { tool, command: shared.replaceAll(/\s+/g, ' ').trim(), exitCode };
  return { ...context, recentCommands: [...context.recentCommands, entry].slice(-MAX_RECENT) };
}
