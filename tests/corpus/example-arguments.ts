import type { CommandMapping, Parameter } from '@atip/core';
import { parametersOf } from '@atip/core/internal';

/** Optional options given beside everything that is required. */
const MORE = 3;

/** Arguments as a model might send them to one command. */
export interface Example {
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Texts that have to be found in the argv that comes of them. */
  readonly texts: readonly string[];
}

/**
 * Gives every argument, every required option and a few others a value of their type.
 *
 * @param spelling which of the two property keys is used; numbers and lists come as providers send them
 */
export function exampleFor(mapping: CommandMapping, spelling: 'key' | 'narrowKey'): Example {
  let left = MORE;
  const lists: Parameter[] = [];
  const chosen = parametersOf(mapping).filter((parameter) => {
    if (parameter.kind === 'argument') {
      if (isList(parameter)) lists.push(parameter);
      // Nothing shows where the first of two lists ends, so nothing optional follows it.
      return parameter.required || lists.length < 2;
    }
    if (parameter.required) return true;
    return !parameter.global && parameter.source.flags.every((flag) => /^--?[A-Za-z]/.test(flag)) && left-- > 0;
  });
  const values = chosen.map((parameter) => [parameter[spelling], valueFor(parameter)] as const);
  const texts = values.flatMap(([, value]) => value).filter((value) => typeof value === 'string');
  return { arguments: Object.fromEntries(values), texts };
}

function valueFor(parameter: Parameter): unknown {
  const value = parameter.source.enum?.[0] ?? scalarFor(parameter.source.type);
  return isList(parameter) ? [value, value] : value;
}

function isList({ kind, source }: Parameter): boolean {
  return source.type === 'array' || (kind === 'argument' && source.variadic === true);
}

function scalarFor(type: Parameter['source']['type']): string | number | boolean {
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return 7;
  return type === 'url' ? 'https://example.org/x' : `value of ${type}`;
}
