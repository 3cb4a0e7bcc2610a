import type { Parameter } from '../commands/parameters.ts';
import type { AtipOption, ValueStyle } from '../types/parameter.ts';
import type { ArgvHints } from '../types/tool.ts';
import { preferredFlag, splitFlags } from './preferred-flag.ts';
import { refusal } from './refuse.ts';
import { switchElements } from './switch-elements.ts';
import { isPath, type ValueText, valueTexts } from './value-texts.ts';

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
