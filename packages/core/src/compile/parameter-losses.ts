import type { CompiledParameter } from '../commands/compiled-parameters.ts';
import { isPlainPreset, warningOf } from '../commands/parameter-shape.ts';
import { joinPointer } from '../json/pointer.ts';
import type { ReportLoss } from './report-loss.ts';

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
