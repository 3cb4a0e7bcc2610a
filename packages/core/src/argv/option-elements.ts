import { isPath, refusal, type ValueText, valueTexts } from './value-texts.ts';
import type { Parameter } from '../commands/parameters.ts';
import { isLegalFlag } from '../metadata/check-parameters.ts';
import type { AtipOption, ValueStyle } from '../types/parameter.ts';
import type { ArgvHints } from '../types/tool.ts';

type Option = Parameter & { readonly kind: 'option' };

/** How often a counted flag may stand there; no program has more levels. */
const MAX_COUNT = 20;

/**
 * The argv elements of one option with its checked value.
 *
 * Shape: `--output` and `"json"` → `["--output=json"]`; `-o` → `["-o", "json"]`,
 * or `["-ojson"]` when it is attached; true → `["--draft"]`. A list repeats the
 * flag, or is one value `a,b` with `x-list-separator`; with `x-count`, 2 is `["-v", "-v"]`.
 * The flag comes from metadata alone. As separate elements a value with a leading dash would be read as an option by
 * many programs: there a path becomes `./-x`, and anything else is refused.
 *
 * @param hints of the command and then its tool, the nearest first
 * @throws ArgumentValidationError when a value cannot be written safely
 */
export function optionElements(parameter: Option, value: unknown, hints: readonly ArgvHints[]): string[] {
  const { source, key } = parameter;
  if (typeof value === 'boolean') return switchElements(parameter, value);
  const flag = preferredFlag(splitFlags(source.flags).positive, key);
  if (source['x-count'] === true) return countElements(flag, value, key);
  const style = valueStyle(source, flag, hints);
  return listTexts(parameter, value).flatMap(({ text, authored }) => {
    if (source.type === 'boolean' && !authored) throw refusal(key, 'must be true or false');
    if (style === 'equals') return [`${flag}=${text}`];
    if (style === 'attached') {
      // Alone, the flag would do without a value, or take the next word for it.
      if (text === '') throw refusal(key, `must not be empty: it is written right behind ${flag}`);
      return [`${flag}${text}`];
    }
    if (authored || text === '-' || !text.startsWith('-')) return [flag, text];
    if (isPath(source)) return [flag, `./${text}`];
    throw refusal(key, `must not start with "-": after ${flag} the program would take it for an option`);
  });
}

function countElements(flag: string, value: unknown, key: string): string[] {
  const count = Number.isInteger(value) ? Number(value) : -1;
  if (count < 0 || count > MAX_COUNT)
    throw refusal(key, `must be a whole number from 0 to ${MAX_COUNT}: it repeats ${flag}`);
  return Array.from({ length: count }, () => flag);
}

/** The values to write; with a separator all items are one, and none may hold it or be empty. */
function listTexts(parameter: Option, value: unknown): ValueText[] {
  const { source, key } = parameter;
  const separator: unknown = source['x-list-separator'];
  const items = valueTexts(parameter, value);
  if (source.type !== 'array' || typeof separator !== 'string' || separator === '') return items;
  if (items.some(({ text }) => text === '' || text.includes(separator)))
    throw refusal(key, `has an item that is empty or holds ${JSON.stringify(separator)}, its separator`);
  // What an option could be taken for is what the text starts with, and that is the first item.
  return [{ text: items.map(({ text }) => text).join(separator), authored: items[0]?.authored === true }];
}

function valueStyle(source: AtipOption, flag: string, hints: readonly ArgvHints[]): ValueStyle {
  const stated = [source, ...hints]
    .map((level) => level['x-value-style'])
    .find((style) => style === 'equals' || style === 'space' || style === 'attached');
  if (flag.startsWith('--')) return stated === 'space' ? 'space' : 'equals';
  return stated ?? 'space';
}

/**
 * The argv elements of an option that is on or off: a flag alone, or nothing; never a value, which many programs would take
 * for a positional.
 *
 * Shape: `["--color", "--no-color"]` → `["--color"]` for true, `["--no-color"]` for false; `["--yes"]` → `[]` for false.
 * An option `pager` whose long flag is `--no-pager` can only be turned off, which is certain when its default is true.
 *
 * @throws ArgumentValidationError when the program has no way to be told this, or the metadata is not clear about it
 */
function switchElements({ source, key }: Parameter & { kind: 'option' }, value: boolean): string[] {
  const { name, flags, type, default: preset } = source;
  if (type !== 'boolean') throw refusal(key, 'takes a value');
  const isOn = preset === true || preset === 'true';
  const { positive, negative } = splitFlags(flags);
  const turnsOff = positive.includes(`--no-${name}`);
  if (turnsOff && !isOn) throw refusal(key, `may mean the opposite of --no-${name}: leave it out`);
  if (value) return turnsOff ? [] : [preferredFlag(positive, key)];
  if (turnsOff) return [preferredFlag(positive, key)];
  if (negative.length > 0) return [preferredFlag(negative, key)];
  if (isOn) throw refusal(key, 'cannot be turned off: leave it out');
  return [];
}

/** What only help texts put into a flag, as in `--[no-]color`. */
const NOTATION = /[[\](){}<>|]/;

/**
 * The spelling of an option that goes on the command line: the first long one, else the first; long ones say more to who
 * reads the argv.
 *
 * @throws ArgumentValidationError when it is not one word that starts with a dash or plus
 */
export function preferredFlag(flags: readonly string[], key: string): string {
  const flag = flags.find((candidate) => candidate.startsWith('--')) ?? flags[0] ?? '';
  if (!isLegalFlag(flag) || NOTATION.test(flag))
    throw refusal(key, `has the flag ${JSON.stringify(flag)}, which is not one argument of a command line`);
  return flag;
}

/** An option's flags, apart those that are the negative spelling of another: `--no-color` beside `--color`. */
export function splitFlags(flags: readonly string[]): { positive: string[]; negative: string[] } {
  const all = new Set(flags);
  const isNegation = (flag: string): boolean => flag.startsWith('--no-') && all.has(`--${flag.slice(5)}`);
  return { positive: flags.filter((flag) => !isNegation(flag)), negative: flags.filter(isNegation) };
}
