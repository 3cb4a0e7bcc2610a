import type { AtipArgument, AtipParamType } from '@atip/core';

const TYPES: readonly AtipParamType[] = [
  'string',
  'integer',
  'number',
  'boolean',
  'file',
  'directory',
  'url',
  'enum',
  'array',
];

/**
 * Reads an argument as the structure files write it.
 *
 * Shape: `"file:file* Files to print"`: a name, a type (absent: `string`; `a|b|c` is an enum, and so is `--` alone), `?` for optional, `*` for
 * any number, `+` for one or more, and after a space what it is. A value of `"+format"` may start with a plus.
 *
 * `url=https,ftp` lists the schemes that it may have, for a program that would send anything anywhere by others.
 *
 * @throws Error for a type that is none
 */
export function readArgument(text: string): AtipArgument {
  const [, plus = '', name = '', stated = 'string', mark = '', description = ''] =
    /^(\+?)([^:?*+ ]+)(?::([^?*+ ]+))?([?*+]?)(?: (.*))?$/.exec(text) ?? [];
  const values = /^--$|\|/.test(stated) ? stated.split('|') : undefined;
  const [typeName, schemes] = stated.split('=');
  const type = values ? 'enum' : TYPES.find((known) => known === typeName);
  if (name === '' || type === undefined) throw new Error(`not an argument: ${JSON.stringify(text)}`);
  return {
    name,
    type,
    description,
    ...(values && { enum: values }),
    ...(plus !== '' && { 'x-plus': true }),
    ...(schemes !== undefined && { 'x-schemes': schemes.split(',') }),
    required: mark === '' || mark === '+',
    ...((mark === '*' || mark === '+') && { variadic: true }),
  };
}
