/** A command line up to the cursor, as bash and its line editor see it. */
export interface BashLine {
  /** Without quotes; the last is the one at the cursor, and may be empty. */
  readonly words: readonly string[];
  /** What of the last word, without quotes, stays as it is when the rest is replaced. */
  readonly kept: string;
  /** The quote that is open at the cursor. */
  readonly quote: '' | '"' | "'";
}

interface State {
  readonly words: string[];
  word: string;
  kept: string;
  quote: BashLine['quote'];
  isInWord: boolean;
}

/**
 * Takes a line apart into words without expanding anything: to it `$(x)` is text.
 *
 * Bash hands over words that are cut at each of `COMP_WORDBREAKS`, `=` and `:` among them, and replaces only what comes after
 * the last one; so the line itself is read.
 * @param breaks the value of `COMP_WORDBREAKS`
 */
export function splitBashLine(line: string, breaks: string): BashLine {
  const state: State = { words: [], word: '', kept: '', quote: '', isInWord: false };
  const characters = [...line];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const next = characters[at + 1];
    if (next !== undefined && isEscape(character, next, state.quote)) {
      add(state, next);
      at += 1;
    } else if (state.quote !== '') readQuoted(state, character);
    else readPlain(state, character, breaks);
  }
  return { words: [...state.words, state.word], kept: state.kept, quote: state.quote };
}

function isEscape(character: string, next: string, quote: BashLine['quote']): boolean {
  if (character !== '\\' || quote === "'") return false;
  return quote === '' || '$`"\\'.includes(next);
}

function readQuoted(state: State, character: string): void {
  if (character === state.quote) Object.assign(state, { quote: '', kept: state.word });
  else add(state, character);
}

function readPlain(state: State, character: string, breaks: string): void {
  if (/\s/.test(character)) {
    if (state.isInWord) state.words.push(state.word);
    Object.assign(state, { word: '', kept: '', isInWord: false });
  } else if (character === '"' || character === "'") {
    Object.assign(state, { quote: character, kept: state.word, isInWord: true });
  } else {
    // The line editor takes `@` as the beginning of what it replaces, and the others as the end of what comes before.
    if (character === '@' && breaks.includes('@')) state.kept = state.word;
    add(state, character);
    if (character !== '@' && breaks.includes(character)) state.kept = state.word;
  }
}

function add(state: State, character: string): void {
  state.word += character;
  state.isInWord = true;
}
