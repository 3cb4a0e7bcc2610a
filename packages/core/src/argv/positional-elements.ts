import type { Parameter } from '../commands/parameters.ts';
import { refusal } from './refuse.ts';
import { isPath, valueTexts } from './value-texts.ts';

/** What a tool is known to do with words that look like options. */
export interface OptionReading {
  /** It takes everything after `--` as positional. */
  readonly endsAtDashes: boolean;
  /** It is known to have options that start with a plus; whether it reads them behind `--` too nobody said. */
  readonly hasPlusFlags: boolean;
  /** A dash alone is one of its options, as for su; elsewhere it is standard input. */
  readonly hasDashFlag: boolean;
}

/**
 * The argv elements of one positional argument with its checked value; a list becomes one element per item.
 *
 * A leading dash would make the value an option, and so would a leading plus: `vim +:!id` runs id. Where the program is
 * known to end options at `--`, that comes before; else a path is written as `./-x`, which means the same file, and anything
 * else is refused. With `x-plus` the document says that a plus is a part of the value.
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
    if (text.startsWith('+') && source['x-plus'] !== true && (hasPlusFlags || !endsAtDashes))
      throw refusal(key, 'must not start with "+": some programs take what follows for a command');
    return text;
  });
}
