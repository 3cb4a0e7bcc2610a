import type { AtipOption, AtipParamType } from '@atip/core';

/** Types by the name that an author gives a value in the usage line, such as `file` in `--policy <file>`. */
const TYPES: Readonly<Record<string, AtipParamType>> = {
  file: 'file',
  path: 'file',
  filename: 'file',
  filepath: 'file',
  dir: 'directory',
  directory: 'directory',
  folder: 'directory',
  url: 'url',
  port: 'integer',
  number: 'number',
  n: 'number',
};

/** The type of a value that the usage line calls by this name. Any other is a `string`. */
export function valueType(name: string): AtipParamType {
  const key = name.toLowerCase();
  return (Object.hasOwn(TYPES, key) && TYPES[key]) || 'string';
}

/** A default as a document can hold it: one value, or a list of them. A computed one, and an empty list, are none. */
export function defaultOf(value: unknown): { readonly default?: unknown } {
  const isScalar = (item: unknown): boolean =>
    typeof item === 'string' || typeof item === 'boolean' || (typeof item === 'number' && Number.isFinite(item));
  const isKept = Array.isArray(value) ? value.length > 0 && value.every(isScalar) : isScalar(value);
  return isKept ? { default: value } : {};
}

/** The choices of a parameter that a word of a command line can be. */
export function choicesOf(values: unknown): (string | number)[] {
  if (!Array.isArray(values)) return [];
  const words = values.filter((value) => (typeof value === 'string' && value !== '') || typeof value === 'number');
  return [...new Set(words)];
}

/** `--name` for a word, `-n` for a letter. */
export function flagOf(name: string): string {
  return [...name].length === 1 ? `-${name}` : `--${name}`;
}

/** The flags that an option shuts out, or needs. */
export function relationsOf(
  excluded: readonly string[],
  needed: readonly string[],
): Pick<AtipOption, 'x-exclusive' | 'x-depends'> {
  return {
    ...(excluded.length > 0 && { 'x-exclusive': [...excluded] }),
    ...(needed.length > 0 && { 'x-depends': [...needed] }),
  };
}
