import { didYouMean, nearNames } from '../json/near-names.ts';
import { type ParameterShape, shapeOf } from '../commands/parameter-shape.ts';
import { isAbsent, type Parameter, parametersOf, valuesFor } from '../commands/parameters.ts';
import { getOwn, isRecord, setOwn, asRecord } from '../json/is-record.ts';
import type { ToolCall } from '../types/call.ts';
import type { CommandMapping, AtipCommand } from '../types/tool.ts';
import type {
  ArgumentErrorCode,
  ArgumentProblem,
  ArgumentWarningCode,
  ToolCallValidation,
  ValidationSettings,
  CallInput,
} from '../types/validation.ts';
import { type Checked, checkScalar, problemWithText } from './check-scalar.ts';
import { loneSurrogateIn } from '../json/hidden-characters.ts';

/**
 * Validates a model's arguments for one command, and returns all problems and the accepted values.
 *
 * Shape: `{ arguments: { limit: "5", draft: null } }` → `{ valid: true, arguments: { limit: 5 }, errors: [], … }`.
 * Null for an optional parameter means "not given", as strict schemas send it; an empty list does too. Unknown
 * parameters are dropped with a warning, or errors with `refuseExtra`: they never reach a command line. Messages never
 * contain a value.
 *
 * @param settings `environment` satisfies required options that the process reads from its environment; use
 * `refuseExtra` for a call that will run
 * @throws AtipValidationError when the command's document cannot be read
 * @see ATIP 0.3 §3.5, §11.2
 * @example
 * ```ts
 * import { type AtipTool, type ToolCall } from '@atip/core';
 * import { mapToCommand, validateToolCall } from '@atip/core/execute';
 * declare const git: AtipTool, call: ToolCall;
 * const { valid, errors } = validateToolCall(call, mapToCommand(call.name, [git]), { refuseExtra: true });
 * ```
 */
export function validateToolCall(
  call: ToolCall,
  mapping: CommandMapping,
  { environment, refuseExtra = false, skipValidation = false }: ValidationSettings = {},
): ToolCallValidation {
  const errors: ArgumentProblem<ArgumentErrorCode>[] = [];
  const warnings: ArgumentProblem<ArgumentWarningCode>[] = [];
  const accepted: Record<string, unknown> = {};
  const given: unknown = call.arguments ?? {};
  if (!isRecord(given)) {
    errors.push({ code: 'INVALID_TYPE', message: `The arguments for ${call.name} must be an object.`, parameter: '' });
    return { valid: false, errors, warnings, arguments: accepted };
  }
  const known = new Set<string>();
  const parameters = parametersOf(mapping);
  for (const parameter of parameters) {
    const { narrowKey } = parameter;
    const key = isAbsent(getOwn(given, parameter.key)) ? narrowKey : parameter.key;
    const value = getOwn(given, key);
    known.add(parameter.key).add(narrowKey);
    if (isAbsent(value)) {
      if (parameter.required && !skipValidation && !isInEnvironment(parameter, environment))
        errors.push({ code: 'MISSING_REQUIRED', message: `"${parameter.key}" is required.`, parameter: parameter.key });
      continue;
    }
    const written = asWritten(value, parameter);
    const checked =
      givenTwice(given, key, narrowKey) ??
      (parameter.kind === 'stdin'
        ? checkInput(written, parameter)
        : checkParameter(written, parameter, skipValidation));
    if (checked.ok) setOwn(accepted, parameter.key, checked.value);
    else {
      const { code, problem, expected } = checked;
      errors.push({ code, message: `"${key}" ${problem}.`, parameter: key, ...(expected && { expected }) });
    }
    if (parameter.source['x-deprecated'] === true)
      warnings.push({ code: 'DEPRECATED_PARAMETER', message: `"${key}" is deprecated.`, parameter: key });
  }
  const conflict = inputConflict(mapping.metadata, parameters, accepted);
  if (conflict) errors.push(conflict);
  const extra = Object.keys(given).filter((key) => !known.has(key));
  if (refuseExtra) errors.push(...extraParameters(extra, parameters, mapping));
  else warnings.push(...extra.map(leftOut));
  return { valid: errors.length === 0, errors, warnings, arguments: accepted };
}

/** Turns a value into JSON text, for an option that takes JSON and a model that sends the value itself. */
function asWritten(value: unknown, { kind, source }: Parameter): unknown {
  const isJson = kind === 'option' && source['x-json'] === true;
  return isJson && typeof value === 'object' ? JSON.stringify(value) : value;
}

function leftOut(parameter: string): ArgumentProblem<ArgumentWarningCode> {
  const message = `${JSON.stringify(parameter.slice(0, 80))} is not a parameter of this command and is left out.`;
  return { code: 'EXTRA_PARAMETER', message, parameter };
}

/** Two values under two spellings: choosing either would silently lose the other. */
function givenTwice(given: Readonly<Record<string, unknown>>, key: string, narrowKey: string): Checked | undefined {
  if (key === narrowKey || isAbsent(getOwn(given, narrowKey))) return undefined;
  return { ok: false, code: 'INVALID_FORMAT', problem: `is given twice, also as "${narrowKey}"` };
}

function isInEnvironment(parameter: Parameter, environment: ReadonlySet<string> | undefined): boolean {
  const name = parameter.kind === 'option' ? parameter.source.envVar : undefined;
  return name !== undefined && environment?.has(name) === true;
}

/** More values than a command line can have. */
const MAX_ITEMS = 10_000;

/**
 * Checks a model's value for one parameter: type, enum, and for lists each item. A single value counts as a list of
 * one, because models often send that.
 */
function checkParameter(value: unknown, parameter: Parameter, isLenient: boolean): Checked {
  // The flag without a value, which no schema offers to models.
  if (value === true && parameter.kind === 'option' && parameter.source['x-optional-value'] === true)
    return { ok: true, value };
  const shape = shapeOf(parameter);
  const strict = checkerFor(shape, parameter);
  const check = isLenient ? (item: unknown) => takeScalar(item, strict(item)) : strict;
  if (shape.itemType === undefined) return check(value);
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (items.length > MAX_ITEMS) {
    return { ok: false, code: 'INVALID_FORMAT', problem: `has more than ${MAX_ITEMS} items` };
  }
  const checked: unknown[] = [];
  for (const [index, item] of items.entries()) {
    const result = check(item);
    if (!result.ok) return { ...result, problem: `item ${index + 1} ${result.problem}` };
    checked.push(result.value);
  }
  return { ok: true, value: checked };
}

/** Accepts one value that the document does not allow, if a command line can contain it. */
function takeScalar(value: unknown, checked: Checked): Checked {
  if (checked.ok || checked.code === 'INVALID_FORMAT' || !isScalar(value)) return checked;
  const problem = problemWithText(String(value));
  return problem === undefined ? { ok: true, value } : { ok: false, code: 'INVALID_FORMAT', problem };
}

/** One checker for all items of a list, so that a long enum is scanned once. */
function checkerFor(shape: ParameterShape, { source }: Parameter): (value: unknown) => Checked {
  if (!shape.enum) {
    const schemes = getOwn(source, 'x-schemes');
    return (value) => checkScalar(value, shape.itemType ?? shape.type, source.type, schemes);
  }
  // A provider that knows only string enums sends numbers as text; this maps them back to the document's values.
  const authored = new Map<string, unknown>();
  for (const allowed of [source.enum].flat())
    if (isScalar(allowed) && !authored.has(String(allowed))) authored.set(String(allowed), allowed);
  const expected = shape.enum;
  const problem = `must be one of ${listValues(expected)}`;
  return (value) => {
    if (!isScalar(value) || !authored.has(String(value))) return { ok: false, code: 'INVALID_ENUM', problem, expected };
    return { ok: true, value: authored.get(String(value)) };
  };
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function listValues(values: readonly (string | number)[]): string {
  const shown = values.slice(0, 12).map((value) => JSON.stringify(value));
  return values.length > shown.length
    ? `${shown.join(', ')} and ${values.length - shown.length} more`
    : shown.join(', ');
}

/** Models make up arguments: the answer to thousands of them stays short. */
const MAX_PROBLEMS = 8;
const MAX_NAMES = 24;

/**
 * Names unknown parameters, similar ones, and once the known ones.
 *
 * Shape: `["dry-run-only"]` → `"dry-run-only" is not a parameter of "git clean". Did you mean "dry-run"? There are
 * "force", "dry-run".`
 * Limits: names 8 unknown parameters, then their number; 24 known ones; 80 characters of each.
 */
function extraParameters(
  extra: readonly string[],
  parameters: readonly Parameter[],
  { command }: CommandMapping,
): ArgumentProblem<'EXTRA_PARAMETER'>[] {
  const keys = parameters.map(({ key }) => key);
  const owner = quote(command.join(' '));
  const problems = extra.slice(0, MAX_PROBLEMS).map((parameter, index) => {
    const hint = didYouMean(nearNames(parameter, keys));
    const all = index === 0 ? ` ${existing(keys)}` : '';
    const message = `${quote(parameter)} is not a parameter of ${owner}.${hint}${all}`;
    return { code: 'EXTRA_PARAMETER', message, parameter } as const;
  });
  const more = extra.length - problems.length;
  if (more <= 0) return problems;
  const message = more === 1 ? 'Nor is another one.' : `Nor are ${more} others.`;
  return [...problems, { code: 'EXTRA_PARAMETER', message, parameter: '' }];
}

function existing(keys: readonly string[]): string {
  if (keys.length === 0) return 'It has none.';
  const more = keys.length - MAX_NAMES;
  return `There are ${keys.slice(0, MAX_NAMES).map(quote).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}

/** Longest text for standard input, in UTF-16 units. */
const MAX_INPUT_LENGTH = 1_048_576;

/** Checks a value for standard input: any text, or the number of an output. */
function checkInput(value: unknown, { source }: Parameter): Checked {
  if (source.type === 'integer') {
    const checked = checkScalar(value, 'integer', 'integer');
    const isNumber = !checked.ok || Number(checked.value) >= 1;
    return isNumber ? checked : { ok: false, code: 'INVALID_FORMAT', problem: 'must be 1 or more' };
  }
  if (typeof value !== 'string') return { ok: false, code: 'INVALID_TYPE', problem: 'must be a string' };
  const problem =
    value.length > MAX_INPUT_LENGTH
      ? `is longer than ${MAX_INPUT_LENGTH} characters`
      : loneSurrogateIn(value)
        ? 'contains half of a character'
        : undefined;
  return problem === undefined ? { ok: true, value } : { ok: false, code: 'INVALID_FORMAT', problem };
}

/** The standard input in checked arguments; undefined: none. */
export function inputOf(
  parameters: readonly Parameter[],
  args: Readonly<Record<string, unknown>>,
): CallInput | undefined {
  for (const { kind, key } of parameters) {
    const value = kind === 'stdin' ? getOwn(args, key) : undefined;
    if (typeof value === 'string') return { text: value };
    if (typeof value === 'number') return { output: value };
  }
  return undefined;
}

/** Refuses input that is given twice, or beside a parameter that turns reading it off. */
export function inputConflict(
  metadata: AtipCommand,
  parameters: readonly Parameter[],
  args: Readonly<Record<string, unknown>>,
): ArgumentProblem<'INVALID_FORMAT'> | undefined {
  const inputs = parameters.filter(({ kind, key }) => kind === 'stdin' && getOwn(args, key) !== undefined);
  const [input, second] = inputs;
  if (!input) return undefined;
  const unless: unknown = asRecord(metadata['x-stdin'])['unless'];
  const names: readonly unknown[] = Array.isArray(unless) ? unless : [];
  // If an argument and an option share a name, the argument has it as its key.
  const named = names.flatMap(
    (name) => parameters.find(({ key }) => key === name) ?? parameters.find(({ source }) => source.name === name) ?? [],
  );
  const other = named.find((one) => {
    const values = valuesFor(one, args);
    return values.some((value) => !isAbsent(value) && value !== false) && !values.includes('-');
  });
  const parameter = input.key;
  if (second)
    return { code: 'INVALID_FORMAT', message: `"${parameter}" and "${second.key}" are both given.`, parameter };
  return (
    other && { code: 'INVALID_FORMAT', message: `"${parameter}" is not read when "${other.key}" is given.`, parameter }
  );
}
