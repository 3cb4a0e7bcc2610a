import type { Parameter } from '@atip/core';
import { takesMany } from '@atip/core/internal';

/** Plausible values for the parameters that a command requires, by key. */
export function exampleArguments(parameters: readonly Parameter[]): Record<string, unknown> {
  const required = parameters.filter((parameter) => parameter.required);
  return Object.fromEntries(required.map((parameter) => [parameter.key, exampleValue(parameter)]));
}

const EXAMPLES: Readonly<Record<string, unknown>> = {
  integer: 1,
  number: 1,
  boolean: true,
  array: ['example'],
  url: 'https://example.org/',
  file: 'example.txt',
};

function exampleOf(type: string): unknown {
  return EXAMPLES[type] ?? 'example';
}

function exampleValue(parameter: Parameter): unknown {
  const { source } = parameter;
  const single = source.default ?? source.enum?.[0] ?? exampleOf(source.type);
  return takesMany(parameter) && source.type !== 'array' && !Array.isArray(single) ? [single] : single;
}
