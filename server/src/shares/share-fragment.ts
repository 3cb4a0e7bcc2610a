import { findSecrets } from '@atip/core';
import { decodeShare, type ShareState } from '@atip/share';
import { ProblemError } from '../http/problem.ts';

export const MAX_FRAGMENT = 1_048_576;

/** Bytes that a share may unpack to, 4 MiB: short fragments can expand a lot, and reading 16 takes seconds. */
const MAX_UNPACKED = 4_194_304;

/** The form of `encodeShare`. `decodeShare` accepts more, but one share must have one id. */
const FRAGMENT = /^v\d{1,4}\.[A-Za-z0-9]{0,16}\.[A-Za-z0-9_-]+$/;

/** True for a text with a fragment's form, without `#`; it is harmless in a header and in HTML. */
export function isFragment(text: string): boolean {
  return FRAGMENT.test(text);
}

/** Reads a link's fragment, with or without `#`. @throws ProblemError 413 `share-too-large`; 400 of `decodeShare`. */
export function readFragment(text: string): ShareState {
  const fragment = text.startsWith('#') ? text.slice(1) : text;
  if (fragment.length > MAX_FRAGMENT) {
    throw new ProblemError(413, 'share-too-large', `A share may have at most ${MAX_FRAGMENT} letters.`);
  }
  if (!isFragment(fragment))
    throw new ProblemError(400, 'not-a-share-link', 'Send only the part after # in a share link.');
  const decoded = decodeShare(fragment, { maxBytes: MAX_UNPACKED });
  if (decoded.ok) return decoded.state;
  if (decoded.code === 'too-large') throw new ProblemError(413, 'share-too-large', decoded.message);
  throw new ProblemError(400, decoded.code, decoded.message);
}

/** UTF-16 units of all texts of a share, 4 Mi: the limit of a request, and fast enough to scan. */
const MAX_TEXTS = 4_194_304;

const MAX_DOCUMENTS = 500;

/** UTF-16 units of a part's JSON that we still indent; indentation can make a longer one 100 times as long. */
const MAX_INDENTED = 65_536;

const MAX_NAMED = 5;

/**
 * Refuses a share that seems to contain a secret: everybody with the link can read it. Best effort, over all texts, decoded.
 * @throws ProblemError 422 `secret-found`, which names kinds and places and no value; 413 `share-too-large`.
 */
export function refuseSecrets(state: ShareState): void {
  if (state.documents.length > MAX_DOCUMENTS) {
    throw new ProblemError(413, 'share-too-large', `A share may have at most ${MAX_DOCUMENTS} documents.`);
  }
  const texts = textsOf(state);
  if (texts.reduce((sum, { text }) => sum + text.length, 0) > MAX_TEXTS) {
    throw new ProblemError(413, 'share-too-large', `The texts of a share may have at most ${MAX_TEXTS} letters.`);
  }
  const found = texts.flatMap(secretsIn);
  if (found.length === 0) return;
  // Counting lines reads the whole text, so only the named findings get one: a text may hold 200,000.
  const named = found
    .slice(0, MAX_NAMED)
    .map(({ rule, place, text, start }) => `${rule} in ${place}, line ${lineOf(text, start)}`);
  const more = found.length > MAX_NAMED ? `, and ${found.length - MAX_NAMED} more` : '';
  const detail = `This looks like a secret: ${named.join('; ')}${more}. Remove it, and share again.`;
  throw new ProblemError(422, 'secret-found', detail);
}

interface PlacedText {
  readonly place: string;
  readonly text: string;
}

function secretsIn(placed: PlacedText): (PlacedText & { readonly rule: string; readonly start: number })[] {
  return findSecrets(placed.text).map(({ rule, start }) => ({ ...placed, rule, start }));
}

/** Every field of a share, also one that a later version gets. */
function textsOf({ documents, ...others }: ShareState): PlacedText[] {
  const fields = [...documents.map((one, at) => [`documents[${at}]`, one] as const), ['', others] as const];
  return fields.flatMap(([at, values]) =>
    Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
      value === undefined ? [] : [{ place: at === '' ? name : `${at}.${name}`, text: asText(value) }],
    ),
  );
}

/** Indented, so that a line can be named; on one line where that would take too long. */
function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  const line = JSON.stringify(value);
  return line.length > MAX_INDENTED ? line : JSON.stringify(value, null, 2);
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
