import { ALIASES, LOADERS, type ShimName } from './generated/loaders.ts';
import type { ShimTool } from './shim-tool.ts';
import type { AtipCommand, AtipOption } from '@atip/core';

/**
 * The document of a program, or undefined for an unknown one. Each is a module of its own, loaded on request. Do not
 * change it: the next caller gets the same object. It describes a version named in `x-source`; the installed one may
 * differ.
 *
 * @param name such as `git`, from `listShims`, or another name of the program: `python` is `python3`
 * @param group the first word of a command of `aws`, `az` or `gcloud`, such as `s3`: their documents have the most used
 * commands and count the omitted ones of each group (`x-omitted-commands`); with its name that group is complete. Other
 * tools ignore it
 * @example
 * ```ts
 * import { loadShim } from '@atip/shims';
 * const git = await loadShim('git');
 * console.log(git['x-source']); // 'help of git 2.39.5'
 * ```
 */
export function loadShim<Name extends ShimName>(name: Name, group?: string): Promise<ShimTool>;
export function loadShim(name: string, group?: string): Promise<ShimTool | undefined>;
export async function loadShim(name: string, group?: string): Promise<ShimTool | undefined> {
  const known = Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name;
  const load = Object.hasOwn(LOADERS, known) ? LOADERS[known] : undefined;
  if (load === undefined) return undefined;
  // A bundle may contain large documents in pieces, one for each command, so that a line loads no more than it needs.
  const { default: tool } = await load(group);
  Reflect.set(tool, VOUCHED, true);
  return group === undefined ? tool : withGroup(tool, group);
}

/** Objects are shared, so that core reuses its index of them. */
const WHOLE = new Map<string, Promise<ShimTool>>();

function withGroup(tool: ShimTool, group: string): ShimTool | Promise<ShimTool> {
  const own = tool.commands?.[group];
  if (own?.['x-omitted-commands'] === undefined) return tool;
  const key = `${tool.name} ${group}`;
  const known = WHOLE.get(key) ?? readGroup(tool, group, own);
  WHOLE.set(key, known);
  return known;
}

async function readGroup(tool: ShimTool, group: string, own: AtipCommand): Promise<ShimTool> {
  const [{ CLOUDS }, { readCloudGroup }] = await Promise.all([
    import('./generated/clouds.ts'),
    import('./cloud-group.ts'),
  ]);
  const text = await CLOUDS[tool.name]?.[group]?.();
  if (text === undefined) return tool;
  const { 'x-omitted-commands': _loaded, ...shown } = own;
  const commands = over(readCloudGroup(text.default), own.commands ?? {});
  return { ...tool, commands: { ...tool.commands, [group]: commands[''] ?? { ...shown, commands } } };
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

/** Tells `@atip/core` to believe the modes of these documents. Copies by spread keep it, copies as JSON do not. */
const VOUCHED: symbol = Symbol.for('atip.vouched');

/**
 * The programs with a document in this package, sorted; loads nothing.
 * @example
 * ```ts
 * import { listShims } from '@atip/shims';
 * listShims().includes('git'); // true
 * ```
 */
export function listShims(): readonly string[] {
  return Object.keys(LOADERS);
}
