import { textWidth } from '../terminal/text-width.ts';
import type { Completions } from './completion.ts';
import { quoteForBash } from './quote-for-bash.ts';
import type { BashLine } from './split-bash-line.ts';

/**
 * Writes completions as the script of bash reads them: `none`, `files` or `directories`, then a line for each text that takes the
 * place of what is to be replaced, quoted.
 */
export function writeForBash({ values, paths }: Completions, { kept, quote }: BashLine): string {
  const texts = values.flatMap(({ value }) => quoteForBash(value.slice(kept.length), quote) ?? []);
  return lines([paths, ...texts]);
}

/**
 * Writes completions as the script of fish reads them: the kind of paths, what comes before them, then a line for each value,
 * with a tab and its description.
 */
export function writeForFish({ values, paths, beforePath }: Completions): string {
  const rows = values.map(({ value, description }) => (description === '' ? value : `${value}\t${description}`));
  return lines([paths, beforePath, ...rows]);
}

/** The same for zsh, which is told after the tab how to show the whole line. */
export function writeForZsh({ values, paths, beforePath }: Completions): string {
  const width = Math.max(0, ...values.map(({ value }) => textWidth(value)));
  const rows = values.map(({ value, description }) => {
    const gap = ' '.repeat(width - textWidth(value));
    return `${value}\t${description === '' ? value : `${value}${gap}  -- ${description}`}`;
  });
  return lines([paths, beforePath, ...rows]);
}

function lines(rows: readonly string[]): string {
  return rows.map((row) => `${row}\n`).join('');
}
