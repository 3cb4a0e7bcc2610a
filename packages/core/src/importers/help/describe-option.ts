import { isLegalFlag } from '../../metadata/legal-flag.ts';
import type { AtipOption } from '../../types/parameter.ts';
import type { ShownValue } from './read-option-head.ts';
import type { OptionEntry } from './read-options.ts';
import { readValueFacts } from './value-facts.ts';

/** Longest description that is kept, in UTF-16 units; models are given whole sets of tools. */
const MAX_DESCRIPTION = 400;

/** What an entry became, or why nothing can be made of it. */
export type DescribedOption =
  | { readonly options: readonly AtipOption[] }
  | { readonly problem: 'no-flag' | 'several-values' };

/** Makes ATIP options of one entry; more than one where `--[no-]x` stands for two. */
export function describeOption({ head, description }: OptionEntry): DescribedOption {
  const flags = head.flags.filter((flag) => isLegalFlag(flag) && !isPlaceholder(flag));
  if (flags.length === 0 || flags.some(isRow)) return { problem: 'no-flag' };
  if (head.values.length > 1) return { problem: 'several-values' };
  const [value] = head.values;
  const { positive, negative } = splitNegation(flags);
  const groups = [positive, negative].filter((group) => group.length > 0);
  return { options: groups.map((group) => describe(group, value, description, head.repeats)) };
}

/** `-NUM` stands for any number, `+FIRST_PAGE` for any page. */
function isPlaceholder(flag: string): boolean {
  return /^(?:-(?:NUM|N{2,}|DIGITS|[A-Z_]{5,})|\+[A-Z_]{3,})$/.test(flag);
}

/** `-ilrsD` of bash stands for five flags, and what is said of it may be of one of them. */
function isRow(flag: string): boolean {
  const letters = /^-([a-z]{3,}[A-Z]+)$/.exec(flag)?.[1] ?? '';
  return letters !== '' && new Set(letters).size === letters.length;
}

/** `--x` and `--no-x` are two statements, though one line has both. */
function splitNegation(flags: readonly string[]): { positive: readonly string[]; negative: readonly string[] } {
  const negative = flags.filter((flag) =>
    flags.some((other) => flag === other.replace(/^(--?)/, '$1no-') || flag === other.replace(/^(--?)/, '$1no')),
  );
  return { positive: flags.filter((flag) => !negative.includes(flag)), negative };
}

function describe(flags: readonly string[], value: ShownValue | undefined, text: string, repeats: boolean): AtipOption {
  const name = nameOf(flags);
  const description = shorten(text);
  const base = { name, flags: [...flags], description };
  if (value === undefined || isSwitch(flags, value)) {
    if (repeats || value?.label.startsWith(':') === false) return { ...base, type: 'integer', 'x-count': true };
    return { ...base, type: 'boolean' };
  }
  const preset = presetOf(value);
  if (preset?.type === 'boolean') return switchWith(base, preset.default);
  const facts = readValueFacts(preset === undefined ? value.label : '', text, repeats);
  // A list in the description may be of a few values only, where the type is told by what is preset.
  const { enum: _few, ...plain } = facts;
  const { repeats: isList, type, ...rest } = preset === undefined ? facts : { ...plain, ...preset };
  return {
    ...base,
    type: isList && type !== 'enum' ? 'array' : type,
    ...(isList ? withoutDefault(rest) : rest),
    ...styleOf(flags, value),
  };
}

/** `-v[vv]` is the flag again, and `-ea[:PACKAGE]` a flag that is complete without what a colon leads. */
function isSwitch(flags: readonly string[], { label, style, optional }: ShownValue): boolean {
  if (style !== 'attached' || !optional) return false;
  const [letter = ''] = /[^-]$/.exec(flags[0] ?? '') ?? [];
  return label.startsWith(':') || (flags[0]?.length === 2 && label.replace(/[.…]+$/, '').replaceAll(letter, '') === '');
}

function withoutDefault<Rest extends { default?: unknown }>({ default: _one, ...rest }: Rest): Omit<Rest, 'default'> {
  return rest;
}

interface Preset {
  readonly type: 'boolean' | 'integer' | 'string' | 'array';
  readonly default?: string | number | boolean;
}

/** kubectl writes what is preset where others write a name: `--all=false:`, `--chunk-size=500:`. */
function presetOf({ label, style }: ShownValue): Preset | undefined {
  if (style !== 'equals') return undefined;
  if (label === 'true' || label === 'false') return { type: 'boolean', default: label === 'true' };
  if (/^\d+$/.test(label)) return { type: 'integer', default: Number(label) };
  if (label === "''" || label === '""') return { type: 'string' };
  const quoted = /^'([^']+)'$/.exec(label)?.[1];
  if (quoted !== undefined) return { type: 'string', default: quoted };
  return label === '[]' ? { type: 'array' } : undefined;
}

type Base = Pick<AtipOption, 'name' | 'flags' | 'description'>;

/** A switch that is on from the start can only be turned off by a value. */
function switchWith(base: Base, on: string | number | boolean | undefined): AtipOption {
  if (on !== true) return { ...base, type: 'boolean' };
  return { ...base, type: 'enum', enum: ['true', 'false'], default: 'true', 'x-value-style': 'equals' };
}

function styleOf(flags: readonly string[], { style, optional }: ShownValue): Pick<AtipOption, 'x-value-style'> {
  const isLong = flags.some((flag) => flag.startsWith('--'));
  // Two words would be a flag without its value, and a positional.
  if (style === 'attached' && !isLong) return { 'x-value-style': 'attached' };
  // Where a value may be left out it has to be tied to its flag.
  const tied = style === 'equals' || (optional && isLong);
  if (tied) return isLong ? {} : { 'x-value-style': 'equals' };
  return isLong && style === 'space' ? { 'x-value-style': 'space' } : {};
}

function nameOf(flags: readonly string[]): string {
  const long = flags.find((flag) => /^--\w/.test(flag)) ?? flags.toSorted((a, b) => b.length - a.length)[0] ?? '';
  return long.replace(/^(?:--?|\+)/, '') || long;
}

function shorten(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text;
  const cut = text.slice(0, MAX_DESCRIPTION);
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('; '));
  return end > 80 ? cut.slice(0, end + 1) : `${cut.slice(0, cut.lastIndexOf(' '))} …`;
}
