import {
  AtipError,
  type AtipTool,
  type CommandFilter,
  flattenCommands,
  selectCommands,
  trustSourceOf,
} from '@atip/core';
import type { FoundTool } from '@atip/node';
import type { CompanionPorts } from '../ports/companion-ports.ts';
import type { ToolDetail, ToolList, ToolSummary } from '../contract/contract.ts';
import { ProblemError } from '../http/problem.ts';
import { findTool } from './tool-catalogue.ts';

/** Every tool there is, registry and directories read afresh, with what was left out and why. */
export async function listKnownTools(ports: CompanionPorts): Promise<ToolList> {
  const { found, skipped } = await ports.catalogue.refresh();
  const tools = await Promise.all(found.map((tool) => summariseTool(tool, ports)));
  return { tools, skipped };
}

/**
 * One tool with its document, or the excerpt that the filter asks for. Nothing is executed.
 *
 * @throws ProblemError 404 `unknown-tool`; 404 `unknown-command` for a filter that names what there is not.
 */
export async function describeTool(name: string, filter: CommandFilter, ports: CompanionPorts): Promise<ToolDetail> {
  const found = findTool(ports.catalogue.current(), name);
  if (found === undefined) throw new ProblemError(404, 'unknown-tool', 'No tool of this name is known.');
  return { ...(await summariseTool(found, ports)), tool: select(found.tool, filter) };
}

/** What a list says about a tool. */
export async function summariseTool(found: FoundTool, ports: CompanionPorts): Promise<ToolSummary> {
  const { tool, origin, hash, issues } = found;
  const { name, version, description } = tool;
  const executable = (await ports.machine.find(found.tool.name, found))?.path ?? null;
  const commands = flattenCommands(tool).length;
  return { name, version, description, origin, trust: trustSourceOf(tool), executable, hash, commands, issues };
}

function select(tool: AtipTool, filter: CommandFilter): AtipTool {
  try {
    return selectCommands(tool, filter);
  } catch (cause) {
    if (!AtipError.isInstance(cause) || cause.code !== 'UNKNOWN_COMMAND') throw cause;
    throw new ProblemError(404, 'unknown-command', cause.message, { cause });
  }
}
