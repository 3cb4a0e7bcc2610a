import { type ActionGroup, parameterUses } from '../commands/actions.ts';
import { type CompiledParameter, isPlainPreset, shapeOf, warningOf } from '../commands/parameter-shape.ts';
import { joinPointer } from '../json/pointer.ts';

/**
 * What can become of something that the metadata says:
 * `shadowed` another tool's command took its name; `not-sent` the provider has no place for it and the host keeps it; `in-text` it stands in a description, in words; `renamed`,
 * `truncated`, `value-dropped` and `as-text` (numbers as strings) change it; `shared` one property stands for several parameters
 * and has another's description; `relaxed` it is required, and checked when called; `unreachable` it is declared where no command takes
 * it; `assumed` it is not stated and the provider's form has no word for that.
 */
export type LossCode =
  | 'not-sent'
  | 'in-text'
  | 'renamed'
  | 'truncated'
  | 'value-dropped'
  | 'as-text'
  | 'shadowed'
  | 'shared'
  | 'relaxed'
  | 'unreachable'
  | 'assumed';

/** @param pointer JSON Pointer into the tool's document */
export type ReportLoss = (code: LossCode, pointer: string, message: string) => void;

/** Fields that compiling uses, or that only say how the value is written on a command line. */
const USED: ReadonlySet<string> = new Set([
  'name',
  'type',
  'description',
  'required',
  'variadic',
  'enum',
  'default',
  'flags',
  'x-value-style',
  'x-count',
  'x-list-separator',
  'x-effects',
]);

/**
 * Reports what became of one argument or option.
 *
 * @param pointer of the argument or option in the tool's document
 * @param key the property it became
 * @param textEnums true where the provider knows only enums of non-empty strings
 * @see ATIP 0.3 §8.2 rule 4, §8.3
 */
export function parameterLosses(
  report: ReportLoss,
  { parameter, shape }: CompiledParameter,
  pointer: string,
  key: string,
  textEnums: boolean,
): void {
  const { source } = parameter;
  const { name, type, default: preset } = source;
  if (key !== name) report('renamed', `${pointer}/name`, `${JSON.stringify(name)} is called "${key}".`);
  if (type === 'file' || type === 'directory' || type === 'url')
    report('in-text', `${pointer}/type`, `"${type}" is a string, and the description says which.`);
  if (preset !== undefined) {
    if (isPlainPreset(preset)) report('in-text', `${pointer}/default`, 'The default is told in the description.');
    else report('not-sent', `${pointer}/default`, 'The default is not sent.');
  }
  const declared: unknown = source.enum;
  if (Array.isArray(declared)) enumLosses(report, declared, shape.enum ?? [], `${pointer}/enum`, textEnums);
  else if (declared !== undefined)
    report('not-sent', `${pointer}/enum`, 'It is no list of values, so it restricts nothing.');
  if (warningOf(source) !== '') report('in-text', `${pointer}/x-effects`, 'Its description warns of what it adds.');
  else if (source['x-effects'] !== undefined)
    report('not-sent', `${pointer}/x-effects`, 'What it adds is kept by the host.');
  for (const field of Object.keys(source))
    if (!USED.has(field)) report('not-sent', joinPointer(pointer, field), `"${field}" is kept by the host.`);
}

function enumLosses(
  report: ReportLoss,
  declared: readonly unknown[],
  shown: readonly (string | number)[],
  pointer: string,
  textEnums: boolean,
): void {
  const kept = textEnums ? shown.filter((value) => value !== '') : shown;
  if (kept.length < declared.length)
    report(
      'value-dropped',
      pointer,
      `${declared.length - kept.length} of the values are left out: empty or there twice.`,
    );
  const asText = textEnums || typeof shown[0] === 'string';
  if (asText && declared.some((value) => typeof value === 'number'))
    report('as-text', pointer, 'The numbers are sent as strings, and turned back when called.');
}

/** Reports what becomes of each of the parameters that one property stands for; it is described as the first of them is. */
export function sharedLosses(
  report: ReportLoss,
  group: ActionGroup,
  compiled: CompiledParameter,
  key: string,
  textEnums: boolean,
): void {
  let told: string | undefined;
  for (const [source, parameter] of parameterUses(group, compiled)) {
    const shape = shapeOf(parameter);
    told ??= shape.description;
    parameterLosses(report, { parameter, shape }, source, key, textEnums);
    if (told !== shape.description)
      report('shared', source, `One property "${key}" stands for several actions, and is described as for the first.`);
    if (parameter.required && !compiled.parameter.required)
      report('relaxed', source, 'It is required, but not by every action: that is checked when it is called.');
  }
}
