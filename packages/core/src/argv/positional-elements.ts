import type { Parameter } from '../commands/parameters.ts';
import { refusal } from './refuse.ts';

/**
 * The argv elements of one positional argument with its checked value; a list becomes one element per item.
 *
 * A leading dash would make many programs read the value as an option. Where the program is known to end options at
 * `--`, that comes before; else a path is written as `./-x`, which means the same file, and anything else is refused.
 *
 * @throws ArgumentValidationError when a value cannot be written safely
 */
export function positionalElements(
  parameter: Parameter & { kind: 'argument' },
  value: unknown,
  optionsEnd: boolean,
): string[] {
  const { source, key } = parameter;
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => {
    const text = String(item);
    const authored = source.enum?.some((allowed) => String(allowed) === text) === true;
    if (optionsEnd || authored || !text.startsWith('-') || text === '-') return text;
    if (source.type === 'file' || source.type === 'directory') return `./${text}`;
    throw refusal(key, 'must not start with "-": this program is not known to stop reading options at "--"');
  });
}
