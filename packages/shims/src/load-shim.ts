import { LOADERS } from './generated/loaders.ts';
import type { ShimTool } from './shim-tool.ts';

/**
 * The metadata of a program, or undefined for one that this package does not know.
 *
 * Each is a module of its own that is loaded when it is asked for. Who is given one may not change it: the next gets
 * the same object. It describes a version named in `x-source`; the installed one may differ.
 *
 * @param name such as `git`, as `listShims` has it
 */
export async function loadShim(name: string): Promise<ShimTool | undefined> {
  const load = Object.hasOwn(LOADERS, name) ? LOADERS[name] : undefined;
  if (load === undefined) return undefined;
  const { default: tool } = await load();
  Reflect.set(tool, VOUCHED, true);
  return tool;
}

/** Says to `@atip/core` that modes of these documents are believed. Copies by spread keep it, copies as JSON do not. */
const VOUCHED: symbol = Symbol.for('atip.vouched');

/** The programs that this package has metadata for, sorted; nothing is loaded. */
export function listShims(): readonly string[] {
  return Object.keys(LOADERS);
}
