import { flattenCommands, trustSourceOf } from '@atip/core';
import { describeClaims, describeEffects, type Environment, findExecutable, type FoundTool } from '@atip/node';

/** A tool of this machine in short, as lists show it and `--json` writes it. */
export interface ToolSummary {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly origin: FoundTool['origin'];
  /** File or program that gave the document. */
  readonly source: string;
  readonly hash: string;
  readonly trust: string;
  /** What the document says of its own trust, where that is more. Nothing is decided by it. */
  readonly claims?: string;
  /** Commands that can be called as far as they are known. */
  readonly commands: number;
  /** True: there are more than are known. */
  readonly partial: boolean;
  /** What they may do, in words. */
  readonly may: string;
  /** Absolute path of the program. `null`: it is not on this machine. */
  readonly program: string | null;
}

/** Sums up a tool; nothing is executed. */
export async function describeTool(found: FoundTool, env: Environment): Promise<ToolSummary> {
  const { tool, origin, source, hash } = found;
  const commands = flattenCommands(tool);
  const claims = describeClaims(found);
  const program = found.executable ?? (await findExecutable(tool.name, env));
  return {
    name: tool.name,
    version: tool.version,
    description: tool.description,
    origin,
    source,
    hash,
    trust: trustSourceOf(tool),
    ...(claims !== '' && { claims }),
    commands: commands.length,
    partial: tool.partial === true,
    may: describeEffects(commands.map(({ effects }) => effects)),
    program: program?.path ?? null,
  };
}
