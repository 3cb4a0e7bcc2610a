import { SAFETY_FLAGS } from '@atip/core';

type JsonTokenKind = 'key' | 'string' | 'number' | 'word' | 'punctuation' | 'danger' | 'care' | 'safe';

interface JsonToken {
  readonly kind: JsonTokenKind;
  readonly text: string;
}

/** One token with the space before it; strings end at their quote, at a line's end or at the text's. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"?|[\]{}[,:]|[^\s"\]{}[,:]+/g;

/** The safety flags that compiling puts at the end of a description. */
const FLAGS = new RegExp(`\\[(?:${Object.values(SAFETY_FLAGS).join('|')})[^\\]"]*\\]`, 'gu');

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
    const kind = kindOf(match[0], text, end);
    if (kind === 'string') pushString(tokens, match[0]);
    else push(tokens, kind, match[0]);
  }
  if (end < text.length) push(tokens, 'punctuation', text.slice(end));
  return tokens;
}

/** A string, with the safety flags in it as tokens of their own: danger should be seen before it is read. */
function pushString(tokens: JsonToken[], text: string): void {
  let end = 0;
  for (const { 0: flags, index } of text.matchAll(FLAGS)) {
    push(tokens, 'string', text.slice(end, index));
    push(tokens, flagKind(flags), flags);
    end = index + flags.length;
  }
  if (end < text.length) push(tokens, 'string', text.slice(end));
}

function flagKind(flags: string): JsonTokenKind {
  if (flags.includes(SAFETY_FLAGS.DESTRUCTIVE)) return 'danger';
  return flags === `[${SAFETY_FLAGS.READ_ONLY}]` ? 'safe' : 'care';
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
