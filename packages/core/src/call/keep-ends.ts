import { toWellFormed } from '../json/hidden-characters.ts';

/** The beginning and the end of a text that arrives in pieces. */
export interface KeptEnds {
  /** Takes the next piece. @returns the part of it that belongs to the beginning */
  push(text: string): string;
  /** @returns the words for what is left out, and the end */
  end(): string;
  /** After `end`: the beginning, the words for what is left out, and the end. */
  readonly text: string;
  readonly isCut: boolean;
}

/**
 * Keeps half of `most` UTF-16 units from each end, and counts the rest. Give it redacted text only: half a secret is not
 * recognised. Without a limit (`Infinity`) each piece is passed on, and nothing is kept.
 */
export function keepEnds(most: number): KeptEnds {
  if (most === Number.POSITIVE_INFINITY) return { push: (piece) => piece, end: () => '', text: '', isCut: false };
  const first = Math.ceil(most / 2);
  const last = most - first;
  let [text, tail, left] = ['', '', 0];
  const trim = (): void => {
    left += Math.max(0, tail.length - last);
    tail = last === 0 ? '' : tail.slice(-last);
  };
  return {
    push(piece) {
      const head = tail === '' && left === 0 ? piece.slice(0, first - text.length) : '';
      text += head;
      tail += piece.slice(head.length);
      // Not with each piece: that would copy the end again and again.
      if (tail.length > 2 * most) trim();
      return head;
    },
    end() {
      trim();
      const rest = left === 0 ? tail : toWellFormed(`\n[${left} characters are left out here.]\n${tail}`);
      // The cut may have left half of a character.
      text = (left === 0 ? text : toWellFormed(text)) + rest;
      return rest;
    },
    get text() {
      return text;
    },
    get isCut() {
      return left > 0;
    },
  };
}
