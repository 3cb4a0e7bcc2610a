import { mergeEffects } from '../effects/merge-effects.ts';
import { isReadOnly, OUR_FLAGS, SAFETY_FLAGS } from '../effects/safety-flags.ts';
import { asRecord, isRecord } from '../json/is-record.ts';
import { modelText } from '../json/hidden-characters.ts';
import type { CompileSettings } from '../types/provider.ts';
import type { AtipArgument, AtipEffects, AtipParamType, FlatCommand } from '../types/tool.ts';
import { hiddenInParameter } from './assert-document.ts';
import { inputPointer, type Parameter, parametersOf, takesMany } from './parameters.ts';

type ScalarType = 'string' | 'integer' | 'number' | 'boolean';

/** A parameter in the terms that every provider's schema dialect shares. */
export interface ParameterShape {
  /** `object` occurs only for a parameter of our own: documents have no such type. */
  readonly type: ScalarType | 'array' | 'object';
  readonly description: string;
  /** Non-empty, without duplicates, all of `type` (or of `itemType` for an array). */
  readonly enum?: readonly (string | number)[];
  /** Set exactly when `type` is `array`. */
  readonly itemType?: ScalarType;
}

/**
 * Describes a parameter independently of any provider's dialect.
 *
 * Shape: `{ name: "format", type: "enum", enum: ["json", "text"], default: "text", description: "Output format" }` →
 * `{ type: "string", enum: ["json", "text"], description: "Output format (default: text)" }`.
 * Enums of one numeric kind keep it; mixed ones become strings. Variadic parameters and arrays have items.
 *
 * @see ATIP 0.3 §3.7, §8.2 rule 4
 */
export function shapeOf(parameter: Parameter): ParameterShape {
  const { source } = parameter;
  const values = enumOf(source.enum);
  const scalar = values ? enumType(values) : scalarType(source.type);
  const typed = values && scalar === 'string' ? [...new Set(values.map(String))] : values;
  const isList = takesMany(parameter);
  const type = isList ? 'array' : scalar;
  const description = describe(source);
  // Spreading optional fields takes several times longer, and a document has thousands of parameters.
  if (isList)
    return typed ? { type, description, enum: typed, itemType: scalar } : { type, description, itemType: scalar };
  return typed ? { type, description, enum: typed } : { type, description };
}

function scalarType(type: AtipParamType): ScalarType {
  return type === 'integer' || type === 'number' || type === 'boolean' ? type : 'string';
}

/** The usable declared values: strings and numbers, each once; an empty list restricts nothing. */
function enumOf(values: unknown): (string | number)[] | undefined {
  if (!Array.isArray(values)) return undefined;
  const usable = values.filter(
    (value): value is string | number => typeof value === 'string' || Number.isFinite(value),
  );
  return usable.length > 0 ? [...new Set(usable)] : undefined;
}

function enumType(values: readonly (string | number)[]): ScalarType {
  if (values.every((value) => Number.isInteger(value))) return 'integer';
  return values.every((value) => typeof value === 'number') ? 'number' : 'string';
}

/** `format` is not reliably supported by providers, so the description has it. @see ATIP 0.3 §8.2 rule 4 */
function describe(source: Parameter['source']): string {
  const { name, type, description, default: preset } = source;
  const prose: unknown = description;
  let text = (typeof prose === 'string' && modelText(prose)) || modelText(name, true);
  if (type === 'file') text += ' (file path)';
  else if (type === 'directory') text += ' (directory path)';
  else if (type === 'url') text += ' (URL)';
  if ('x-json' in source && source['x-json'] === true) text += ' (JSON)';
  // A schema of one type has no `true` beside a text.
  if (
    type === 'string' &&
    'x-optional-value' in source &&
    source['x-optional-value'] === true &&
    source.enum === undefined
  )
    text += ' (empty: the option alone)';
  if (isPlainPreset(preset)) text += ` (default: ${modelText(String(preset))})`;
  return text + warningOf(source);
}

/** The warnings of a parameter: a field of effects, with the values that cause no warning. */
const WARNINGS = [
  [SAFETY_FLAGS.DESTRUCTIVE, 'destructive', false],
  [OUR_FLAGS.RUNS, 'x-runs', 'project'],
  [OUR_FLAGS.ENDS, 'x-ends', undefined],
  [OUR_FLAGS.SENDS, 'x-sends', 'none'],
] as const;

/**
 * `" [⚠️ DESTRUCTIVE when given; ⚠️ SENDS DATA with some values: names another machine]"`, or nothing where the
 * parameter adds no harm: the command's own flags describe a call without it. Anything but a clear reassurance counts
 * as harm. The document's reason tells a model which values are meant. Without `harmOfSource`, so that a transformer
 * stays small.
 */
export function warningOf(source: Parameter['source']): string {
  const { given, values } = statementsOf(source);
  if (given.length + values.length === 0) return '';
  const always = flagsOf(given);
  const some = flagsOf(values).filter((flag) => !always.includes(flag));
  const texts = [
    ...(always.length > 0 ? [`${always.join(' | ')} when given`] : []),
    ...(some.length > 0 ? [`${some.join(' | ')} with some values${whyOfValues(values)}`] : []),
  ];
  return texts.length === 0 ? '' : ` [${texts.join('; ')}]`;
}

/** Units of a reason; its signs may not look like the end of the flags, or like more of them. */
const MAX_WHY = 80;

function whyOfValues(values: readonly unknown[]): string {
  const harmful = values.find((one) => flagsOf([one]).length > 0);
  const why: unknown = isRecord(harmful) ? harmful['x-why'] : undefined;
  const text =
    typeof why === 'string'
      ? modelText(why, true)
          .replaceAll(/[^\p{L}\p{N}_ ,.'"`()/+-]/gu, '')
          .trim()
      : '';
  return text === '' || text.length > MAX_WHY || /READ-ONLY/i.test(text) ? '' : `: ${text}`;
}

function flagsOf(stated: readonly unknown[]): string[] {
  const isMild = (one: unknown, field: string, mild: unknown): boolean =>
    isRecord(one) && (one[field] === undefined || one[field] === mild);
  return WARNINGS.flatMap(([flag, field, mild]) => (stated.every((one) => isMild(one, field, mild)) ? [] : [flag]));
}

/** True if an argument or option that models are offered makes a read-only command more than that. */
export function isRaised({
  arguments: positional = [],
  options = [],
  'x-stdin': input,
}: FlatCommand['metadata']): boolean {
  const does = (source: Pick<AtipArgument, 'x-effects' | 'x-mode' | 'x-values' | 'x-offered'>): boolean => {
    if (source['x-offered'] === false) return false;
    const { given, values } = statementsOf(source);
    return [...given, ...values].some((one) => !isRecord(one) || !isReadOnly(mergeEffects(READS, one)));
  };
  return positional.some(does) || options.some(does) || does(asRecord(input));
}

const READS: AtipEffects = { filesystem: { write: false }, network: false };

/** The effects that a declaration states for being given, and for some values. One that is no record is unreadable. */
interface Statements {
  readonly given: readonly unknown[];
  readonly values: readonly unknown[];
}

const SILENT: Statements = { given: [], values: [] };

/** Most declarations state nothing. */
function statementsOf(source: Pick<AtipArgument, 'x-effects' | 'x-mode' | 'x-values' | 'default'>): Statements {
  const { 'x-effects': added, 'x-mode': mode } = source;
  const values: unknown = source['x-values'];
  if (added === undefined && mode === undefined && values === undefined) return SILENT;
  const rules: readonly unknown[] = values === undefined ? [] : Array.isArray(values) ? values : [values];
  const [only, second] = rules;
  // One rule for every value is a statement about the parameter.
  if (second === undefined && isRecord(only) && only['match'] === '*' && source.default === undefined)
    return { given: [added, mode, only['effects'], only['mode']].filter((one) => one !== undefined), values: [] };
  const stated = rules.flatMap((rule) => (isRecord(rule) ? [rule['effects'], rule['mode']] : [null]));
  const isStated = (one: unknown): boolean => one !== undefined;
  return { given: [added, mode].filter(isStated), values: stated.filter(isStated) };
}

/**
 * True for a default that the description states: strict modes refuse the keyword `default`, and a model that knows the
 * default may omit the parameter.
 */
export function isPlainPreset(preset: unknown): boolean {
  return (typeof preset === 'string' && preset !== '') || typeof preset === 'number' || preset === true;
}

/** A parameter as a provider's schema will show it. */
export interface CompiledParameter {
  readonly parameter: Parameter;
  readonly shape: ParameterShape;
}

const NONE: readonly CompiledParameter[] = [];

/**
 * The parameters that are sent to models: the command's own that are offered, and the tool's global options that the
 * setting selects.
 *
 * @param globalOptions `required` sends only those that are required or offered, `none` sends nothing
 * @param keys with `key` the parameters' `narrowKey` is unused
 */
export function compiledParameters(
  command: Pick<FlatCommand, 'metadata' | 'tool' | 'path'>,
  globalOptions: CompileSettings['globalOptions'] = 'required',
  keys: 'key' | 'narrowKey' = 'narrowKey',
): readonly CompiledParameter[] {
  const { metadata, tool, path } = command;
  // Half of all commands have no parameters.
  const isBare = metadata.arguments === undefined && metadata.options === undefined;
  if (isBare && tool.globalOptions === undefined && inputPointer(metadata) === undefined) return NONE;
  const compiled: CompiledParameter[] = [];
  for (const parameter of parametersOf(command, keys)) {
    const behind = 'x-behind' in parameter.source ? parameter.source['x-behind'] : undefined;
    if (behind !== undefined && behind !== path[0]) continue;
    if (isSent(parameter, globalOptions)) compiled.push({ parameter, shape: shapeOf(parameter) });
  }
  return compiled;
}

/**
 * True if a parameter is sent to models under this setting: what is required, and what the document offers
 * (`x-offered`). A global option with hidden characters in its names is not.
 */
export function isSent(
  { global, required, source }: Parameter,
  globalOptions: CompileSettings['globalOptions'],
): boolean {
  if (!global) return required || source['x-offered'] !== false;
  const isChosen =
    globalOptions === 'all' || (globalOptions === 'required' && (required || source['x-offered'] === true));
  return isChosen && hiddenInParameter(source) === '';
}
