import type { Parameter } from '@atip/core';
import type { Completions } from './completion.ts';
import { describeCompletion } from './describe-completion.ts';

const NOTHING: Completions = { values: [], paths: 'none', beforePath: '' };

/**
 * Completes a `key=value` word of `atip run`: keys that are not given yet, then the values that a key has.
 *
 * @param given the words before it that are `key=value`
 */
export function completeCall(parameters: readonly Parameter[], given: readonly string[], current: string): Completions {
  const at = current.indexOf('=');
  if (at < 0) {
    const keys = given.map((word) => word.split('=', 1)[0]);
    const open = parameters.filter((parameter) => isRepeatable(parameter) || !keys.includes(parameter.key));
    const values = open.map(({ key, source }) => describeCompletion(`${key}=`, source.description ?? ''));
    return { ...NOTHING, values };
  }
  const key = current.slice(0, at);
  const parameter = parameters.find((one) => one.key === key) ?? parameters.find((one) => one.narrowKey === key);
  return parameter ? valuesOf(parameter, `${key}=`) : NOTHING;
}

function isRepeatable({ kind, source }: Parameter): boolean {
  return source.type === 'array' || (kind === 'argument' && source.variadic === true);
}

function valuesOf({ source }: Parameter, beforePath: string): Completions {
  const { type, enum: allowed = type === 'boolean' ? [true, false] : [] } = source;
  const values = allowed.map((value) => ({ value: beforePath + String(value), description: '' }));
  const paths = type === 'file' ? 'files' : type === 'directory' ? 'directories' : 'none';
  return { values, paths, beforePath };
}
