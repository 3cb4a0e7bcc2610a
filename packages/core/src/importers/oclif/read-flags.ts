import { isRecord } from '../../json/is-record.ts';
import { isLegalFlag } from '../../metadata/legal-flag.ts';
import type { AtipOption, AtipParamType } from '../../types/parameter.ts';
import { readValueFacts } from '../help/value-facts.ts';
import { listOf, scalarOf, textOf, textsOf } from '../shared/fields.ts';
import { hasControl } from '../shared/has-control.ts';
import { CODE, type Fields } from '../shared/read-foreign.ts';
import type { OclifCode } from './oclif-losses.ts';
import { isDiscouraged } from './is-discouraged.ts';

type Lose = (code: OclifCode) => void;

/** The flags of a command. */
export function readFlags({ flags }: Fields, fill: (text: unknown) => string, lose: Lose): AtipOption[] {
  if (!isRecord(flags)) return [];
  return Object.entries(flags).flatMap(([key, flag]) => {
    if (!isRecord(flag)) return [];
    const name = textOf(flag['name']) || key;
    const spellings = spellingsOf(name, flag);
    if (spellings.length > 0) return [readFlag(name, spellings, flag, fill, lose)];
    lose('import-lost-option');
    return [];
  });
}

function readFlag(
  name: string,
  flags: string[],
  flag: Fields,
  fill: (text: unknown) => string,
  lose: Lose,
): AtipOption {
  const takesValue = flag['type'] !== 'boolean';
  const isList = takesValue && flag['multiple'] === true;
  const preset = presetOf(flag['default'], isList, lose);
  const env = textOf(flag['env']);
  if (listOf(flag['relationships']).length > 0) lose('import-lost-relation');
  return {
    name,
    flags,
    description: fill(flag['summary']) || fill(flag['description']),
    ...(takesValue ? valueFields(flag) : { type: 'boolean' as const }),
    ...(isList && { type: 'array' as const }),
    ...preset,
    // What is preset is there without being given.
    ...(flag['required'] === true && preset.default === undefined && { required: true }),
    ...(env !== '' && { envVar: env }),
    ...(isDiscouraged(flag) && { 'x-deprecated': true }),
    ...related('x-exclusive', flag['exclusive']),
    ...related('x-depends', flag['dependsOn']),
  };
}

function spellingsOf(name: string, flag: Fields): string[] {
  const chars = textsOf([flag['char'], ...listOf(flag['charAliases'])]).filter((char) => [...char].length === 1);
  const names = [name, ...textsOf(flag['aliases'])];
  const negative = flag['allowNo'] === true && flag['type'] === 'boolean' ? [`--no-${name}`] : [];
  const all = [...chars.map((char) => `-${char}`), ...names.map((long) => `--${long}`), ...negative];
  return [...new Set(all)].filter((spelling) => isLegalFlag(spelling) && !hasControl(spelling));
}

function valueFields(flag: Fields): { readonly type: AtipParamType; readonly enum?: (string | number)[] } {
  const values = valuesOf(flag['options']);
  if (values.length > 0) return { type: 'enum', enum: values };
  const [label = ''] = textsOf(flag['helpValue']);
  const { type } = readValueFacts(label.slice(0, 100).replace(/^[<[]|[>\]]$/g, ''), '', false);
  // What the label lists as examples is not what is allowed.
  return { type: type === 'enum' ? 'string' : type };
}

/** Values that are allowed, as text: what a program compares them with. */
export function valuesOf(options: unknown): string[] {
  const values = listOf(options).map(scalarOf);
  return [...new Set(values.filter((value) => value !== undefined).map(String))].filter((value) => value !== '');
}

/** What holds when nothing is given. */
export function presetOf(value: unknown, isList: boolean, lose: Lose): { readonly default?: unknown } {
  if (value === undefined || value === null) return {};
  const items = Array.isArray(value) && isList ? value.map(scalarOf) : undefined;
  if (items?.every((item) => item !== undefined)) return { default: items };
  const scalar = value === CODE || Array.isArray(value) ? undefined : scalarOf(value);
  if (scalar !== undefined) return { default: scalar };
  lose('import-lost-default');
  return {};
}

function related<Key extends 'x-exclusive' | 'x-depends'>(key: Key, names: unknown): Pick<AtipOption, Key> | undefined {
  const flags = textsOf(names).map((name) => `--${name}`);
  if (flags.length === 0) return undefined;
  const field: Pick<AtipOption, 'x-exclusive' | 'x-depends'> = { [key]: flags };
  return field;
}
