import type { AtipCommand } from '@atip/core';

/** A runnable command and the words after the tool's name that it has. */
export interface PlacedCommand {
  readonly path: readonly string[];
  readonly command: AtipCommand;
}

/** What some words are about, for groups, which sources describe by their commands. */
const GROUP = 'Commands of';

/** The tree of commands; one that has others below it stands among these as "". Groups say only what they are of. */
export function placeCommands(
  commands: readonly PlacedCommand[],
  above: readonly string[] = [],
): Record<string, AtipCommand> {
  const tree: Record<string, AtipCommand> = {};
  const names = [...new Set(commands.map(({ path: [name = ''] }) => name))];
  for (const name of names) {
    const own = commands.filter(({ path: [first = ''] }) => first === name);
    const below = own
      .filter(({ path }) => path.length > 1)
      .map(({ path, command }) => ({ path: path.slice(1), command }));
    const [itself] = own.filter(({ path }) => path.length <= 1);
    const here = [...above, name];
    if (below.length === 0 && itself) tree[name] = itself.command;
    else if (below.length > 0) {
      const all = itself ? [{ path: [], command: itself.command }, ...below] : below;
      tree[name] = { description: `${GROUP} ${here.join(' ')}`, commands: placeCommands(all, here) };
    }
  }
  return tree;
}
