import { type CommandMapping, mapToCommand, UnknownCommandError } from '@atip/core';
import type { FoundTool } from '@atip/node';
import type { CliHost } from '../cli-host.ts';
import { loadOmitted } from './load-omitted.ts';

/** A command, with all tools that are known; its own as far as it could be learned. */
export interface LoadedCommand {
  readonly mapping: CommandMapping;
  readonly found: readonly FoundTool[];
}

/**
 * Finds a command by its compiled name; a tool of which only an overview is known is asked for the rest.
 *
 * @throws UnknownCommandError with names that are close
 */
export async function loadCommand(name: string, known: readonly FoundTool[], host: CliHost): Promise<LoadedCommand> {
  const mapping = lookUp(name, known);
  if (mapping) return { mapping, found: known };
  const found = await Promise.all(
    known.map(async (one) => (couldHave(one, name) ? (await loadOmitted(one, host)).found : one)),
  );
  return { mapping: mapToCommand(name, toolsOf(found)), found };
}

function lookUp(name: string, found: readonly FoundTool[]): CommandMapping | undefined {
  try {
    return mapToCommand(name, toolsOf(found));
  } catch (error) {
    if (error instanceof UnknownCommandError) return undefined;
    throw error;
  }
}

/** A name is never split; this only says which program is worth asking. */
function couldHave({ tool }: FoundTool, name: string): boolean {
  return tool.partial === true && name.startsWith(`${tool.name.replace(/[^A-Za-z0-9_-]/g, '_')}_`);
}

function toolsOf(found: readonly FoundTool[]) {
  return found.map(({ tool }) => tool);
}
