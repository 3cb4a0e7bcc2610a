import type { AtipArgument, AtipOption, AtipParamType } from '../types/parameter.ts';
import type { AtipCommand, AtipTool } from '../types/tool.ts';
import { assertRecord, invalid } from './assert-shape.ts';
import { giveKeys, type Keyed } from './parameter-keys.ts';

const TYPES: ReadonlySet<unknown> = new Set<AtipParamType>([
  'string',
  'integer',
  'number',
  'boolean',
  'file',
  'directory',
  'url',
  'enum',
  'array',
]);

interface ParameterBase {
  /** Property key for providers that allow `-` and `.` in it; the one that checked arguments use. */
  readonly key: string;
  /** Property key for providers that allow only letters, digits and `_`. */
  readonly narrowKey: string;
  readonly required: boolean;
  /** JSON Pointer of the declaration in the document's tool or command: relative to it. */
  readonly pointer: string;
  /** True for the tool's `globalOptions`. */
  readonly global: boolean;
}

/** One argument or option of a command together with the keys by which models address it. */
export type Parameter =
  | (ParameterBase & { readonly kind: 'argument'; readonly source: AtipArgument })
  | (ParameterBase & { readonly kind: 'option'; readonly source: AtipOption });

/**
 * A command's parameters in order: arguments, its own options, the tool's global options.
 *
 * Shape: `{ metadata: { arguments: [{ name: "repo" }] } }` → `[{ key: "repo", kind: "argument", required: true, … }]`.
 * Keys are unique within the command; both kinds of key lead back to the parameter.
 *
 * @throws AtipValidationError when an argument or option has no name or no known type, or an option no flags
 * @see ATIP 0.3 §3.4, §3.5
 */
export function parametersOf({ metadata, tool }: { metadata: AtipCommand; tool: AtipTool }): Parameter[] {
  const parameters: Keyed[] = [];
  declare(parameters, 'argument', metadata.arguments, '/arguments', false);
  declare(parameters, 'option', metadata.options, '/options', false);
  declare(parameters, 'option', tool.globalOptions, '/globalOptions', true);
  giveKeys(parameters);
  // `declare` put arguments with arguments and options with options.
  return parameters as Parameter[];
}

/** JSON Pointer of a parameter's declaration in its tool's document. @param command the pointer of the command that has it */
export function sourcePointer({ global, pointer }: Parameter, command: string): string {
  return global ? pointer : command + pointer;
}

/** The parameter that a model's property key stands for, in either spelling. */
export function parametersByKey(parameters: readonly Parameter[]): ReadonlyMap<string, Parameter> {
  const byKey = new Map<string, Parameter>();
  for (const parameter of parameters) byKey.set(parameter.narrowKey, parameter);
  for (const parameter of parameters) byKey.set(parameter.key, parameter);
  return byKey;
}

function declare(parameters: Keyed[], kind: Keyed['kind'], list: unknown, pointer: string, global: boolean): void {
  if (list === undefined) return;
  if (!Array.isArray(list)) throw invalid(pointer, 'must be a list', list);
  for (let index = 0; index < list.length; index++) {
    const at = `${pointer}/${index}`;
    const { name, type, flags, required } = assertRecord(list[index], at);
    if (typeof name !== 'string') throw invalid(at, 'has no name', list[index]);
    if (!TYPES.has(type)) throw invalid(at, 'has no known type', type);
    const isOption = kind === 'option';
    if (isOption && !(Array.isArray(flags) && flags.length > 0 && flags.every(isText)))
      throw invalid(at, 'has no list of flags', flags);
    parameters.push({
      kind,
      // What everything below relies on is there; the other fields are read with their own checks.
      source: list[index] as AtipArgument | AtipOption,
      pointer: at,
      global,
      key: '',
      narrowKey: '',
      // Arguments are required unless they say otherwise, options only if they say so.
      required: isOption ? required === true : required !== false,
    });
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
