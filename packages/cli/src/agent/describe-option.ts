import type { AtipOption } from '@atip/core';
import type { Option } from 'commander';
import { valueType } from './value-type.ts';

/**
 * Describes an option of a command; its type is told by its choices, by whether it takes a value, and by what its usage calls
 * that value.
 *
 * @see ATIP 0.3 §3.5
 */
export function describeOption(option: Option): AtipOption {
  const { argChoices, defaultValue, description, envVar, long, mandatory, short } = option;
  const type = typeOf(option);
  return {
    name: option.name(),
    flags: [short, long].filter((flag) => flag !== undefined),
    type,
    description,
    ...(mandatory && { required: true }),
    ...(argChoices && { enum: [...argChoices] }),
    ...(hasDefault(option) && { default: defaultValue }),
    ...(envVar !== undefined && { envVar }),
    ...(type === 'array' && !isRepeated(option) && { 'x-list-separator': ',' }),
  };
}

function typeOf(option: Option): AtipOption['type'] {
  if (option.isBoolean() || option.negate) return 'boolean';
  if (isRepeated(option)) return 'array';
  if (option.argChoices) return 'enum';
  return valueType(/[<[]([^\]>.]+)/.exec(option.flags)?.[1] ?? '');
}

/** One that takes something away has its default in the option that gives it, and an empty list is none. */
function hasDefault({ defaultValue, negate }: Option): boolean {
  return defaultValue !== undefined && !negate && !(Array.isArray(defaultValue) && defaultValue.length === 0);
}

/** Given once for each value, which a list as its default shows too. */
function isRepeated({ defaultValue, variadic }: Option): boolean {
  return variadic || Array.isArray(defaultValue);
}
