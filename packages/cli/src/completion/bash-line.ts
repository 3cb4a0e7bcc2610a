/** A command line up to the cursor, as bash and its line editor see it. */
interface BashLine {
  /** Without quotes; the last is the one at the cursor, and may be empty. */
  readonly words: readonly string[];
  /** Part of the last word, without quotes, that bash keeps when it replaces the rest. */
  readonly kept: string;
  /** The quote that is open at the cursor. */
  readonly quote: '' | '"' | "'";
}

/**
 * Splits a line into words without expanding anything: `$(x)` is text here.
 *
 * Bash hands over words that are cut at each of `COMP_WORDBREAKS`, `=` and `:` among them, and replaces only what comes after
 * the last one; so the line itself is read.
 * @param breaks the value of `COMP_WORDBREAKS`
 */
export function splitBashLine(line: string, breaks: string): BashLine {
  const words: string[] = [];
  let quote: BashLine['quote'] = '';
  let [word, kept, isInWord] = ['', '', false];
  const characters = [...line];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const next = characters[at + 1];
    if (next !== undefined && isEscape(character, next, quote)) {
      [word, isInWord] = [word + next, true];
      at += 1;
    } else if (quote === '' ? character === '"' || character === "'" : character === quote) {
      quote = quote === '' && (character === '"' || character === "'") ? character : '';
      [kept, isInWord] = [word, true];
    } else if (quote === '' && /\s/.test(character)) {
      if (isInWord) words.push(word);
      [word, kept, isInWord] = ['', '', false];
    } else {
      const isBreak = quote === '' && breaks.includes(character);
      // The line editor takes `@` as the beginning of what it replaces, and the others as the end of what comes before.
      if (isBreak) kept = character === '@' ? word : word + character;
      [word, isInWord] = [word + character, true];
    }
  }
  return { words: [...words, word], kept, quote };
}

function isEscape(character: string, next: string, quote: BashLine['quote']): boolean {
  if (character !== '\\' || quote === "'") return false;
  return quote === '' || '$`"\\'.includes(next);
}

/** Characters that bash takes for nothing but themselves wherever they stand in a word; `~` and `{` are not among them. */
const SPECIAL = /[^\p{L}\p{N}_@%+=:,./-]/gu;

/**
 * Quotes text so that bash takes it for nothing but that text, after what stands at the cursor already.
 *
 * @param text without line breaks and other control characters
 * @returns `undefined` where an open quote leaves no way to write it
 */
export function quoteForBash(text: string, quote: BashLine['quote']): string | undefined {
  if (quote === '') return text.replace(SPECIAL, '\\$&');
  const isInert = quote === "'" ? !text.includes("'") : !/[$`"\\!]/.test(text);
  return isInert ? text : undefined;
}
