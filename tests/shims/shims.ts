import { type AtipEffects, type CommandMapping, flattenCommands } from '@atip/core';
import { listShims, loadShim, type ShimTool } from '@atip/catalog';

/** Every document of the package. */
export async function allShims(): Promise<ShimTool[]> {
  const loaded = await Promise.all(listShims().map((name) => loadShim(name)));
  return loaded.filter((tool) => tool !== undefined);
}

/** The command that some words of a command line stand for, such as `git push`. */
export async function mappingOf(words: string): Promise<CommandMapping> {
  const tool = await loadShim(words.split(' ')[0] ?? '');
  const found = tool && flattenCommands(tool).find(({ path }) => [tool.name, ...path].join(' ') === words);
  if (found === undefined) throw new Error(`no shim has the command "${words}"`);
  return { ...found, command: [found.tool.name, ...found.path] };
}

/** Paths of fields with their values, such as `filesystem.write=true`. */
export function factsOf(effects: AtipEffects | undefined, above = ''): string[] {
  return Object.entries(effects ?? {}).flatMap(([field, value]) =>
    typeof value === 'object' && !Array.isArray(value)
      ? factsOf(value, `${above}${field}.`)
      : [`${above}${field}=${value}`],
  );
}
