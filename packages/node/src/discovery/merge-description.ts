import { type AtipCommand, type AtipEffects, type AtipOption, type AtipTool, mergeEffects } from '@atip/core';

type Commands = Readonly<Record<string, AtipCommand>>;

/**
 * Lays what the installed version says in its help over metadata that we bring along.
 *
 * Which commands and options there are, the installed version knows; what they do to the world, and which values they take,
 * ours says better. A command of ours that the help does not list stays, since few help texts list everything; an option
 * that a command's help does not list is gone, where it lists any. Trust is that of the less trusted: `inferred`.
 */
export function mergeDescription(ours: AtipTool, installed: AtipTool): AtipTool {
  const globalOptions = mergeOptions(ours.globalOptions, installed.globalOptions, ownOptions(ours));
  const commands = mergeCommands(ours.commands, installed.commands, ours.globalOptions);
  return {
    ...ours,
    version: installed.version === 'unknown' ? ours.version : installed.version,
    trust: { source: 'inferred' },
    ...(globalOptions && { globalOptions }),
    ...(commands && { commands }),
  };
}

function ownOptions({ commands = {} }: AtipTool): readonly AtipOption[] | undefined {
  return own(commands, '')?.options;
}

function mergeCommands(
  ours: Commands | undefined,
  installed: Commands | undefined,
  globalOptions?: readonly AtipOption[],
): Record<string, AtipCommand> | undefined {
  if (ours === undefined || installed === undefined) return { ...(ours ?? installed) };
  const names = [...new Set([...Object.keys(ours), ...Object.keys(installed)])];
  return Object.fromEntries(
    names.map((name) => [
      name,
      mergeCommand(own(ours, name), own(installed, name), name === '' ? globalOptions : undefined),
    ]),
  );
}

function own(commands: Commands, name: string): AtipCommand | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

function mergeCommand(
  ours: AtipCommand | undefined,
  installed: AtipCommand | undefined,
  globalOptions?: readonly AtipOption[],
): AtipCommand {
  if (ours === undefined || installed === undefined) return ours ?? installed ?? { description: '' };
  // One that is a group to one of the two and can be run to the other is left as ours has it.
  if ((ours.commands === undefined) !== (installed.commands === undefined)) return ours;
  const options = mergeOptions(ours.options, installed.options, globalOptions);
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

/** @param elsewhere options of ours that the help may list here: of the tool itself, or global ones. */
function mergeOptions(
  ours: readonly AtipOption[] = [],
  installed: readonly AtipOption[] = [],
  elsewhere: readonly AtipOption[] = [],
): AtipOption[] | undefined {
  if (installed.length === 0) return ours.length === 0 ? undefined : [...ours];
  const names = new Set<string>();
  const merged = installed.map((option) => mergeOption(sharing(option, ours), option, sharing(option, elsewhere)));
  return merged.filter(({ name }) => !names.has(name) && names.add(name));
}

/** What the help takes for one option may be several of ours. */
function sharing({ flags }: AtipOption, options: readonly AtipOption[]): readonly AtipOption[] {
  return options.filter((option) => option.flags.some((flag) => flags.includes(flag)));
}

/** Shape of the first that is the same, the worst effects of all. */
function mergeOption(same: readonly AtipOption[], installed: AtipOption, elsewhere: readonly AtipOption[]): AtipOption {
  const effects = worstEffects([...same, ...elsewhere]);
  const [ours] = same;
  if (ours === undefined) return effects ? { ...installed, 'x-effects': effects } : installed;
  // A switch to one and a value to the other: the installed version is the one that is run.
  const isSwitch = ({ type, ...option }: AtipOption): boolean => type === 'boolean' || option['x-count'] === true;
  const shape = isSwitch(ours) === isSwitch(installed) ? ours : installed;
  return {
    ...shape,
    flags: installed.flags,
    description: ours.description || installed.description,
    ...(effects && { 'x-effects': effects }),
  };
}

function worstEffects(options: readonly AtipOption[]): AtipEffects | undefined {
  const known = options.flatMap((option) => option['x-effects'] ?? []);
  return known.length === 0 ? undefined : mergeEffects(...known);
}
