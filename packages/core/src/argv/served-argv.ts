import { isAbsent, parametersOf, valueFor } from '../commands/parameters.ts';
import { ArgumentValidationError } from '../errors/execute-errors.ts';
import { setOwn } from '../json/is-record.ts';
import type { CommandMapping } from '../types/tool.ts';

/**
 * Writes a checked call of an MCP server's tool as an argv, for people, the record and the host. No program has such a
 * name, so nothing can start it.
 *
 * Shape: `read_file` of `files` with `{ path: "a" }` → `["mcp:files", "read_file", "{\"path\":\"a\"}"]`
 *
 * @throws ArgumentValidationError as `jsonOf`
 */
export function servedArgv(mapping: CommandMapping, args: Readonly<Record<string, unknown>>): [string, ...string[]] {
  return [`mcp:${mapping.tool.name}`, mapping.path.join('/'), jsonOf(mapping, args)];
}

/**
 * Writes checked arguments as the JSON object that a server, or a program with `x-json-input`, takes.
 *
 * Shape: `{ path: "a" }` → `"{\"path\":\"a\"}"`, with the names of the document.
 *
 * @throws ArgumentValidationError when a JSON value is malformed
 */
export function jsonOf(mapping: CommandMapping, args: Readonly<Record<string, unknown>>): string {
  const given: Record<string, unknown> = {};
  for (const parameter of parametersOf(mapping)) {
    const { source, kind, key } = parameter;
    const value = valueFor(parameter, args);
    if (isAbsent(value)) continue;
    const isJson = kind === 'option' && source['x-json'] === true && typeof value === 'string';
    setOwn(given, source.name, isJson ? parsed(value, key) : value);
  }
  return JSON.stringify(given);
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
