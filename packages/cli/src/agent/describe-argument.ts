import type { AtipArgument } from '@atip/core';
import type { Argument } from 'commander';
import { valueType } from './value-type.ts';

/** Describes a positional argument of a command. @see ATIP 0.3 §3.4 */
export function describeArgument(argument: Argument): AtipArgument {
  const { argChoices, defaultValue, description, required, variadic } = argument;
  return {
    name: argument.name(),
    type: argChoices ? 'enum' : valueType(argument.name()),
    description,
    required,
    ...(variadic && { variadic }),
    ...(argChoices && { enum: [...argChoices] }),
    ...(defaultValue !== undefined && { default: defaultValue }),
  };
}
