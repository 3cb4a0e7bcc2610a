import type { Parameter } from '../commands/parameters.ts';
import { refusal } from './refuse.ts';
import { isPath, valueTexts } from './value-texts.ts';

/** What a tool is known to do with words that look like options. */
export interface OptionReading {
  /** It takes everything after `--` as positional. */
  readonly endsAtDashes: boolean;
  /** It has options that start with a plus, as vim and chmod do. */
  readonly hasPlusFlags: boolean;
  /** A dash alone is one of its options, as for su; elsewhere it is standard input. */
  readonly hasDashFlag: boolean;
}

/**
 * The argv elements of one positional argument with its checked value; a list becomes one element per item.
 *
 * A leading dash, in some programs a plus, would make the value an option. Where the program is known to end options at
 * `--`, that comes before; else a path is written as `./-x`, which means the same file, and anything else is refused.
 *
 * @throws ArgumentValidationError when a value cannot be written safely
 */
export function positionalElements(
  parameter: Parameter & { kind: 'argument' },
  value: unknown,
  { endsAtDashes, hasPlusFlags, hasDashFlag }: OptionReading,
): string[] {
  const { source, key } = parameter;
  return valueTexts(parameter, value).map(({ text, authored }) => {
    if (authored || (text === '-' && !hasDashFlag)) return text;
    const isOption = text.startsWith('-') && !endsAtDashes;
    if (isPath(source) && isOption) return `./${text}`;
    if (isOption)
      throw refusal(key, 'must not start with "-": this program is not known to stop reading options at "--"');
    if (hasPlusFlags && text.startsWith('+'))
      throw refusal(key, 'must not start with "+": this program has options that do');
    return text;
  });
}
