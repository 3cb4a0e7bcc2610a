/** Form fields for one command's parameters, and what their contents stand for, both ways. */
import type { AtipParamType, Parameter } from '@atip/core';

export type Arguments = Readonly<Record<string, unknown>>;

/** The control by which a parameter is filled in; `rows` takes a list of values. */
export type FieldKind = 'text' | 'number' | 'rows' | 'flag' | 'choice';

export function fieldKind({ kind, source }: Parameter): FieldKind {
  if (source.type === 'array' || (kind === 'argument' && source.variadic === true)) return 'rows';
  if (source.type === 'boolean') return 'flag';
  if (source.enum && source.enum.length > 0) return 'choice';
  return source.type === 'integer' || source.type === 'number' ? 'number' : 'text';
}

const TYPE_HINTS: Readonly<Partial<Record<AtipParamType, string>>> = {
  file: 'path of a file',
  directory: 'path of a directory',
  integer: 'a whole number',
  number: 'a number',
  url: 'a URL',
};

/** What a value has to be and where it comes from otherwise, for example `["path of a file", "20 unless given"]`. */
export function hintsOf(parameter: Parameter, all: readonly Parameter[]): readonly string[] {
  const { source } = parameter;
  const { exclusive, depends } = relationsOf(parameter, all);
  const hints = [
    [TYPE_HINTS[source.type], source['x-schemes'] && `(${source['x-schemes'].join(', ')})`].filter(Boolean).join(' '),
    fieldKind(parameter) === 'rows' && 'one or more',
    source.default !== undefined && `${JSON.stringify(source.default)} unless given`,
    'envVar' in source && source.envVar !== undefined && `else from $${source.envVar}`,
    source['x-one-line'] === true && 'without line breaks',
    source['x-deprecated'] === true && 'deprecated',
    exclusive.length > 0 && `not together with ${exclusive.join(', ')}`,
    depends.length > 0 && `only together with ${depends.join(', ')}`,
  ];
  return hints.filter((hint) => typeof hint === 'string').filter((hint) => hint !== '');
}

/**
 * The value that a field's text stands for, as a model would have sent it; `undefined`: not given.
 *
 * A number that does not read as one stays text, so that validation says so instead of the form hiding it.
 */
export function valueOfText(parameter: Parameter, text: string): unknown {
  if (text === '') return undefined;
  switch (fieldKind(parameter)) {
    case 'flag':
      return text === 'true';
    case 'choice':
      return parameter.source.enum?.find((value) => String(value) === text) ?? text;
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
    default:
      return text;
  }
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
export function withArgument(args: Arguments, key: string, value: unknown): Arguments {
  const { [key]: _before, ...others } = args;
  return value === undefined ? others : { ...args, [key]: value };
}

/**
 * What the arguments break of the relations between options, as sentences. Only the program itself enforces these:
 * validation and the policy do not know them.
 */
export function conflictsOf(parameter: Parameter, all: readonly Parameter[], args: Arguments): readonly string[] {
  const isGiven = (key: string): boolean => args[key] !== undefined && args[key] !== null && args[key] !== false;
  if (!isGiven(parameter.key)) return [];
  const { exclusive, depends } = relationsOf(parameter, all);
  return [
    ...exclusive.filter(isGiven).map((key) => `Excludes ${key}, which is given too; the program may refuse both.`),
    ...depends.filter((key) => !isGiven(key)).map((key) => `Needs ${key}, which is not given.`),
  ];
}

/** Keys of the options that must not, or must, be given together with a parameter. */
function relationsOf(
  { kind, source }: Parameter,
  all: readonly Parameter[],
): { readonly exclusive: readonly string[]; readonly depends: readonly string[] } {
  if (kind === 'argument') return { exclusive: [], depends: [] };
  const keysOf = (flags: readonly string[] = []): readonly string[] =>
    all.flatMap((other) =>
      other.kind === 'option' && other.source.flags.some((own) => flags.includes(own)) ? [other.key] : [],
    );
  return { exclusive: keysOf(source['x-exclusive']), depends: keysOf(source['x-depends']) };
}
