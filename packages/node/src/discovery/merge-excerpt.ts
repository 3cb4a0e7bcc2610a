import type { AtipCommand, AtipTool } from '@atip/core';
import { isLeftOut, mergeLeftOut } from '../documents/leave-out-hidden.ts';

/**
 * Puts the commands of an excerpt in the place of those that an earlier overview has under the same names.
 *
 * When nothing is left out any more the result is whole: it is no longer marked as partial.
 * @param names top-level commands that were asked for
 * @returns undefined when the excerpt is of another tool, another version, or has not what was asked for
 * @see ATIP 0.3 §3.1.1
 */
export function mergeExcerpt(overview: AtipTool, excerpt: AtipTool, names: readonly string[]): AtipTool | undefined {
  if (excerpt.name !== overview.name || excerpt.version !== overview.version) return undefined;
  const commands: Record<string, AtipCommand> = { ...overview.commands };
  for (const name of names) {
    const command = excerpt.commands && Object.hasOwn(excerpt.commands, name) ? excerpt.commands[name] : undefined;
    if (command !== undefined) commands[name] = command;
    else if (isLeftOut(excerpt, name)) delete commands[name];
    else return undefined;
  }
  const { includedCommands: _counted, ...rest } = overview;
  const merged: AtipTool = { ...rest, ...mergeLeftOut(overview, excerpt), commands };
  if (hasOmissions(merged) || !isCutByDepthAlone(overview) || isCutOtherwise(excerpt)) return merged;
  const { partial, filter, totalCommands, omitted, ...whole } = merged;
  return whole;
}

/** Only then does every command that is left out have a mark on its group. */
function isCutByDepthAlone({ filter, omitted }: AtipTool): boolean {
  return typeof filter?.depth === 'number' && !filter.commands && !isCutOtherwise({ omitted });
}

function isCutOtherwise({ omitted }: { readonly omitted?: AtipTool['omitted'] | undefined }): boolean {
  return omitted !== undefined && omitted.reason !== 'depth-limited' && omitted.reason !== 'filtered';
}

function hasOmissions(node: Pick<AtipCommand, 'commands' | 'x-omitted-commands'>): boolean {
  if (node['x-omitted-commands'] !== undefined) return true;
  return Object.values(node.commands ?? {}).some(hasOmissions);
}
