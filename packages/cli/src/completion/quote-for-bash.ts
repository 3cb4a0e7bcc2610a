import type { BashLine } from './split-bash-line.ts';

/** What bash takes for nothing but itself wherever it stands in a word; `~` and `{` are not among them. */
const SPECIAL = /[^\p{L}\p{N}_@%+=:,./-]/gu;

/**
 * Writes text so that bash takes it for nothing but that text, after what stands at the cursor already.
 *
 * @param text without line breaks and other controls
 * @returns `undefined` where an open quote leaves no way to write it
 */
export function quoteForBash(text: string, quote: BashLine['quote']): string | undefined {
  if (quote === '') return text.replace(SPECIAL, '\\$&');
  const isInert = quote === "'" ? !text.includes("'") : !/[$`"\\!]/.test(text);
  return isInert ? text : undefined;
}
