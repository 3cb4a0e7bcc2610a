export type JsonTokenKind = 'key' | 'string' | 'number' | 'word' | 'punctuation';

export interface JsonToken {
  readonly kind: JsonTokenKind;
  readonly text: string;
}

/** One token with the space before it; strings end at their quote, at a line's end or at the text's. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"?|[\]{}[,:]|[^\s"\]{}[,:]+/g;

/**
 * Splits a piece of indented JSON into tokens for colouring.
 *
 * Joined they are the text again; white space is part of the punctuation before it.
 */
export function jsonTokens(text: string): readonly JsonToken[] {
  const tokens: JsonToken[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > end) push(tokens, 'punctuation', text.slice(end, match.index));
    end = match.index + match[0].length;
    push(tokens, kindOf(match[0], text, end), match[0]);
  }
  if (end < text.length) push(tokens, 'punctuation', text.slice(end));
  return tokens;
}

/** Neighbours of one kind become one token: fewer elements on the page. */
function push(tokens: JsonToken[], kind: JsonTokenKind, text: string): void {
  const last = tokens.at(-1);
  if (last?.kind === kind && kind === 'punctuation') tokens[tokens.length - 1] = { kind, text: last.text + text };
  else tokens.push({ kind, text });
}

function kindOf(token: string, text: string, end: number): JsonTokenKind {
  const first = token.charAt(0);
  if (first === '"') return text.charAt(end) === ':' ? 'key' : 'string';
  if (token.length === 1 && '{}[],:'.includes(token)) return 'punctuation';
  return first === '-' || (first >= '0' && first <= '9') ? 'number' : 'word';
}
