import { isLayout, putLayout, takeLayout } from './layout.ts';
import type { SharedDocument } from './share-state.ts';

export interface CompactDocuments {
  /**
   * Of each document its name, its layout and how many UTF-16 units of the texts are its own; the last takes what is left.
   * Instead of both numbers the text itself, when UTF-8 cannot carry it.
   */
  readonly entries: readonly (readonly unknown[])[];
  readonly texts: string;
  /** Characters that the layouts stand for. */
  readonly spaces: number;
}

export function writeDocuments(documents: readonly SharedDocument[]): CompactDocuments {
  const parts = documents.map(({ name, text }) => ({
    name,
    text,
    ...(isWellFormed(text) && { laidOut: takeLayout(text) }),
  }));
  const last = parts.findLastIndex(({ laidOut }) => laidOut !== undefined);
  const entries = parts.map(({ name, text, laidOut }, index) =>
    laidOut ? [name, laidOut.layout, ...(index === last ? [] : [laidOut.bare.length])] : [name, text],
  );
  const texts = parts.map(({ laidOut }) => laidOut?.bare ?? '').join('');
  const spaces = parts.reduce((sum, { text, laidOut }) => sum + (laidOut ? text.length - laidOut.bare.length : 0), 0);
  return { entries, texts, spaces };
}

/** UTF-8 has no form for half a surrogate pair, so only JSON's escapes bring one back. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Reads what {@link writeDocuments} wrote. */
export function readLaidOut(
  value: unknown,
  texts: string,
  maxLength: number,
): SharedDocument[] | 'invalid-state' | 'too-large' {
  if (!Array.isArray(value)) {
    return 'invalid-state';
  }
  const documents: SharedDocument[] = [];
  let offset = 0;
  let left = maxLength;
  for (const entry of value) {
    const [name, content, length = texts.length - offset]: readonly unknown[] = Array.isArray(entry) ? entry : [];
    if (typeof name !== 'string' || !(typeof content === 'string' || (isLayout(content) && isLength(length)))) {
      return 'invalid-state';
    }
    const text =
      typeof content === 'string' ? content : putLayout(texts.slice(offset, offset + Number(length)), content, left);
    if (text === undefined || text.length > left) {
      return 'too-large';
    }
    documents.push({ name, text });
    offset += typeof content === 'string' ? 0 : Number(length);
    left -= text.length;
  }
  return offset === texts.length ? documents : 'invalid-state';
}

/**
 * Reads the documents of a link with the flag `d`: a text stands behind the JSON and its length in it; or the text itself, which
 * JSON can always carry.
 */
export function readDocuments(value: unknown, texts: string): SharedDocument[] | 'invalid-state' {
  if (!Array.isArray(value)) {
    return 'invalid-state';
  }
  const documents: SharedDocument[] = [];
  let offset = 0;
  for (const entry of value) {
    const [name, content]: readonly unknown[] = Array.isArray(entry) ? entry : [];
    if (typeof name !== 'string' || !(typeof content === 'string' || isLength(content))) {
      return 'invalid-state';
    }
    documents.push({ name, text: typeof content === 'string' ? content : texts.slice(offset, offset + content) });
    offset += typeof content === 'string' ? 0 : content;
  }
  // Fewer or more than there is: what follows would be somebody else's text.
  return offset === texts.length ? documents : 'invalid-state';
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
