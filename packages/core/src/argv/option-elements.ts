import type { Parameter } from '../commands/parameters.ts';
import { isLegalFlag } from '../metadata/legal-flag.ts';
import type { AtipOption, ValueStyle } from '../types/parameter.ts';
import type { ArgvHints } from '../types/tool.ts';
import { refusal } from './refuse.ts';

/**
 * The argv elements of one option with its checked value.
 *
 * Shape: `--output` and `"json"` → `["--output=json"]`; `-o` → `["-o", "json"]`; true → `["--draft"]`; a list repeats.
 * The flag comes from metadata alone. As separate elements a value with a leading dash would be read as an option by
 * many programs, so it is refused there.
 *
 * @param hints of the command and then its tool, the nearest first
 * @throws ArgumentValidationError when a value cannot be written safely
 */
export function optionElements(
  parameter: Parameter & { kind: 'option' },
  value: unknown,
  hints: readonly ArgvHints[],
): string[] {
  const { source, key } = parameter;
  if (typeof value === 'boolean') return switchElements(source, value, key);
  const flag = preferredFlag(source.flags, key);
  const style = valueStyle(source, flag, hints);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((item) => {
    const text = String(item);
    if (style === 'equals') return [`${flag}=${text}`];
    // An author's own enum value is no injection, whatever it starts with.
    const authored = source.enum?.some((allowed) => String(allowed) === text) === true;
    if (text.startsWith('-') && text !== '-' && !authored) {
      throw refusal(key, `must not start with "-": after ${flag} the program would take it for an option`);
    }
    return [flag, text];
  });
}

function switchElements(source: AtipOption, value: boolean, key: string): string[] {
  const isNegative = (flag: string): boolean => flag.startsWith('--no-') && source.flags.includes(`--${flag.slice(5)}`);
  const negative = source.flags.find(isNegative);
  if (value)
    return [
      preferredFlag(
        source.flags.filter((flag) => flag !== negative),
        key,
      ),
    ];
  return negative === undefined ? [] : [preferredFlag([negative], key)];
}

/** The first long spelling, else the first: long ones say more to who reads the argv. */
function preferredFlag(flags: readonly string[], key: string): string {
  const flag = flags.find((candidate) => candidate.startsWith('--')) ?? flags[0] ?? '';
  if (!isLegalFlag(flag))
    throw refusal(key, `has the flag ${JSON.stringify(flag)}, which is not one argument of a command line`);
  return flag;
}

function valueStyle(source: AtipOption, flag: string, hints: readonly ArgvHints[]): ValueStyle {
  const stated = [source, ...hints]
    .map((level) => level['x-value-style'])
    .find((style) => style === 'equals' || style === 'space');
  return stated ?? (flag.startsWith('--') ? 'equals' : 'space');
}
