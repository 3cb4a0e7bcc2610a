import { decodeShare, type ShareErrorCode, type ShareState } from '@atip/share';
import { ProblemError } from '../http/problem.ts';

/** Letters of a fragment, 1 MiB. */
export const MAX_FRAGMENT = 1_048_576;

/** Bytes that a share may unpack to, 4 MiB: short fragments can stand for much, and reading 16 takes seconds. */
const MAX_UNPACKED = 4_194_304;

/** As `encodeShare` writes it: `decodeShare` forgives more, but one share is to have one id. */
const FRAGMENT = /^v\d{1,4}\.[A-Za-z0-9]{0,16}\.[A-Za-z0-9_-]+$/;

/** Whether a text has a fragment's form, without `#`; such a text means nothing in a header or in HTML. */
export function isFragment(text: string): boolean {
  return FRAGMENT.test(text);
}

/** A fragment that can be opened, and what it holds. */
export interface ReadFragment {
  /** Without `#`. */
  readonly fragment: string;
  readonly state: ShareState;
}

/**
 * Reads the fragment of a link of the playground, with or without its `#`.
 *
 * @throws ProblemError 413 `share-too-large`; 400 with the code of `decodeShare`.
 */
export function readFragment(text: string): ReadFragment {
  const fragment = text.startsWith('#') ? text.slice(1) : text;
  if (fragment.length > MAX_FRAGMENT) {
    throw new ProblemError(413, 'share-too-large', `A share may have at most ${MAX_FRAGMENT} letters.`);
  }
  if (!isFragment(fragment)) throw notAShare('not-a-share-link', 'Send what follows # in a share link, and only that.');
  const decoded = decodeShare(fragment, { maxBytes: MAX_UNPACKED });
  if (decoded.ok) return { fragment, state: decoded.state };
  if (decoded.code === 'too-large') throw new ProblemError(413, 'share-too-large', decoded.message);
  throw notAShare(decoded.code, decoded.message);
}

function notAShare(code: ShareErrorCode, detail: string): ProblemError {
  return new ProblemError(400, code, detail);
}
