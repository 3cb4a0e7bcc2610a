/** Form fields for one command's parameters, and the arguments that their contents stand for. */
import { type FlatCommand, type Parameter, parametersOf, type ToolCall } from '@atip/core';

interface FieldBase {
  readonly key: string;
  readonly description: string;
  readonly required: boolean;
}

export type Field =
  | (FieldBase & { readonly kind: 'text'; readonly numeric: boolean; readonly placeholder: string })
  /** One value per line. */
  | (FieldBase & { readonly kind: 'lines' })
  | (FieldBase & { readonly kind: 'flag' })
  | (FieldBase & { readonly kind: 'choice'; readonly values: readonly string[] });

/** What a person typed, by parameter key; absent or `""` is "not given". */
export type FormValues = Readonly<Record<string, string>>;

/** The field by which a parameter is filled in. */
export function fieldOf({ key, kind, required, source }: Parameter): Field {
  const base = { key, required, description: source.description };
  const isList = source.type === 'array' || (kind === 'argument' && source.variadic === true);
  if (isList) return { ...base, kind: 'lines' };
  if (source.type === 'boolean') return { ...base, kind: 'flag' };
  if (source.enum && source.enum.length > 0) return { ...base, kind: 'choice', values: source.enum.map(String) };
  const preset = source.default;
  return {
    ...base,
    kind: 'text',
    numeric: source.type === 'integer' || source.type === 'number',
    placeholder: typeof preset === 'string' || typeof preset === 'number' ? String(preset) : source.type,
  };
}

/**
 * The arguments a form stands for, as a model would have sent them.
 *
 * Numbers that do not read as numbers stay text, so that validation says so instead of the form hiding it.
 */
export function argumentsFrom(parameters: readonly Parameter[], values: FormValues): Record<string, unknown> {
  const given = parameters.map(
    (parameter) => [parameter.key, readField(parameter, values[parameter.key] ?? '')] as const,
  );
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function readField(parameter: Parameter, text: string): unknown {
  if (text === '') return undefined;
  const field = fieldOf(parameter);
  switch (field.kind) {
    case 'lines':
      return text.split('\n').filter((line) => line !== '');
    case 'flag':
      return text === 'true';
    case 'choice':
      return parameter.source.enum?.find((value) => String(value) === text) ?? text;
    case 'text': {
      const number = Number(text);
      return field.numeric && text.trim() !== '' && Number.isFinite(number) ? number : text;
    }
  }
}

/** The call that a filled-in form stands for. */
export function callFromForm(command: FlatCommand, values: FormValues): ToolCall {
  return { id: 'call_form', name: command.name, arguments: argumentsFrom(parametersOf(command), values) };
}
