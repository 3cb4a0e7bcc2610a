/** Form fields for one command's parameters, and what their contents stand for, both ways. */
import type { AtipParamType, Parameter } from '@atip/core';

interface FieldBase {
  readonly key: string;
  readonly description: string;
  readonly required: boolean;
  /** What a value has to be and where it comes from otherwise, for example `["a file", "20 unless given"]`. */
  readonly hints: readonly string[];
}

export type Field =
  | (FieldBase & { readonly kind: 'text'; readonly numeric: boolean })
  /** A list of values. */
  | (FieldBase & { readonly kind: 'rows' })
  | (FieldBase & { readonly kind: 'flag' })
  | (FieldBase & { readonly kind: 'choice'; readonly values: readonly string[] });

const TYPE_HINTS: Readonly<Partial<Record<AtipParamType, string>>> = {
  file: 'path of a file',
  directory: 'path of a directory',
  integer: 'a whole number',
  number: 'a number',
};

/** The field by which a parameter is filled in. */
export function fieldOf(parameter: Parameter): Field {
  const { key, required, source } = parameter;
  const base = { key, required, description: source.description, hints: hintsOf(parameter) };
  if (isList(parameter)) return { ...base, kind: 'rows' };
  if (source.type === 'boolean') return { ...base, kind: 'flag' };
  if (source.enum && source.enum.length > 0) return { ...base, kind: 'choice', values: source.enum.map(String) };
  return { ...base, kind: 'text', numeric: source.type === 'integer' || source.type === 'number' };
}

/**
 * The value that a field's text stands for, as a model would have sent it; `undefined`: not given.
 *
 * A number that does not read as one stays text, so that validation says so instead of the form hiding it.
 */
export function valueOfText(parameter: Parameter, text: string): unknown {
  if (text === '') return undefined;
  const field = fieldOf(parameter);
  if (field.kind === 'flag') return text === 'true';
  if (field.kind === 'choice') return parameter.source.enum?.find((value) => String(value) === text) ?? text;
  const number = Number(text);
  return field.kind === 'text' && field.numeric && text.trim() !== '' && Number.isFinite(number) ? number : text;
}

/** What a field shows for a value; `undefined` when it has no form in the field, as an object has none. */
export function textOfValue(value: unknown): string | undefined {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? undefined : String(value);
}

/** The value of a list's rows: those with something in them; `undefined` without any. */
export function valueOfRows(rows: readonly string[]): readonly string[] | undefined {
  const given = rows.filter((row) => row !== '');
  return given.length === 0 ? undefined : given;
}

/** The rows that show a value; `undefined` when it has no form in them. One text alone is a list of it. */
export function rowsOfValue(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return typeof value === 'string' ? [value] : undefined;
  return value.every((row) => typeof row === 'string') ? value : undefined;
}

/** Arguments with one given or taken away; the order stays. */
export function withArgument(
  args: Readonly<Record<string, unknown>>,
  key: string,
  value: unknown,
): Readonly<Record<string, unknown>> {
  const others = Object.entries(args).filter(([name]) => name !== key || value !== undefined);
  if (value === undefined) return Object.fromEntries(others);
  const isThere = others.some(([name]) => name === key);
  return Object.fromEntries(
    isThere ? others.map(([name, old]) => [name, name === key ? value : old]) : [...others, [key, value]],
  );
}

function isList({ kind, source }: Parameter): boolean {
  return source.type === 'array' || (kind === 'argument' && source.variadic === true);
}

function hintsOf(parameter: Parameter): readonly string[] {
  const { source } = parameter;
  const schemes = source['x-schemes'];
  const type = source.type === 'url' ? `a URL${schemes ? ` (${schemes.join(', ')})` : ''}` : TYPE_HINTS[source.type];
  const preset = source.default === undefined ? undefined : `${JSON.stringify(source.default)} unless given`;
  const more = isList(parameter) ? 'one or more' : undefined;
  return [
    ...[type, more, preset].filter((hint) => hint !== undefined),
    ...('envVar' in source && source.envVar !== undefined ? [`else from $${source.envVar}`] : []),
    ...(source['x-one-line'] === true ? ['without line breaks'] : []),
    ...(source['x-deprecated'] === true ? ['deprecated'] : []),
  ];
}
