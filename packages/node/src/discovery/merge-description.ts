import type { AtipCommand, AtipOption, AtipTool } from '@atip/core';

type Commands = Readonly<Record<string, AtipCommand>>;

/**
 * Lays what the installed version says in its help over metadata that we bring along.
 *
 * Which commands and options there are, the installed version knows; what they do to the world, and which values they take,
 * ours says better. A command of ours that the help does not list stays, since few help texts list everything; an option
 * that a command's help does not list is gone, where it lists any. Trust is that of the less trusted: `inferred`.
 */
export function mergeDescription(ours: AtipTool, installed: AtipTool): AtipTool {
  const { globalOptions, commands } = mergeNode(
    { globalOptions: ours.globalOptions, commands: ours.commands },
    { globalOptions: installed.globalOptions, commands: installed.commands },
  );
  return {
    ...ours,
    version: installed.version === 'unknown' ? ours.version : installed.version,
    trust: { source: 'inferred' },
    ...(globalOptions && { globalOptions }),
    ...(commands && { commands }),
  };
}

interface Root {
  readonly globalOptions: AtipOption[] | undefined;
  readonly commands: Commands | undefined;
}

function mergeNode(
  ours: Root,
  installed: Root,
): { globalOptions?: AtipOption[]; commands?: Record<string, AtipCommand> } {
  const globalOptions = mergeOptions(ours.globalOptions, installed.globalOptions);
  const commands = mergeCommands(ours.commands, installed.commands);
  return { ...(globalOptions && { globalOptions }), ...(commands && { commands }) };
}

function mergeCommands(
  ours: Commands | undefined,
  installed: Commands | undefined,
): Record<string, AtipCommand> | undefined {
  if (ours === undefined || installed === undefined) return { ...(ours ?? installed) };
  const names = [...new Set([...Object.keys(ours), ...Object.keys(installed)])];
  return Object.fromEntries(names.map((name) => [name, mergeCommand(own(ours, name), own(installed, name))]));
}

function own(commands: Commands, name: string): AtipCommand | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

function mergeCommand(ours: AtipCommand | undefined, installed: AtipCommand | undefined): AtipCommand {
  if (ours === undefined || installed === undefined) return ours ?? installed ?? { description: '' };
  // One that is a group to one of the two and can be run to the other is left as ours has it.
  if ((ours.commands === undefined) !== (installed.commands === undefined)) return ours;
  const options = mergeOptions(ours.options, installed.options);
  const commands = ours.commands && mergeCommands(ours.commands, installed.commands);
  const args = ours.arguments ?? installed.arguments;
  return {
    ...ours,
    description: ours.description || installed.description,
    ...(args && { arguments: args }),
    ...(options && { options }),
    ...(commands && { commands }),
  };
}

function mergeOptions(
  ours: readonly AtipOption[] = [],
  installed: readonly AtipOption[] = [],
): AtipOption[] | undefined {
  if (installed.length === 0) return ours.length === 0 ? undefined : [...ours];
  const names = new Set<string>();
  const merged = installed.map((option) =>
    mergeOption(
      ours.find(({ flags }) => flags.some((flag) => option.flags.includes(flag))),
      option,
    ),
  );
  return merged.filter(({ name }) => !names.has(name) && names.add(name));
}

function mergeOption(ours: AtipOption | undefined, installed: AtipOption): AtipOption {
  if (ours === undefined) return installed;
  // A switch to one and a value to the other: the installed version is the one that is run.
  const isSwitch = ({ type, ...option }: AtipOption): boolean => type === 'boolean' || option['x-count'] === true;
  const shape = isSwitch(ours) === isSwitch(installed) ? ours : installed;
  const effects = ours['x-effects'];
  return {
    ...shape,
    flags: installed.flags,
    description: ours.description || installed.description,
    ...(effects && { 'x-effects': effects }),
  };
}
