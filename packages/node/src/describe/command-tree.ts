import type { AtipCommand, AtipTool } from '@atip/core';

/** The command that a tool has at a path, the empty path being the tool's own. */
export function commandAt({ commands }: AtipTool, path: readonly string[]): AtipCommand | undefined {
  let here: AtipCommand | undefined;
  let below = commands;
  for (const name of path) {
    here = below !== undefined && Object.hasOwn(below, name) ? below[name] : undefined;
    below = here?.commands;
  }
  return here;
}

/** Puts what a command says of itself in the place of what its group says of it; the group's words stay where it has none. */
export function placeCommand(tool: AtipTool, path: readonly string[], command: AtipCommand): void {
  const group = path.length === 1 ? tool : commandAt(tool, path.slice(0, -1));
  const name = path.at(-1);
  if (group?.commands === undefined || name === undefined) return;
  const before = group.commands[name];
  group.commands[name] = { ...command, description: before?.description || command.description };
}

/** Commands that can be run, and options in all. */
export function countParts({ commands, globalOptions }: AtipTool): {
  readonly commands: number;
  readonly options: number;
} {
  const total = { commands: 0, options: globalOptions?.length ?? 0 };
  const walk = (nodes: Readonly<Record<string, AtipCommand>> | undefined): void => {
    for (const { commands: below, options } of Object.values(nodes ?? {})) {
      if (below === undefined) total.commands += 1;
      total.options += options?.length ?? 0;
      walk(below);
    }
  };
  walk(commands);
  return total;
}
