import type { Parameter } from '../commands/parameters.ts';
import { refusal } from './refuse.ts';

/** What a tool is known to do with words that look like options. */
export interface OptionReading {
  /** It takes everything after `--` as positional. */
  readonly endsAtDashes: boolean;
  /** It has options that start with a plus, as vim and chmod do. */
  readonly hasPlusFlags: boolean;
}

/**
 * The argv elements of one positional argument with its checked value; a list becomes one element per item.
 *
 * A leading dash, in some programs a plus, would make the value an option. Where the program is known to end options at
 * `--`, that comes before; else a path is written as `./-x`, which means the same file, and anything else is refused. A
 * path never starts with a plus: for vim and its like `+cmd` is a command wherever it stands.
 *
 * @throws ArgumentValidationError when a value cannot be written safely
 */
export function positionalElements(
  parameter: Parameter & { kind: 'argument' },
  value: unknown,
  { endsAtDashes, hasPlusFlags }: OptionReading,
): string[] {
  const { source, key } = parameter;
  const isPath = source.type === 'file' || source.type === 'directory';
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => {
    const text = String(item);
    // An author's own enum value is no injection, whatever it starts with; a dash alone is standard input.
    if (source.enum?.some((allowed) => String(allowed) === text) === true || text === '-') return text;
    if (isPath && (text.startsWith('+') || (text.startsWith('-') && !endsAtDashes))) return `./${text}`;
    if (text.startsWith('-') && !endsAtDashes) {
      throw refusal(key, 'must not start with "-": this program is not known to stop reading options at "--"');
    }
    if (text.startsWith('+') && hasPlusFlags)
      throw refusal(key, 'must not start with "+": this program has options that do');
    return text;
  });
}
