import type { AtipTool, AtipCommand, AtipEffects, AtipOption } from '@atip/core';
import { mergeEffects } from '@atip/core/execute';
import { noteFound, settleLike, stated, trustRowOf } from '@atip/core/internal';
import { listPlugins, listShims, loadShim, loadWithPlugins, summarizeShims } from '@atip/catalog';
import { basename, delimiter, dirname, join } from 'node:path';
import { type ToolSummary, listDescriptions, readDescription } from './list-tools.ts';
import { type FoundTool, readToolDocument, type ToolReading } from '../documents/tool-document.ts';
import { listJsonFiles } from '../documents/read-tool-directories.ts';
import { MOST_TRUST, trustedAt } from '../documents/trust-at.ts';
import { describeEffects } from '../files/describe-effects.ts';
import { xdgPaths } from '../process/xdg-paths.ts';
import type { Environment } from '../process/child-environment.ts';
import { createExecutableFinder, type Executable, findExecutable } from '../executables/find-executable.ts';
import { digestOf } from '../files/read-bounded-file.ts';

/**
 * Describes programs of the PATH without another document: by our shims, by their saved help (`atip describe --save`),
 * or both. They come last, because a program's own document and the user's are worth more. @param env with
 * `ATIP_SHIMS=off` our shims are ignored. @param taken names with a document. @param only names to read. Absent: all.
 * @param bundled as of `listTools`
 */
export async function readBundledShims(
  env: Environment,
  taken: ReadonlySet<string>,
  only: (name: string) => boolean = () => true,
  bundled: BundledSelection = () => true,
): Promise<ToolReading[]> {
  const described = listDescriptions(env);
  const isWanted = typeof bundled === 'string' ? await changedNames(described, env, bundled) : bundled;
  const bundledNames = isOff(env) ? [] : programNames();
  const names = new Set([...bundledNames, ...described.names]);
  const missing = [...names].filter((name) => !taken.has(name) && only(name) && isWanted(name)).sort();
  // For a few names, looking in each directory costs less than listing all of them.
  const find = missing.length > FEW ? createExecutableFinder(env) : (name: string) => findExecutable(name, env);
  const readings = await Promise.all(missing.map((name) => readShim(name, described.names.includes(name), env, find)));
  const found = readings.filter((reading) => reading !== undefined);
  return [...found, ...described.skipped.map((skipped) => ({ skipped }))];
}

const FEW = 8;

/**
 * The bundled documents to read, by name. `rewritten`: those that saved help or an override changes; `changed`: also
 * those to which plug-ins add commands.
 */
export type BundledSelection = 'rewritten' | 'changed' | ((name: string) => boolean);

type FindProgram = (name: string) => Promise<Executable | null>;

/** The plug-ins of a program that this machine has. */
async function installedPlugins(host: string, env: Environment, find: FindProgram): Promise<readonly string[]> {
  const plugins = listPlugins().get(host) ?? [];
  const program = plugins.length > 0 ? await find(host) : null;
  if (program === null) return [];
  const there = await Promise.all(
    plugins.map(async (plugin) => {
      const PATH = pluginPlaces(program, plugin, env).join(delimiter);
      return ((await find(plugin)) ?? (await findExecutable(plugin, { ...env, PATH }))) !== null;
    }),
  );
  return plugins.filter((_plugin, at) => there[at]);
}

/** Where a program looks for a plug-in besides the PATH. */
function pluginPlaces({ foundAs, path }: Executable, plugin: string, env: Environment): readonly string[] {
  const host = basename(foundAs);
  if (host === 'git') return ['../lib/git-core', '../libexec/git-core'].map((place) => join(dirname(path), place));
  return host === 'gh' ? [join(xdgPaths(env).data, '../gh/extensions', plugin)] : [];
}

/** Names of the programs with a bundled document. Plug-ins are parts of their hosts, and no tools of their own. */
function programNames(): readonly string[] {
  const plugins = new Set([...listPlugins().values()].flat());
  return listShims().filter((name) => !plugins.has(name));
}

/**
 * Makes a function that is true for the names of tools that saved help, an override or, with `changed`, a plug-in
 * changes. If the overrides cannot be listed, it is true for every name.
 */
async function changedNames(
  described: { readonly names: readonly string[] },
  env: Environment,
  kind: 'rewritten' | 'changed',
): Promise<(name: string) => boolean> {
  const { paths, skipped } = listJsonFiles(xdgPaths(env).overrides);
  const hosts = kind === 'changed' ? (await extendedHosts(env, createExecutableFinder(env))).keys() : [];
  const names = new Set([...described.names, ...paths.map((path) => basename(path, '.json')), ...hosts]);
  return (name) => skipped.length > 0 || names.has(name);
}

/** The programs to which plug-ins of this machine add commands, with these plug-ins. */
async function extendedHosts(env: Environment, find: FindProgram): Promise<ReadonlyMap<string, readonly string[]>> {
  const hosts = isOff(env) ? [] : [...listPlugins().keys()];
  const plugins = await Promise.all(hosts.map((host) => installedPlugins(host, env, find)));
  return new Map(hosts.map((host, at) => [host, plugins[at] ?? []] as const).filter(([, all]) => all.length > 0));
}

/**
 * Summarizes the programs of the PATH whose bundled document nothing on this machine changes, by the catalog's index.
 * With `rewritten` it adds the commands of plug-ins; a program with plug-ins then has no hash.
 * @param taken names with another document
 */
export async function summarizeBundled(
  taken: ReadonlySet<string>,
  env: Environment,
  find: FindProgram,
  kind: 'rewritten' | 'changed' = 'changed',
): Promise<ToolSummary[]> {
  const all = await summarizeShims();
  // With `changed`, no program with plug-ins is among the rows.
  const extended = kind === 'rewritten' ? await extendedHosts(env, find) : undefined;
  const isChanged = await changedNames(listDescriptions(env), env, kind);
  const names = isOff(env) ? [] : programNames().filter((name) => !taken.has(name) && !isChanged(name));
  const rows = names.map(async (name): Promise<ToolSummary[]> => {
    const [own, program] = [all[name], await find(name)];
    if (own === undefined || program === null) return [];
    const parts = [own, ...(extended?.get(name) ?? []).flatMap((plugin) => all[plugin] ?? [])];
    return [
      {
        name,
        version: own.version,
        description: own.description,
        origin: 'bundled' as const,
        source: sourceOf(name),
        hash: parts.length === 1 ? own.hash : undefined,
        trust: MOST_TRUST.bundled,
        commands: parts.reduce((sum, { commands }) => sum + commands, 0),
        partial: false,
        may: describeEffects(
          parts.flatMap(({ effects }) => effects),
          parts.some(({ isRaised }) => isRaised === true),
        ),
        program: program.path,
      },
    ];
  });
  return (await Promise.all(rows)).flat();
}

/** The place of a bundled document, as a list shows it. */
export function sourceOf(name: string): string {
  return `@atip/catalog/${name}`;
}

async function readShim(
  name: string,
  isDescribed: boolean,
  env: Environment,
  find: FindProgram,
): Promise<ToolReading | undefined> {
  const executable = await find(name);
  if (executable === null) return undefined;
  const shim = isOff(env) ? undefined : await loadWithPlugins(name, await installedPlugins(name, env, find));
  const described = isDescribed ? await readDescription(name, executable, env) : undefined;
  if (described === undefined) return shim && ownReading(shim);
  const source = `${executable.foundAs} --help`;
  const text = JSON.stringify(await merged(shim, described));
  const reading = readToolDocument(text, name, {
    origin: shim === undefined ? 'described' : 'bundled',
    source,
    place: 'bundled',
  });
  // Saved help never lowers an effect of ours, so the trust table treats both like our shim. Its modes are not ours.
  if (shim && reading.found) noteFound(reading.found.tool, { ...trustRowOf(shim), vouched: false });
  return reading;
}

/** One object for each shim, which never changes: a companion lists its tools again and again. */
const OWN = new WeakMap<AtipTool, ToolReading>();

/** Does not parse the document: a test parses each shim, and parsing sixty would take a third of a command's time. */
function ownReading(tool: AtipTool): ToolReading {
  const known = OWN.get(tool);
  if (known !== undefined) return known;
  let hash: FoundTool['hash'] | undefined;
  const found = {
    tool: trustedAt(tool, 'bundled'),
    claims: tool.trust,
    origin: 'bundled' as const,
    source: sourceOf(tool.name),
    // Few readers want it, and of a large document it takes as long as reading it.
    get hash() {
      hash ??= `sha256:${digestOf(JSON.stringify(tool))}`;
      return hash;
    },
    issues: [],
  };
  const reading: ToolReading = { found };
  OWN.set(tool, reading);
  return reading;
}

/**
 * Our document of a program, whether or not this machine has the program.
 * @param words first words of commands that are wanted: those of plug-ins are joined to it, installed or not
 */
export async function bundledTool(
  name: string,
  env: Environment,
  words: readonly string[] = [],
): Promise<FoundTool | undefined> {
  const tool = await loadBundled(name, env);
  if (tool === undefined) return undefined;
  const joined = await Promise.all(words.map(async (word) => own((await loadShim(name, word))?.commands ?? {}, word)));
  const missing = words.flatMap((word, at) => {
    const command = Object.hasOwn(tool.commands ?? {}, word) ? undefined : joined[at];
    return command === undefined ? [] : [[word, command] as const];
  });
  return missing.length === 0
    ? ownReading(tool).found
    : ownReading(settleLike(tool, { ...tool, commands: { ...tool.commands, ...Object.fromEntries(missing) } })).found;
}

export async function loadBundled(name: string, env: Environment): Promise<AtipTool | undefined> {
  return isOff(env) ? undefined : loadShim(name);
}

function isOff({ ATIP_SHIMS }: Environment): boolean {
  return ATIP_SHIMS === 'off';
}

/**
 * Effects of parts that only the installed version has are inferred; our statements stay. Importers are loaded only for
 * this.
 */
async function merged(shim: AtipTool | undefined, described: AtipTool): Promise<AtipTool> {
  const { withInferredEffects } = await import('@atip/importers');
  return withInferredEffects(shim === undefined ? described : mergeDescription(shim, described)).tool;
}

export function namesOf(readings: readonly ToolReading[]): ReadonlySet<string> {
  return new Set(readings.flatMap(({ found }) => (found === undefined ? [] : [found.tool.name])));
}

type Commands = Readonly<Record<string, AtipCommand>>;

/**
 * Merges the installed version's help into our shim. The help knows the options that exist, the shim their effects. Our
 * command stays if the help does not list it; an option that a command's help does not list is removed. Trust is the
 * lower one, `inferred`.
 */
export function mergeDescription(ours: AtipTool, installed: AtipTool): AtipTool {
  const globalOptions = mergeOptions(ours.globalOptions, installed.globalOptions, ownOptions(ours));
  const commands = mergeCommands(ours.commands, installed.commands, ours.globalOptions);
  return stated({
    ...ours,
    version: installed.version === 'unknown' ? ours.version : installed.version,
    trust: { source: 'inferred' as const },
    globalOptions,
    commands,
  });
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
  // If one side has a group and the other a command, ours stays unchanged.
  if ((ours.commands === undefined) !== (installed.commands === undefined)) return ours;
  const options = mergeOptions(ours.options, installed.options, globalOptions);
  const commands = ours.commands && mergeCommands(ours.commands, installed.commands);
  const args = ours.arguments ?? installed.arguments;
  return stated({
    ...ours,
    description: ours.description || installed.description,
    arguments: args,
    options,
    commands,
  });
}

/** @param elsewhere our options that the help may list here: the tool's own, or global ones. */
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

/** The options that share a flag with one of the help: the help may combine several of ours. */
function sharing({ flags }: AtipOption, options: readonly AtipOption[]): readonly AtipOption[] {
  return options.filter((option) => option.flags.some((flag) => flags.includes(flag)));
}

/** Shape of the first equal option, the worst effects of all. */
function mergeOption(same: readonly AtipOption[], installed: AtipOption, elsewhere: readonly AtipOption[]): AtipOption {
  const effects = worstEffects([...same, ...elsewhere]);
  const [ours] = same;
  if (ours === undefined) return effects ? { ...installed, 'x-effects': effects } : installed;
  // If one side has a switch and the other a value, the installed version is right, because it runs.
  const isSwitch = ({ type, ...option }: AtipOption): boolean => type === 'boolean' || option['x-count'] === true;
  const shape = isSwitch(ours) === isSwitch(installed) ? ours : installed;
  return stated({
    ...shape,
    flags: installed.flags,
    description: ours.description || installed.description,
    'x-effects': effects,
  });
}

function worstEffects(options: readonly AtipOption[]): AtipEffects | undefined {
  const known = options.flatMap((option) => option['x-effects'] ?? []);
  return known.length === 0 ? undefined : mergeEffects(...known);
}
