import type { Parameter } from '@atip/core';

/** Plausible values for the parameters that a command requires, by key. */
export function exampleArguments(parameters: readonly Parameter[]): Record<string, unknown> {
  const required = parameters.filter((parameter) => parameter.required);
  return Object.fromEntries(required.map((parameter) => [parameter.key, exampleValue(parameter)]));
}

const EXAMPLE_VALUES: Readonly<Record<Parameter['source']['type'], unknown>> = {
  integer: 1,
  number: 1,
  boolean: true,
  array: ['example'],
  url: 'https://example.org/',
  file: 'example.txt',
  directory: 'example',
  string: 'example',
  enum: 'example',
};

function exampleValue({ kind, source }: Parameter): unknown {
  const single = source.default ?? source.enum?.[0] ?? EXAMPLE_VALUES[source.type];
  return kind === 'argument' && source.variadic === true && !Array.isArray(single) ? [single] : single;
}
