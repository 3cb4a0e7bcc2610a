import type { AtipParamType } from '@atip/core';

/** What a value's name in the usage line says about its type. */
const TYPES: Readonly<Record<string, AtipParamType>> = {
  file: 'file',
  path: 'file',
  old: 'file',
  new: 'file',
  dir: 'directory',
  directory: 'directory',
  url: 'url',
  n: 'integer',
  number: 'integer',
  levels: 'integer',
  port: 'integer',
  names: 'array',
};

/** The type of a value that usage calls by this name, such as `file` in `--policy <file>`. Any other is a `string`. */
export function valueType(name: string): AtipParamType {
  return (Object.hasOwn(TYPES, name) && TYPES[name]) || 'string';
}
