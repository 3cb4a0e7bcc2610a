import { toolList } from '../commands/assert-document.ts';
import { createResultFilter } from '../redact/create-result-filter.ts';
import { withoutHidden } from '../json/hidden-characters.ts';
import type { RecentCommand, ToolContext } from '../types/execution.ts';
import type { AtipTool } from '../types/tool.ts';

/** A context goes into prompts, where old commands are useless. */
const MAX_RECENT = 20;
const MAX_COMMAND_LENGTH = 500;

/**
 * Creates the context about its tools that an agent shares with others; it has no commands yet.
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
export function createToolContext(
  tools: AtipTool | readonly AtipTool[],
  authenticated: readonly string[] = [],
): ToolContext {
  const availableTools = [...new Set(toolList(tools).map(({ name }) => name))];
  return {
    availableTools,
    authenticatedTools: availableTools.filter((name) => authenticated.includes(name)),
    recentCommands: [],
  };
}

/**
 * Adds a command to a copy of the context; the given context is not changed.
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
