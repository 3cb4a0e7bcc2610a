import { isAbsent, parametersOf, valueFor } from '../commands/parameters.ts';
import { ArgumentValidationError } from '../json/execute-errors.ts';
import { setOwn } from '../json/is-record.ts';
import type { CommandMapping } from '../types/tool.ts';

/**
 * The object that a server, or a program with `x-json-input`, takes for checked arguments.
 *
 * Shape: `{ path: "a" }`, with the names of the document.
 *
 * @throws ArgumentValidationError when a JSON value is malformed
 */
export function objectOf(
  mapping: CommandMapping,
  args: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const given: Record<string, unknown> = {};
  for (const parameter of parametersOf(mapping)) {
    const { source, kind, key } = parameter;
    const value = valueFor(parameter, args);
    if (isAbsent(value)) continue;
    const isJson = kind === 'option' && source['x-json'] === true && typeof value === 'string';
    setOwn(given, source.name, isJson ? parsed(value, key) : value);
  }
  return given;
}

function parsed(text: string, parameter: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const message = `"${parameter}" must be JSON.`;
    throw new ArgumentValidationError([{ code: 'INVALID_FORMAT', message, parameter }]);
  }
}
