import { type AtipTool, type Issue, parseTool } from '@atip/core';

export interface ParsedPart {
  readonly issues: readonly Issue[];
}

/**
 * Parses a tool whole, or where it is larger than one document may be, one excerpt for each of its commands; these again in
 * parts if need be. (`aws`, `az` and `gcloud` are that large.)
 */
export function parseParts(tool: AtipTool): ParsedPart[] {
  const { issues } = parseTool(tool);
  const parts = issues.some(({ code }) => code === 'too-large') ? excerpts(tool) : [];
  return parts.length === 0 ? [{ issues }] : parts.flatMap(parseParts);
}

/** The tool with one command each; of a tool with only one command, with one subcommand of that each. */
function excerpts(tool: AtipTool): AtipTool[] {
  const entries = Object.entries(tool.commands ?? {});
  if (entries.length > 1) return entries.map((entry) => ({ ...tool, commands: Object.fromEntries([entry]) }));
  return entries.flatMap(([key, command]) =>
    excerpts({ ...tool, commands: command.commands ?? {} }).map(({ commands = {} }) => ({
      ...tool,
      commands: { [key]: { ...command, commands } },
    })),
  );
}
