import type { AtipCommand, AtipOption, AtipTool } from '@atip/core';
import { type Fields, isFields, recordsOf, textOf, textsOf } from './fig-fields.ts';
import { endsOptions, figArguments, figOptions, persistentOptions } from './fig-parameters.ts';

/** What became of a specification, counted over all that one conversion visited. */
export interface FigFigures {
  /** Commands that can be run: leaves of the tree and the `""` children of its groups. */
  commands: number;
  /** The `""` children among them. */
  runnableGroups: number;
  options: number;
  arguments: number;
  destructive: number;
  /** Subcommands whose inside came from another file. */
  joined: number;
  /** Subcommands left out because a sibling has their name and they have no other. */
  duplicates: number;
}

export function noFigures(): FigFigures {
  return { commands: 0, runnableGroups: 0, options: 0, arguments: 0, destructive: 0, joined: 0, duplicates: 0 };
}

/** What the conversion needs from around it. */
interface Conversion {
  /** The specification that a `loadSpec` names, if there is one. */
  readonly load: (name: string) => Fields | undefined;
  readonly figures: FigFigures;
}

/** A place in the tree: what comes down to it from above. */
interface Place {
  readonly inherited: readonly AtipOption[];
  /** Files on the way from the root; one that names itself again is not followed. */
  readonly files: readonly string[];
}

/**
 * Converts one Fig specification to an ATIP document.
 *
 * A group that takes arguments or options of its own is runnable and gets a `""` child. The root's persistent options become
 * global options, those of a group become options of each command below it.
 */
export function figToAtip(name: string, spec: Fields, { load, figures }: Conversion): AtipTool {
  const isGroup = recordsOf(spec['subcommands']).length > 0;
  const globalOptions = isGroup ? persistentOptions(spec) : [];
  figures.options += globalOptions.length;
  const own = { ...spec, options: recordsOf(spec['options']).filter((o) => !isGroup || o['isPersistent'] !== true) };
  const root = convert(own, { inherited: [], files: [name] }, { load, figures });
  const { commands, description, ...alone } = root;
  return {
    atip: { version: '0.4' },
    name: executableName(name, spec),
    version: '2.692.3',
    description: description || name,
    trust: { source: 'community' },
    ...(globalOptions.length > 0 && { globalOptions }),
    commands: commands ?? { '': { description, ...alone } },
  };
}

/** What is typed to run it: files of scoped packages are named after the package instead. */
function executableName(file: string, spec: Fields): string {
  const stated = textsOf(spec['name'])[0] ?? file;
  return (stated.includes('/') ? stated.split('/').at(-1) : stated) || file;
}

function convert(stub: Fields, place: Place, conversion: Conversion): AtipCommand {
  const { spec, files } = join(stub, place.files, conversion);
  const subcommands = recordsOf(spec['subcommands']);
  if (subcommands.length === 0) return leaf(spec, place.inherited, conversion.figures);
  const passedOn = { inherited: [...place.inherited, ...persistentOptions(spec)], files };
  const commands = new Map<string, AtipCommand>();
  if (isRunnable(spec)) {
    commands.set('', leaf(spec, place.inherited, conversion.figures));
    conversion.figures.runnableGroups++;
  }
  for (const subcommand of subcommands) {
    const key = textsOf(subcommand['name']).find((name) => !commands.has(name));
    if (key === undefined) conversion.figures.duplicates++;
    else commands.set(key, convert(subcommand, passedOn, conversion));
  }
  return { description: textOf(spec['description']), commands: Object.fromEntries(commands) };
}

/** The specification that a stub points to, under the stub's own name. */
function join(
  stub: Fields,
  files: readonly string[],
  { load, figures }: Conversion,
): { spec: Fields; files: readonly string[] } {
  const target = stub['loadSpec'];
  if (isFields(target)) return { spec: { ...stub, ...target, name: stub['name'] }, files };
  if (typeof target !== 'string' || files.includes(target)) return { spec: stub, files };
  const loaded = load(target);
  if (loaded === undefined) return { spec: stub, files };
  figures.joined++;
  const description = textOf(stub['description']) || loaded['description'];
  return { spec: { ...stub, ...loaded, name: stub['name'], description }, files: [...files, target] };
}

function isRunnable(spec: Fields): boolean {
  return spec['requiresSubcommand'] !== true && (figArguments(spec).length > 0 || figOptions(spec).length > 0);
}

function leaf(spec: Fields, inherited: readonly AtipOption[], figures: FigFigures): AtipCommand {
  const own = figOptions(spec);
  const taken = new Set(own.flatMap(({ flags }) => flags));
  const options = [...own, ...inherited.filter(({ flags }) => !flags.some((flag) => taken.has(flag)))];
  const args = figArguments(spec);
  const effects = effectsOf(spec);
  figures.commands++;
  figures.options += options.length;
  figures.arguments += args.length;
  if (effects.destructive) figures.destructive++;
  return {
    description: textOf(spec['description']),
    ...(args.length > 0 && { arguments: args }),
    ...(options.length > 0 && { options }),
    ...(endsOptions(spec) && { 'x-end-of-options': true }),
    ...(Object.keys(effects).length > 0 && { effects }),
  };
}

/** Fig says what is dangerous, and which argument is a program to run; it never says that something is harmless. */
function effectsOf(spec: Fields): { destructive?: true; subprocess?: true } {
  const args = recordsOf(spec['args']);
  const isDangerous = [spec, ...args].some((node) => node['isDangerous'] === true);
  const runs = args.some((arg) => arg['isCommand'] === true || arg['isScript'] === true || arg['isModule'] === true);
  return { ...(isDangerous && { destructive: true as const }), ...(runs && { subprocess: true as const }) };
}
