import { asRecord, getOwn, isRecord } from '../json/is-record.ts';
import type { AtipArgument, AtipCommand, AtipEffects, AtipOption, AtipTool } from '../types/tool.ts';
import { shortHash, startLegally } from './name-command.ts';
import { isSettled, ToolCache } from '../json/settled.ts';

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
  | (ParameterBase & {
      /**
       * Standard input: `stdin` is its text, `stdin_from` the number of an earlier output. Neither is part of the argv.
       */
      readonly kind: 'stdin';
      readonly source: AtipArgument;
    })
  | (ParameterBase & { readonly kind: 'argument'; readonly source: AtipArgument })
  | (ParameterBase & { readonly kind: 'option'; readonly source: AtipOption });

/**
 * A command's parameters in order: arguments, its own options, the tool's global options.
 *
 * If the document says that the command reads standard input, its parameters come last and take no key from the others.
 *
 * Shape: `{ metadata: { arguments: [{ name: "repo" }] } }` → `[{ key: "repo", kind: "argument", required: true, … }]`.
 * Keys are unique within the command; both kinds of key lead back to the parameter. The command must come from
 * `flattenCommands`, which checks its parameters.
 *
 * @param keys with `key` only that one is chosen and `narrowKey` is unused: choosing both takes longer
 * @see ATIP 0.3 §3.4, §3.5
 */
export function parametersOf(
  { metadata, tool }: { metadata: AtipCommand; tool: AtipTool },
  keys: 'key' | 'narrowKey' = 'narrowKey',
): Parameter[] {
  const parameters: Keyed[] = [];
  declare(parameters, 'argument', metadata.arguments, '/arguments', false);
  declare(parameters, 'option', metadata.options, '/options', false);
  declare(parameters, 'option', tool.globalOptions, '/globalOptions', true);
  declareInput(parameters, metadata);
  giveKeys(parameters, keys);
  // `declare` paired arguments with arguments and options with options.
  return parameters as Parameter[];
}

/**
 * JSON Pointer of a parameter's declaration in its tool's document. @param command the pointer of the command that has
 * it
 */
export function sourcePointer({ global, pointer }: Parameter, command: string): string {
  return global ? pointer : command + pointer;
}

/** The parameter of a model's property key, in either spelling. */
export function parametersByKey(parameters: readonly Parameter[]): ReadonlyMap<string, Parameter> {
  const byKey = new Map<string, Parameter>();
  for (const parameter of parameters) byKey.set(parameter.narrowKey, parameter);
  for (const parameter of parameters) byKey.set(parameter.key, parameter);
  return byKey;
}

function declare(
  parameters: Keyed[],
  kind: Keyed['kind'],
  list: readonly (AtipArgument | AtipOption)[] | undefined,
  pointer: string,
  global: boolean,
): void {
  if (list === undefined) return;
  let index = 0;
  for (const source of list) {
    parameters.push({
      kind,
      source,
      pointer: `${pointer}/${index++}`,
      global,
      key: '',
      narrowKey: '',
      // Arguments are required by default, options are not.
      required: kind === 'option' ? source.required === true : source.required !== false,
    });
  }
}

const INPUT_TEXT = 'Text for standard input';
const OUTPUT_NUMBER = 'Instead of "stdin": use an earlier result as standard input, by the number in its [Output N]';

/** @see ATIP 0.3 §3.6, `interactive.stdin`; `x-stdin` is ours */
function declareInput(parameters: Keyed[], metadata: AtipCommand): void {
  const pointer = inputPointer(metadata);
  if (pointer === undefined) return;
  const { unless: _unless, description, ...effects } = asRecord(metadata['x-stdin']);
  const text = typeof description === 'string' && description !== '' ? `${INPUT_TEXT}: ${description}` : INPUT_TEXT;
  const shared = { pointer, kind: 'stdin', global: false, required: false, key: '', narrowKey: '' } as const;
  const source = { ...effects, required: false };
  parameters.push(
    { ...shared, source: { ...source, name: 'stdin', type: 'string', description: text } },
    { ...shared, source: { ...source, name: 'stdin_from', type: 'integer', description: OUTPUT_NUMBER } },
  );
}

/**
 * JSON Pointer of the statement that a command reads its standard input; `undefined` without one. The effects must also
 * state that the command does not prompt: else it would take the input for a person's answer.
 */
export function inputPointer({ 'x-stdin': stated, effects }: AtipCommand): string | undefined {
  if (isRecord(stated)) return '/x-stdin';
  const { stdin, prompts, tty }: NonNullable<AtipEffects['interactive']> = asRecord(asRecord(effects)['interactive']);
  const isRead = (stdin === 'optional' || stdin === 'required') && prompts === false && tty !== true;
  return isRead ? '/effects/interactive/stdin' : undefined;
}

const TAKES_INPUT = /* @__PURE__ */ new ToolCache<boolean>();

/** True if a command of a tool can be given its standard input. */
export function takesInput(tool: AtipTool): boolean {
  const below = (commands: unknown): boolean =>
    Object.values(asRecord(commands)).some(
      (one) => isRecord(one) && (inputPointer({ description: '', ...one }) !== undefined || below(one['commands'])),
    );
  return TAKES_INPUT.get(tool, '', () => below(tool.commands));
}

export interface Keyed {
  readonly kind: Parameter['kind'];
  readonly source: AtipArgument | AtipOption;
  readonly pointer: string;
  readonly global: boolean;
  readonly required: boolean;
  /** `''` until it is chosen. */
  key: string;
  narrowKey: string;
}

/** Accepted by OpenAI and, at the root of its schemas, by Anthropic. */
const WIDE_KEY = /^[A-Za-z0-9_.-]{1,64}$/;
/** Gemini's documented rule. */
const NARROW_KEY = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
/** Room for an underscore and eight characters of hash. */
const MAX_BASE_LENGTH = 55;

/**
 * Gives each parameter its property keys, in the two alphabets that providers accept.
 *
 * Shape: `[{ name: "dry-run" }]` → `[{ key: "dry-run", narrowKey: "dry_run" }]`. Legal names stay as they are for their
 * first owner; the others get a readable second choice or a hash. No key of one parameter is any key of another.
 * `__proto__` counts as illegal: many JSON programs lose it.
 */
export function giveKeys(parameters: readonly Keyed[], keys: 'key' | 'narrowKey' = 'narrowKey'): void {
  const taken = new Set<string>();
  let isDone = true;
  // Legal names first, so that no second choice takes another parameter's own name.
  for (const parameter of parameters) {
    const { name } = parameter.source;
    if (take(name, keys === 'key' ? WIDE_KEY : NARROW_KEY, taken)) parameter.key = parameter.narrowKey = name;
    else {
      isDone = false;
      if (take(name, WIDE_KEY, taken)) parameter.key = name;
    }
  }
  if (isDone) return;
  for (const parameter of parameters) parameter.key ||= secondChoice(parameter, taken);
  if (keys === 'key') return;
  for (const parameter of parameters) parameter.narrowKey ||= narrowChoice(parameter, taken);
}

function narrowChoice(parameter: Keyed, taken: Set<string>): string {
  const { key } = parameter;
  if (NARROW_KEY.test(key)) return key;
  const narrow = sanitise(key);
  return take(narrow, NARROW_KEY, taken) ? narrow : hashedKey(parameter, narrow, taken);
}

/** A readable key if the name only clashes with another parameter's; else one with a hash. */
function secondChoice(parameter: Keyed, taken: Set<string>): string {
  const { name } = parameter.source;
  const readable = `${name}_${scopeOf(parameter)}`;
  return WIDE_KEY.test(name) && take(readable, WIDE_KEY, taken) ? readable : hashedKey(parameter, name, taken);
}

function hashedKey(parameter: Keyed, base: string, taken: Set<string>): string {
  const { kind, source, pointer } = parameter;
  // Identifies a parameter within its command. Only options had their flags checked.
  const mark = kind === 'option' && 'flags' in source ? source.flags.join(' ') : pointer;
  let identity = `${scopeOf(parameter)} ${source.name} ${mark}`;
  for (;;) {
    const key = `${sanitise(base).slice(0, MAX_BASE_LENGTH)}_${shortHash(identity)}`;
    if (take(key, NARROW_KEY, taken)) return key;
    // Two parameters that differ only in their place, or a made collision.
    identity += ` ${pointer}`;
  }
}

function scopeOf({ kind, global }: Keyed): string {
  if (kind === 'stdin') return 'input';
  return global ? 'global_option' : kind;
}

/** Claims a key for its parameter; false if it is not legal, or taken. */
function take(key: string, rule: RegExp, taken: Set<string>): boolean {
  if (!rule.test(key) || key === '__proto__') return false;
  const before = taken.size;
  return taken.add(key).size > before;
}

function sanitise(text: string): string {
  return startLegally(text.replaceAll(/[^A-Za-z0-9_]/g, '_')).slice(0, 64);
}

/** A parameter's value in a call's arguments, under either of its keys. */
export function valueFor({ key, narrowKey }: Parameter, args: object): unknown {
  return getOwn(args, key) ?? getOwn(args, narrowKey);
}

/** The values of a parameter that takes many, or its one value. */
export function valuesFor(parameter: Parameter, args: object): readonly unknown[] {
  const value = valueFor(parameter, args);
  return Array.isArray(value) ? value : [value];
}

/** True if a parameter takes a list of values. An option of type `boolean` has no value to repeat. */
export function takesMany({ kind, source: { type, variadic } }: Pick<Parameter, 'kind' | 'source'>): boolean {
  return type === 'array' || (variadic === true && (kind === 'argument' || type !== 'boolean'));
}

/** True if a parameter names a file or directory, so that `./` before its value changes nothing. */
export function isPath({ type }: Parameter['source']): boolean {
  return type === 'file' || type === 'directory';
}

/**
 * True for `undefined`, `null` (strict schemas send it for absent options) and `[]`. An empty list must count as
 * missing: `git clean` without paths cleans everything.
 */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

const READABLE = /* @__PURE__ */ new WeakMap<
  object,
  { readonly tool: object; readonly parameters: ReadonlyMap<string, Parameter> }
>();

/** The parameters of a command by their keys; finding them is slow, and settled documents do not change. */
export function readableParameters(command: { metadata: AtipCommand; tool: AtipTool }): ReadonlyMap<string, Parameter> {
  const known = READABLE.get(command.metadata);
  if (known?.tool === command.tool) return known.parameters;
  const parameters = parametersByKey(parametersOf(command));
  if (isSettled(command.tool)) READABLE.set(command.metadata, { tool: command.tool, parameters });
  return parameters;
}

/**
 * True if the parameter reaches the command line: `false` and a count of 0 write nothing, unless the flag itself means
 * false.
 */
export function isGiven(parameter: Parameter, args: Readonly<Record<string, unknown>>): boolean {
  const { source, key, narrowKey } = parameter;
  // A call asks about a hundred parameters, and gives few of them.
  if (!(key in args) && !(narrowKey in args)) return false;
  return [getOwn(args, key), getOwn(args, narrowKey)].some((value) => {
    if (isAbsent(value)) return false;
    if (parameter.kind !== 'option') return true;
    if (value === false) return source.type !== 'boolean' || parameter.source.flags.includes(`--no-${source.name}`);
    return !(value === 0 && parameter.source['x-count'] === true);
  });
}
