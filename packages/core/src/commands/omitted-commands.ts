import { getOwn } from '../json/own-property.ts';

/**
 * Our mark on a group, or on the tool itself, some of whose subcommands are left out: how many they are. A node with it and
 * without subcommands is no command; the ATIP RFC has no word for it.
 */
export const OMITTED_COMMANDS = 'x-omitted-commands';

/** How many commands a node's mark stands for: 0 without a mark, at least 1 whatever the mark says. */
export function omittedCommands(node: object): number {
  const mark = getOwn(node, OMITTED_COMMANDS);
  if (mark === undefined) return 0;
  return typeof mark === 'number' && Number.isSafeInteger(mark) ? Math.max(1, mark) : 1;
}
