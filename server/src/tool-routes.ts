import { flattenCommands, trustSourceOf } from '@atip/core';
import type { FoundTool } from '@atip/node';
import type { CompanionPorts } from './companion-ports.ts';
import type { ToolDetail, ToolList, ToolSummary } from './contract.ts';
import { ProblemError } from './problem.ts';
import { findTool } from './tool-catalogue.ts';

/** Every tool there is, the directories read afresh, with what was left out and why. */
export async function listTools(ports: CompanionPorts): Promise<ToolList> {
  const { found, skipped } = await ports.catalogue.refresh();
  const tools = await Promise.all(found.map((tool) => summarise(tool, ports)));
  return { tools, skipped };
}

/** One tool with its whole document. @throws ProblemError 404 `unknown-tool`. */
export async function describeTool(name: string, ports: CompanionPorts): Promise<ToolDetail> {
  const found = findTool(ports.catalogue.current(), name);
  if (found === undefined) throw new ProblemError(404, 'unknown-tool', 'No tool of this name is known.');
  return { ...(await summarise(found, ports)), tool: found.tool };
}

async function summarise(found: FoundTool, ports: CompanionPorts): Promise<ToolSummary> {
  const { tool, origin, hash, issues } = found;
  const { name, version, description } = tool;
  const executable = (await ports.locate(found))?.path ?? null;
  const commands = flattenCommands(tool).length;
  return { name, version, description, origin, trust: trustSourceOf(tool), executable, hash, commands, issues };
}
