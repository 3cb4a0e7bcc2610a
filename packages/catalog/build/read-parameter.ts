import { stated } from '@atip/core/internal';
import type { AtipArgument, AtipOption, AtipParamType } from '@atip/core';

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
 * Reads an argument in the form of the structure files.
 *
 * Shape: `"file:file* Files to print"`: a name, a type (absent: `string`; `a|b|c` is an enum, and so is `--` alone),
 * `?` for optional, `*` for any number, `+` for one or more, `&` for a command line that ends the options, and after a
 * space its description. A value of `"+format"` may start with a plus.
 *
 * `url=https,ftp` lists its allowed schemes, for a program that could send data anywhere with others.
 *
 * @throws Error for an unknown type
 */
export function readArgument(text: string): AtipArgument {
  const [, plus = '', name = '', typed = 'string', mark = '', rest = '', description = ''] =
    /^(\+?)([^:?*+& ]+)(?::([^?*+& ]+))?([?*+]?)(&?)(?: (.*))?$/.exec(text) ?? [];
  const values = /^--$|\|/.test(typed) ? typed.split('|') : undefined;
  const [typeName, schemes] = typed.split('=');
  const type = values ? 'enum' : TYPES.find((known) => known === typeName);
  if (name === '' || type === undefined) throw new Error(`not an argument: ${JSON.stringify(text)}`);
  return stated({
    name,
    type,
    description,
    enum: values,
    'x-plus': plus !== '' || undefined,
    'x-schemes': schemes?.split(','),
    required: mark === '' || mark === '+',
    variadic: mark === '*' || mark === '+' || undefined,
    'x-rest': rest !== '' || undefined,
    'x-command': rest !== '' || undefined,
  });
}

/**
 * Reads an option in the form of the structure files.
 *
 * Shape: `"-U --unified:integer Lines of context"`: flags, of which the last one names it, a type as of an argument
 * (absent: it is on or off), and after a space its description. `"-b =new-branch:string"` has the name after a sign,
 * because no flag contains it.
 *
 * After the type, `?` means an optional value, which is attached (`--color[=WHEN]`), `*` for a flag that
 * repeats, `*2` for one that takes that many words, `#` for a number that may be the flag (`head -5`); and after these
 * `-` for a value that may start with a dash.
 *
 * @throws Error for an unknown type, and for a name without a flag
 */
export function readOption(text: string): AtipOption {
  const words = text.split(' ');
  const count = words.findIndex((word) => !/^[-+=]/.test(word));
  const [, last = '', typed = 'boolean', mark = '', size = '', dash = ''] =
    /^([^:]+)(?::([^:?*#]+?)([?*#]?)(\d*)(-?))?$/.exec(words[count - 1] ?? '') ?? [];
  const values = typed.includes('|') ? typed.split('|') : undefined;
  const type = values ? 'enum' : TYPES.find((known) => known === typed);
  const description = words.slice(count).join(' ');
  const flags = [...words.slice(0, Math.max(count - 1, 0)), ...(last.startsWith('=') ? [] : [last])];
  const isWhole = last !== '' && type !== undefined && description !== '' && (size === '' || mark === '*');
  if (!isWhole || flags.length === 0 || flags.some((flag) => flag.startsWith('=')))
    throw new Error(`not an option: ${JSON.stringify(text)}`);
  return stated({
    // A numeric property comes first in every object, regardless of the order of parameters.
    name: last.replace(/^[-+=]+/, '').replace(/^\d+$/, 'flag-$&'),
    flags,
    type: mark === '*' ? 'array' : type,
    description,
    enum: values,
    'x-optional-value': mark === '?' || undefined,
    'x-number-flag': mark === '#' || undefined,
    'x-words': size !== '' ? Number(size) : undefined,
    'x-dash': dash !== '' || undefined,
  });
}
