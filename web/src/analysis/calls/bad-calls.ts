/** Ways in which a model's call goes wrong. */
import type { Parameter, Provider } from '@atip/core';
import { exampleArguments } from '../../state/example-arguments.ts';
import { type AskedCall, responseText } from '../../state/response-text.ts';

export interface BadCall {
  /** For example `"“branches” is missing"`. */
  readonly title: string;
  /** What the model would have sent: a call, or a response that does not even parse. */
  readonly sent: AskedCall | string;
}

/** A value that is an option to a program which looks for dashes. */
const LIKE_AN_OPTION = '--output=/etc/passwd';
/** A value that runs something where a shell reads it. */
const LIKE_A_COMMAND = '$(touch ran); rm -rf ~ `id`';

/** Broken variants of a call; what it lacks is filled in first, so that each has one fault. */
export function badCalls(call: AskedCall, parameters: readonly Parameter[], provider: Provider): readonly BadCall[] {
  const base = { ...exampleArguments(parameters), ...call.arguments };
  const withArguments = (args: Readonly<Record<string, unknown>>): AskedCall => ({ name: call.name, arguments: args });
  return [
    { title: 'The response is cut off', sent: cutOff(responseText(provider, withArguments(base))) },
    { title: 'The command’s name has a typing mistake', sent: { name: swapped(call.name), arguments: base } },
    ...missing(base, parameters, withArguments),
    ...mistyped(base, parameters, withArguments),
    { title: 'A parameter that does not exist', sent: withArguments({ ...base, 'no-such-parameter': true }) },
    ...injected(base, parameters, withArguments),
  ];
}

type Make = (args: Readonly<Record<string, unknown>>) => AskedCall;

function missing(base: AskedCall['arguments'], parameters: readonly Parameter[], make: Make): readonly BadCall[] {
  const required = parameters.find((parameter) => parameter.required);
  if (required === undefined) return [];
  const { [required.key]: _left, ...rest } = base;
  return [{ title: `“${required.key}” is missing`, sent: make(rest) }];
}

function mistyped(base: AskedCall['arguments'], parameters: readonly Parameter[], make: Make): readonly BadCall[] {
  const strict = parameters.find(({ source }) => /^(?:integer|number|boolean|enum)$/.test(source.type) || source.enum);
  const parameter = strict ?? parameters[0];
  if (parameter === undefined) return [];
  return [{ title: `“${parameter.key}” is an object`, sent: make({ ...base, [parameter.key]: { value: 'many' } }) }];
}

function injected(base: AskedCall['arguments'], parameters: readonly Parameter[], make: Make): readonly BadCall[] {
  const free = parameters.filter(({ source }) => /^(?:string|file|directory|array)$/.test(source.type) && !source.enum);
  const parameter = free.find(({ kind }) => kind === 'argument') ?? free[0];
  if (parameter === undefined) return [];
  const { key, kind, source } = parameter;
  const isList = source.type === 'array' || (kind === 'argument' && source.variadic === true);
  const value = (text: string): AskedCall => make({ ...base, [key]: isList ? [text] : text });
  return [
    { title: `“${key}” looks like an option`, sent: value(LIKE_AN_OPTION) },
    { title: `“${key}” holds commands for a shell`, sent: value(LIKE_A_COMMAND) },
  ];
}

/** In the middle of what it says, as when the model's limit was reached. */
function cutOff(text: string): string {
  return text.slice(0, Math.floor(text.length * 0.6));
}

/** Two letters in each other's place, as in `git_lgo`; with one more letter where they are the same. */
function swapped(name: string): string {
  const [last = '', before = ''] = [name.at(-1), name.at(-2)];
  return last === before || name.length < 3 ? `${name}x` : `${name.slice(0, -2)}${last}${before}`;
}
