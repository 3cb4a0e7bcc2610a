import type { Parameter } from '@atip/core';

/** Plausible values for the parameters that a command requires, by key. */
export function exampleArguments(parameters: readonly Parameter[]): Record<string, unknown> {
  const required = parameters.filter((parameter) => parameter.required);
  return Object.fromEntries(required.map((parameter) => [parameter.key, exampleValue(parameter)]));
}

function exampleValue({ kind, source }: Parameter): unknown {
  const single = source.default ?? source.enum?.[0] ?? exampleOfType(source.type);
  return kind === 'argument' && source.variadic === true && !Array.isArray(single) ? [single] : single;
}

function exampleOfType(type: Parameter['source']['type']): unknown {
  switch (type) {
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return ['example'];
    case 'url':
      return 'https://example.org/';
    case 'file':
      return 'example.txt';
    case 'directory':
      return 'example';
    case 'string':
    case 'enum':
      return 'example';
  }
}
