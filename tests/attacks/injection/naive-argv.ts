import type { CommandMapping } from '@atip/core';
import { parametersOf } from '@atip/core/internal';

/** The argv of a wrapper that thinks no further: `--name value` for what is an option, then the positionals. */
export function naiveArgv(mapping: CommandMapping, values: Readonly<Record<string, unknown>>): string[] {
  const known = parametersOf(mapping);
  const options: string[] = [];
  const positionals: string[] = [];
  for (const { key, kind, source } of known) {
    const value = values[key];
    const texts = value === undefined ? [] : [value].flat(2).map(String);
    if (kind === 'argument') positionals.push(...texts);
    else if (value === true) options.push(source.flags[0] ?? '');
    else options.push(...texts.flatMap((text) => [source.flags[0] ?? '', text]));
  }
  const names = new Set(known.map(({ key }) => key));
  const unknown = Object.entries(values).filter(([name]) => !names.has(name));
  const guessed = unknown.map(([name, value]) => (value === true ? `--${name}` : `--${name}=${String(value)}`));
  return [...mapping.path, ...options, ...guessed, ...positionals];
}
