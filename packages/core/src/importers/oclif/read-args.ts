import { isRecord } from '../../json/is-record.ts';
import type { AtipArgument } from '../../types/parameter.ts';
import { recordsOf, textOf } from '../shared/fields.ts';
import type { Fields } from '../shared/read-foreign.ts';
import type { OclifCode } from './oclif-losses.ts';
import { isDiscouraged } from './is-discouraged.ts';
import { presetOf, valuesOf } from './read-flags.ts';

/** The positional arguments of a command, in their order: an object by name, or the list of older versions. */
export function readArgs(
  { args, strict }: Fields,
  fill: (text: unknown) => string,
  lose: (code: OclifCode) => void,
): AtipArgument[] {
  const entries = isRecord(args)
    ? Object.entries(args).flatMap(([name, arg]) =>
        isRecord(arg) ? [[textOf(arg['name']) || name, arg] as const] : [],
      )
    : recordsOf(args).map((arg, at) => [textOf(arg['name']) || `argument${at + 1}`, arg] as const);
  const read = entries.map(([name, arg]): AtipArgument => {
    const values = valuesOf(arg['options']);
    return {
      name,
      ...(values.length > 0 ? { type: 'enum', enum: values } : { type: 'string' }),
      description: fill(arg['summary']) || fill(arg['description']),
      ...presetOf(arg['default'], false, lose),
      ...(arg['required'] !== true && { required: false }),
      ...(arg['multiple'] === true && { variadic: true }),
      ...(isDiscouraged(arg) && { 'x-deprecated': true }),
    };
  });
  // Not strict: the program takes more than it names, of which it says nothing.
  if (strict !== false) return read;
  const last = read.at(-1);
  if (last === undefined)
    return [{ name: 'arguments', type: 'string', description: '', required: false, variadic: true }];
  return [...read.slice(0, -1), { ...last, variadic: true }];
}
