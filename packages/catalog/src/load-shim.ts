import { readDocument, readGroup, readIndex, readSummaries } from '#documents';
import { readCloudGroup } from './cloud-group.ts';
import type { ShimSummary, ShimTool } from './shim-tool.ts';
import type { AtipCommand, AtipOption } from '@atip/core';
import { settleLike, vouchFor } from '@atip/core/internal';

/**
 * The document of a program, or undefined for an unknown one. Do not change it: the next caller gets the same object.
 * It describes a version named in `x-source`; the installed one may differ.
 *
 * @param name such as `git`, from `listShims`, or another name of the program: `python` is `python3`
 * @param command the first word of a command, when only this one matters: the others of a large document may be left
 * out, marked by `x-omitted-commands`. A command of a plug-in, `lfs` of git, is joined to the document. Documents of
 * `aws`, `az` and `gcloud` have only the most used commands of a group such as `s3`; with the name of the group as
 * `command` it is complete
 * @throws Error when the package's documents are not built
 * @example
 * ```ts
 * import { loadShim } from '@atip/catalog';
 * const git = await loadShim('git');
 * console.log(git?.['x-source']); // 'help of git 2.39.5'
 * ```
 */
export async function loadShim(name: string, command?: string): Promise<ShimTool | undefined> {
  const { aliases } = readIndex();
  const known = Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
  const tool = await readDocument(known, command);
  if (tool === undefined) return undefined;
  vouchFor(tool);
  if (command === undefined) return tool;
  if (hasCommand(tool, command)) return withGroup(tool, command);
  const { names, plugins } = readIndex();
  const plugin = Object.hasOwn(plugins[known] ?? {}, command) ? plugins[known]?.[command] : undefined;
  if (plugin !== undefined) return joined(tool, [plugin]);
  // A program starts no plug-in for a word that it takes as an argument.
  const takesWords = (tool.commands?.['']?.arguments ?? []).length > 0;
  if (!takesWords && names.includes(`${known}-${command}`)) return joined(tool, [`${known}-${command}`]);
  // The word may be an option's value, and the command come later.
  return joined(tool, Object.values(plugins[known] ?? {}));
}

/**
 * The document of a program with the commands of plug-ins; `loadShim` loads it without. A command that the program has
 * itself is not replaced.
 *
 * @param plugins names of documents, as of `listPlugins`
 * @example
 * ```ts
 * import { loadWithPlugins } from '@atip/catalog';
 * const git = await loadWithPlugins('git', ['git-lfs']);
 * console.log(Object.keys(git?.commands?.['lfs']?.commands ?? {}).includes('track')); // true
 * ```
 */
export async function loadWithPlugins(name: string, plugins: readonly string[]): Promise<ShimTool | undefined> {
  const tool = await loadShim(name);
  return tool && joined(tool, plugins);
}

/**
 * The programs that have plug-ins with a document here, and the names of these documents. Loads nothing.
 * @example
 * ```ts
 * import { listPlugins } from '@atip/catalog';
 * listPlugins().get('git')?.includes('git-extras'); // true
 * ```
 */
export function listPlugins(): ReadonlyMap<string, readonly string[]> {
  const { plugins } = readIndex();
  return new Map(Object.entries(plugins).map(([host, words]) => [host, [...new Set(Object.values(words))]]));
}

/** The commands that a document adds to a host: those of a plug-in, or a program `git-cliff` as the command `cliff` of git. */
function commandsUnder(
  host: string,
  { name, description, commands = {}, ...plugin }: ShimTool,
): [string, AtipCommand][] {
  if (plugin['x-plugin-of'] === host) return Object.entries(commands);
  const { '': own, ...rest } = commands;
  const isAlone = own !== undefined && Object.keys(rest).length === 0;
  return [[name.slice(host.length + 1), isAlone ? own : { description, commands }]];
}

/** Objects are shared, so that core reuses its index of them. */
const JOINED = new WeakMap<ShimTool, Map<string, ShimTool>>();

async function joined(tool: ShimTool, plugins: readonly string[]): Promise<ShimTool> {
  if (plugins.length === 0) return tool;
  const known = JOINED.get(tool) ?? new Map<string, ShimTool>();
  JOINED.set(tool, known);
  const names = [...new Set(plugins)];
  const key = names.join(' ');
  const before = known.get(key);
  if (before) return before;
  const documents = await Promise.all(names.map((plugin) => readDocument(plugin)));
  const added = documents.flatMap((plugin) => (plugin === undefined ? [] : commandsUnder(tool.name, plugin)));
  const whole = { ...tool, commands: { ...tool.commands, ...Object.fromEntries(added), ...tool.commands } };
  vouchFor(whole);
  known.set(key, whole);
  return whole;
}

function hasCommand({ commands = {} }: ShimTool, word: string): boolean {
  return (
    Object.hasOwn(commands, word) || Object.values(commands).some((command) => command['x-aliases']?.includes(word))
  );
}

/** Objects are shared, so that core reuses its index of them. */
const WHOLE = new Map<string, Promise<ShimTool>>();

function withGroup(tool: ShimTool, group: string): ShimTool | Promise<ShimTool> {
  const own = tool.commands?.[group];
  if (own?.['x-omitted-commands'] === undefined) return tool;
  const key = `${tool.name} ${group}`;
  const known = WHOLE.get(key) ?? wholeGroup(tool, group, own);
  WHOLE.set(key, known);
  return known;
}

async function wholeGroup(tool: ShimTool, group: string, own: AtipCommand): Promise<ShimTool> {
  const text = await readGroup(tool.name, group);
  if (text === undefined) return tool;
  const { 'x-omitted-commands': _loaded, ...shown } = own;
  const commands = over(readCloudGroup(text), own.commands ?? {});
  return settleLike(tool, { ...tool, commands: { ...tool.commands, [group]: commands[''] ?? { ...shown, commands } } });
}

/** Commands written by hand replace generated ones. */
function over(all: Record<string, AtipCommand>, curated: Record<string, AtipCommand>): Record<string, AtipCommand> {
  for (const [name, command] of Object.entries(curated)) {
    const below = all[name]?.commands;
    if (below && command.commands) over(below, command.commands);
    else all[name] = { ...command, options: withMissing(command.options, all[name]?.options) };
  }
  return all;
}

/** A curated command may lack options that its source did not have. */
function withMissing(own: readonly AtipOption[] = [], all: readonly AtipOption[] = []): AtipOption[] {
  const flags = new Set(own.flatMap((option) => option.flags));
  return [...own, ...all.filter((option) => !option.flags.some((flag) => flags.has(flag)))];
}

/**
 * The programs with a document in this package, sorted; loads nothing.
 * @example
 * ```ts
 * import { listShims } from '@atip/catalog';
 * listShims().includes('git'); // true
 * ```
 */
export function listShims(): readonly string[] {
  return readIndex().names;
}

/**
 * The programs with a document in this package, by name, with what a list shows of each; loads no document.
 * @example
 * ```ts
 * import { summarizeShims } from '@atip/catalog';
 * (await summarizeShims())['git']?.commands; // 328
 * ```
 */
export function summarizeShims(): Promise<Readonly<Record<string, ShimSummary>>> {
  return readSummaries();
}
