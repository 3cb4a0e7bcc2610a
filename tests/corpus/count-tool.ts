import type { AtipCommand, AtipTool } from '@atip/core';

/** What tools hold, added up. */
export interface Counts {
  /** Commands that can be run: leaves of the tree and the `""` children of its groups. */
  commands: number;
  /** The `""` children among them. */
  runnableGroups: number;
  options: number;
  arguments: number;
  /** Commands that say so themselves. */
  destructive: number;
  /** Groups that say so of all that is below them. */
  destructiveGroups: number;
  /** Options that say so of a call that gives them. */
  destructiveOptions: number;
}

export function noCounts(): Counts {
  return {
    commands: 0,
    runnableGroups: 0,
    options: 0,
    arguments: 0,
    destructive: 0,
    destructiveGroups: 0,
    destructiveOptions: 0,
  };
}

/** Adds what one tool holds. */
export function countTool({ commands = {}, globalOptions = [], effects }: AtipTool, counts: Counts): void {
  countOptions(globalOptions, counts);
  if (effects?.destructive) counts.destructiveGroups++;
  // A tool without subcommands has its `""` since there is no other place for what it takes.
  const isGroup = Object.keys(commands).some((key) => key !== '');
  countBelow(commands, isGroup, counts);
}

function countBelow(commands: Readonly<Record<string, AtipCommand>>, isGroup: boolean, counts: Counts): void {
  for (const [key, command] of Object.entries(commands)) {
    if (command.commands && Object.keys(command.commands).length > 0) {
      if (command.effects?.destructive) counts.destructiveGroups++;
      countBelow(command.commands, true, counts);
      continue;
    }
    counts.commands++;
    if (key === '' && isGroup) counts.runnableGroups++;
    counts.arguments += command.arguments?.length ?? 0;
    if (command.effects?.destructive) counts.destructive++;
    countOptions(command.options ?? [], counts);
  }
}

function countOptions(options: NonNullable<AtipCommand['options']>, counts: Counts): void {
  counts.options += options.length;
  for (const option of options) if (option['x-effects']?.destructive) counts.destructiveOptions++;
}
