import { basename } from 'node:path';
import { type AtipTool, type AtipCommand, type AtipEffects, type AtipOption, mergeEffects } from '@atip/core';
import { noteFound, trustRowOf } from '@atip/core/internal';
import { listShims, loadShim } from '@atip/shims';
import { listDescriptions, readDescription } from './saved-description.ts';
import { readToolDocument, type ToolReading } from '../documents/tool-document.ts';
import { trustedAt } from '../documents/trust-at.ts';
import type { Environment } from '../environment/child-environment.ts';
import { createExecutableFinder } from '../executables/find-executable.ts';
import { digestOf } from '../files/digest.ts';

/**
 * Describes programs of the PATH that nobody else describes: by our shims, by their saved help (`atip describe --save`), or
 * both. They come last: what a program says of itself, and what the user wrote, is worth more.
 * @param env with `ATIP_SHIMS=off` no shim of ours counts.
 * @param taken names that are described already.
 * @param only names that count. Absent: all.
 * @param which `described`: only programs whose help was saved
 */
export async function readBundledShims(
  env: Environment,
  taken: ReadonlySet<string>,
  only: (name: string) => boolean = () => true,
  which: 'all' | 'described' = 'all',
): Promise<ToolReading[]> {
  const described = await listDescriptions(env);
  const names = new Set([...(isOff(env) || which === 'described' ? [] : listShims()), ...described.names]);
  const missing = [...names].filter((name) => !taken.has(name) && only(name)).sort();
  const find = createExecutableFinder(env);
  const readings = await Promise.all(missing.map((name) => readShim(name, env, find)));
  const found = readings.filter((reading) => reading !== undefined);
  return described.skipped === undefined ? found : [...found, { skipped: described.skipped }];
}

async function readShim(
  name: string,
  env: Environment,
  find: ReturnType<typeof createExecutableFinder>,
): Promise<ToolReading | undefined> {
  const executable = await find(name);
  if (executable === null) return undefined;
  const shim = isOff(env) ? undefined : await loadShim(name);
  const described = await readDescription(name, executable, env);
  if (described === undefined) return shim && ownReading(shim);
  const source = `${executable.foundAs} --help`;
  const text = JSON.stringify(await merged(shim, described));
  const reading = readToolDocument(text, name, { origin: 'bundled', source, place: 'bundled' });
  // Help never lowers an effect of ours, so that the trust table judges both as it judges our shim.
  if (shim && reading.found) noteFound(reading.found.tool, trustRowOf(shim));
  return reading;
}

/** One for each of ours, which nobody changes: a companion lists its tools again and again. */
const OWN = new WeakMap<AtipTool, ToolReading>();

/** Not parsed: a test has done so with each of ours, and with sixty of them it would be a third of what a command takes. */
function ownReading(tool: AtipTool): ToolReading {
  const known = OWN.get(tool);
  if (known !== undefined) return known;
  const found = {
    tool: trustedAt(tool, 'bundled'),
    ...(tool.trust && { claims: tool.trust }),
    origin: 'bundled' as const,
    source: `@atip/shims/${tool.name}`,
    hash: `sha256:${digestOf(JSON.stringify(tool))}` as const,
    issues: [],
  };
  const reading: ToolReading = { found };
  OWN.set(tool, reading);
  return reading;
}

function isOff({ ATIP_SHIMS }: Environment): boolean {
  return ATIP_SHIMS === 'off';
}

/** Effects of what only the installed version has are inferred; what ours states stays. Importers are loaded only for this. */
async function merged(shim: AtipTool | undefined, described: AtipTool): Promise<AtipTool> {
  const { withInferredEffects } = await import('@atip/importers');
  return withInferredEffects(shim === undefined ? described : mergeDescription(shim, described)).tool;
}

export function namesOf(readings: readonly ToolReading[]): ReadonlySet<string> {
  return new Set(readings.flatMap(({ found }) => (found === undefined ? [] : [found.tool.name])));
}

/** The names that readings describe, and those of files that were to describe one and cannot be used: those are theirs too. */
export function claimedNames(readings: readonly ToolReading[]): ReadonlySet<string> {
  const files = readings.flatMap(({ skipped }) => (skipped?.source.endsWith('.json') === true ? [skipped.source] : []));
  return new Set([...namesOf(readings), ...files.map((file) => basename(file, '.json'))]);
}

type Commands = Readonly<Record<string, AtipCommand>>;

/**
 * Lays what the installed version says in its help over our shim. The installed version knows which options there are, the shim
 * what they do. A command of ours stays when the help does not list it; an option that a command's help does not list goes.
 * Trust is that of the less trusted, `inferred`.
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

/** The options that share a flag with one of the help: the help may write several of ours as one. */
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
