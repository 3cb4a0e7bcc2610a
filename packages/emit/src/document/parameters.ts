import { stated } from '@atip/core/internal';
import type { AtipOption, AtipParamType } from '@atip/core';

/** The type of a value, and the separator of a list in one value. */
export type ValueType = AtipParamType | Pick<AtipOption, 'type' | 'x-list-separator'>;

/** Types by the names of values in usage lines, such as `url` in `--from <url>`. */
export type ValueTypes = Readonly<Record<string, ValueType>>;

/** The type of a value by its name in the usage line. */
export type TypeOf = (name: string) => Pick<AtipOption, 'type' | 'x-list-separator'>;

/** Types by the names that authors give values in usage lines, such as `file` in `--policy <file>`. */
const TYPES: ReadonlyMap<string, AtipParamType> = new Map(
  Object.entries({
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
  } as const),
);

/** Types values by their names: the author's own types first, `string` last. */
export function typesOf(own: ValueTypes): TypeOf {
  return (name) => {
    const type = Object.hasOwn(own, name) ? own[name] : TYPES.get(name.toLowerCase());
    return typeof type === 'object' ? type : { type: type ?? 'string' };
  };
}

/**
 * A default that a document can contain: one value, or a list of values. Computed defaults and empty lists are dropped.
 */
export function defaultOf(value: unknown): { readonly default?: unknown } {
  const isScalar = (item: unknown): boolean =>
    typeof item === 'string' || typeof item === 'boolean' || (typeof item === 'number' && Number.isFinite(item));
  const isKept = Array.isArray(value) ? value.length > 0 && value.every(isScalar) : isScalar(value);
  return isKept ? { default: value } : {};
}

/** The choices of a parameter that fit into a word of a command line. */
export function choicesOf(values: unknown): (string | number)[] {
  if (!Array.isArray(values)) return [];
  const words = values.filter((value) => (typeof value === 'string' && value !== '') || typeof value === 'number');
  return [...new Set(words)];
}

/** `--name` for a word, `-n` for a letter. */
export function flagOf(name: string): string {
  return [...name].length === 1 ? `-${name}` : `--${name}`;
}

export function relationsOf(
  excluded: readonly string[],
  needed: readonly string[],
): Pick<AtipOption, 'x-exclusive' | 'x-depends'> {
  return stated({
    'x-exclusive': excluded.length > 0 ? [...excluded] : undefined,
    'x-depends': needed.length > 0 ? [...needed] : undefined,
  });
}

/** Merges two options that turn something on and off into one, with both descriptions. */
export function withNegative(option: AtipOption, flags: readonly string[], description: string): AtipOption {
  const off = description === '' ? '' : `${flags.at(-1) ?? ''}: ${description}`;
  const both = [option.description, off].filter((text) => text !== '').join('; ');
  return { ...option, flags: [...option.flags, ...flags], description: both };
}
