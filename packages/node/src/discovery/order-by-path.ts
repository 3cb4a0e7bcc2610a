import { dirname } from 'node:path';
import type { ToolReading } from '../documents/tool-document.ts';
import { type Environment, searchPath } from '../environment/child-environment.ts';

/** As the PATH has them, by name within a directory, those that are elsewhere last: of two programs with one name the PATH's runs. */
export function orderByPath<Reading extends ToolReading>(readings: readonly Reading[], env: Environment): Reading[] {
  const places = new Map<string, number>();
  for (const [index, entry] of searchPath(env).entries()) {
    const directory = entry.replace(/(?<=.)\/+$/, '');
    if (!places.has(directory)) places.set(directory, index);
  }
  const place = ({ found }: ToolReading): number => places.get(dirname(found?.source ?? '')) ?? places.size;
  const source = ({ found }: ToolReading): string => found?.source ?? '';
  return [...readings].sort(
    (one, other) =>
      place(one) - place(other) || (source(one) < source(other) ? -1 : Number(source(one) > source(other))),
  );
}
