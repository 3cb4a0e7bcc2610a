import { type CommandMapping, flattenCommands } from '@atip/core';
import { loadShim } from '@atip/shims';

/** The command that some words of a command line stand for, such as `git push`. */
export async function mappingOf(words: string): Promise<CommandMapping> {
  const tool = await loadShim(words.split(' ')[0] ?? '');
  const found = tool && flattenCommands(tool).find(({ path }) => [tool.name, ...path].join(' ') === words);
  if (found === undefined) throw new Error(`no shim has the command "${words}"`);
  return { ...found, command: [found.tool.name, ...found.path] };
}
