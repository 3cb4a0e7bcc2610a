import { joinPointer } from '../json/pointer.ts';
import type { Lint } from './lint.ts';

/**
 * Checks a command's examples: they call the tool, with flags that it has.
 *
 * Of a pipeline only the tool's own calls are read, without quoted text and what follows `--`; only long flags, since
 * `-la` may be one flag or two.
 *
 * @param at JSON Pointer of the command
 * @param known flags of the tool, of each group above and of the command
 */
export function lintExamples(
  lint: Lint,
  at: string,
  examples: readonly string[],
  known: readonly ReadonlySet<string>[],
): void {
  const { name } = lint.tool;
  const isKnown = (flag: string): boolean => known.some((flags) => flags.has(flag));
  for (const [index, example] of examples.entries()) {
    const path = joinPointer(at, 'examples', index);
    if (!example.includes(name)) lint.report('foreign-example', path, name);
    const unknown = longFlags(example, name).find((flag) => !isKnown(flag) && !isKnown(flag.replace('--no-', '--')));
    if (unknown !== undefined) lint.report('unknown-example-flag', path, unknown);
  }
}

function longFlags(example: string, name: string): string[] {
  return example
    .replace(/"[^"]*"|'[^']*'/g, '')
    .split(/[|;&\n]\s*/)
    .filter((call) => call.replace(/^\$ /, '').startsWith(`${name} `))
    .flatMap((call) => call.split(/\s--\s/, 1)[0]?.match(/(?<=\s)--(?!help$|version$)[a-z][\w-]*/gi) ?? []);
}
