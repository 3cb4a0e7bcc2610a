import { flattenCommands, mapToCommand, type Parameter, parametersOf, UnknownCommandError } from '@atip/core';
import { type Environment, type FoundTool, listTools } from '@atip/node';
import { describeCompletion } from './describe-completion.ts';
import type { KnownNames } from './known-names.ts';

/** Reads names from the registry and the directories of documents, once at most. */
export function readKnownNames(env: Environment): KnownNames {
  let reading: Promise<readonly FoundTool[]> | undefined;
  const read = (): Promise<readonly FoundTool[]> => {
    reading ??= listTools(env).then(({ found }) => found);
    return reading;
  };
  return {
    tools: async () => (await read()).map(({ tool }) => describeCompletion(tool.name, tool.description)),
    commands: async () =>
      (await read())
        .flatMap(({ tool }) => flattenCommands(tool))
        .map(({ name, metadata }) => describeCompletion(name, metadata.description)),
    parameters: async (command) => parametersFrom(await read(), command),
  };
}

function parametersFrom(found: readonly FoundTool[], command: string): readonly Parameter[] {
  try {
    const tools = found.map(({ tool }) => tool);
    return parametersOf(mapToCommand(command, tools));
  } catch (error) {
    if (error instanceof UnknownCommandError) return [];
    throw error;
  }
}
