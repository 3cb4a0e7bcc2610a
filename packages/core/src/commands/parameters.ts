import { joinPointer } from '../json/pointer.ts';
import type { AtipArgument, AtipOption, AtipParamType } from '../types/parameter.ts';
import type { AtipCommand, AtipTool } from '../types/tool.ts';
import { assertRecord, invalid } from './assert-shape.ts';
import { type KeyedNames, keysFor } from './parameter-keys.ts';

const TYPES: readonly unknown[] = [
  'string',
  'integer',
  'number',
  'boolean',
  'file',
  'directory',
  'url',
  'enum',
  'array',
] satisfies AtipParamType[];

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

type Unkeyed =
  | { kind: 'argument'; source: AtipArgument; pointer: string; global: false }
  | { kind: 'option'; source: AtipOption; pointer: string; global: boolean };

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
  const unkeyed: Unkeyed[] = [
    ...listOf<AtipArgument>(metadata.arguments, '/arguments').map(
      ([source, pointer]): Unkeyed => ({ kind: 'argument', source, pointer, global: false }),
    ),
    ...optionsOf(metadata.options, '/options', false),
    ...optionsOf(tool.globalOptions, '/globalOptions', true),
  ];
  const keys = keysFor(unkeyed.map(toKeyedNames));
  return unkeyed.map((parameter, index) => {
    const { key, narrowKey } = keys[index] ?? { key: '', narrowKey: '' };
    // Arguments are required unless they say otherwise, options only if they say so.
    const required =
      parameter.kind === 'argument' ? parameter.source.required !== false : parameter.source.required === true;
    return { ...parameter, key, narrowKey, required };
  });
}

/** The parameter that a model's property key stands for, in either spelling. */
export function parametersByKey(parameters: readonly Parameter[]): ReadonlyMap<string, Parameter> {
  const byKey = new Map<string, Parameter>();
  for (const parameter of parameters) byKey.set(parameter.narrowKey, parameter);
  for (const parameter of parameters) byKey.set(parameter.key, parameter);
  return byKey;
}

function optionsOf(value: unknown, pointer: string, global: boolean): Unkeyed[] {
  return listOf<AtipOption>(value, pointer).map(([source, at]): Unkeyed => {
    const flags: unknown = source.flags;
    if (!Array.isArray(flags) || flags.length === 0) throw invalid(at, `("${source.name}") has no flags`, flags);
    if (!flags.every((flag) => typeof flag === 'string'))
      throw invalid(at, `("${source.name}") has a flag that is no text`, flags);
    return { kind: 'option', source, pointer: at, global };
  });
}

function listOf<T extends { name: string; type: AtipParamType }>(value: unknown, pointer: string): [T, string][] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw invalid(pointer, 'must be a list', value);
  return value.map((item: unknown, index) => {
    const at = joinPointer(pointer, index);
    const { name, type } = assertRecord(item, at);
    if (typeof name !== 'string') throw invalid(at, 'has no name', item);
    if (!TYPES.includes(type)) throw invalid(at, `("${name}") has a type that is none of ${TYPES.join(', ')}`, type);
    // What everything below relies on is there; the other fields are read with their own checks.
    return [item as T, at];
  });
}

function toKeyedNames(parameter: Unkeyed): KeyedNames {
  const { name } = parameter.source;
  if (parameter.kind === 'argument')
    return { name, fallback: `${name}_argument`, identity: `argument ${parameter.pointer} ${name}` };
  const scope = parameter.global ? 'global_option' : 'option';
  return { name, fallback: `${name}_${scope}`, identity: `${scope} ${name} ${parameter.source.flags.join(' ')}` };
}
