import { listShims, loadShim } from '@atip/shims';
import { readToolDocument, type ToolReading } from '../documents/tool-document.ts';
import type { Environment } from '../environment/child-environment.ts';
import { findExecutable } from '../executables/find-executable.ts';

/**
 * Describes programs of the PATH that nobody else describes, as far as we bring metadata along for them.
 *
 * They come last: what a program says of itself, and what the user wrote, is worth more. The installed version may be another
 * than the one described; a flag that it does not have, it refuses.
 * @param taken names that are described already.
 */
export async function readBundledShims(env: Environment, taken: ReadonlySet<string>): Promise<ToolReading[]> {
  const missing = listShims().filter((name) => !taken.has(name));
  const readings = await Promise.all(missing.map((name) => readShim(name, env)));
  return readings.filter((reading) => reading !== undefined);
}

async function readShim(name: string, env: Environment): Promise<ToolReading | undefined> {
  if ((await findExecutable(name, env)) === null) return undefined;
  const tool = await loadShim(name);
  return tool && readToolDocument(JSON.stringify(tool), name, { origin: 'bundled', source: `@atip/shims/${name}` });
}

/** The names that readings describe. */
export function namesOf(readings: readonly ToolReading[]): ReadonlySet<string> {
  return new Set(readings.flatMap(({ found }) => (found === undefined ? [] : [found.tool.name])));
}
