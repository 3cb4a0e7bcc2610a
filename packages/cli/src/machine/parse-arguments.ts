import { type CommandMapping, type Parameter, parametersOf } from '@atip/core';
import { CliError } from '../cli-error.ts';
import { EXIT } from '../exit-code.ts';

/**
 * Reads `key=value` words as a call's arguments, by the type that each parameter has.
 *
 * Shape: `["draft=true", "label=a", "label=b"]` → `{ draft: true, label: ["a", "b"] }`; a list may also be JSON, `label=["a","b"]`.
 * Numbers stay as they were typed: whoever checks the call converts them where nothing is lost.
 * A key that the command does not have stays as it is: the check of the call refuses it, and puts that on record.
 * @throws CliError `usage` for what is no `key=value`, `invalid` for a key that is given twice and takes one value, and for a list
 * that is no JSON. No message contains a value.
 */
export function parseArguments(words: readonly string[], mapping: CommandMapping): Record<string, unknown> {
  const parameters = parametersOf(mapping);
  const given = new Map<Parameter, string[]>();
  const unknown: [string, string][] = [];
  for (const word of words) {
    const [key, value] = splitWord(word);
    const parameter = find(parameters, key);
    if (parameter) given.set(parameter, [...(given.get(parameter) ?? []), value]);
    else unknown.push([key, value]);
  }
  const known = [...given].map(([parameter, values]) => [parameter.key, readValue(parameter, values)] as const);
  return Object.fromEntries([...known, ...unknown]);
}

function splitWord(word: string): readonly [key: string, value: string] {
  const at = word.indexOf('=');
  if (at > 0) return [word.slice(0, at), word.slice(at + 1)];
  throw new CliError(EXIT.usage, 'Arguments are written as key=value, and one of them is not.');
}

/** A key as it is spelt wins over another parameter's second spelling. */
function find(parameters: readonly Parameter[], key: string): Parameter | undefined {
  return parameters.find((one) => one.key === key) ?? parameters.find((one) => one.narrowKey === key);
}

function readValue({ key, kind, source }: Parameter, values: readonly string[]): unknown {
  const isList = source.type === 'array' || (kind === 'argument' && source.variadic === true);
  const [first = ''] = values;
  if (values.length > 1 && !isList) throw new CliError(EXIT.invalid, `${key} is given twice and takes one value.`);
  if (isList) return values.length === 1 && first.startsWith('[') ? readList(key, first) : values;
  return source.type === 'boolean' && (first === 'true' || first === 'false') ? first === 'true' : first;
}

function readList(key: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const item = JSON.stringify(['[…']);
    throw new CliError(
      EXIT.invalid,
      `${key} begins like a JSON list and is none. A list of one text that begins with [ is written ${key}=${item}.`,
    );
  }
}
