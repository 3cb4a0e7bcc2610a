import { fromBase64Url } from './base64url.ts';
import { MAX_STATE_BYTES, VERSION } from './encode-share.ts';
import { type Flags, type Packed, unpack } from './packing.ts';
import type { ShareState } from './share-state.ts';
import { readState } from './state-text.ts';

export type ShareErrorCode = 'not-a-share-link' | 'unsupported-version' | 'damaged' | 'too-large' | 'invalid-state';

export type DecodedShare =
  | { readonly ok: true; readonly state: ShareState }
  | {
      readonly ok: false;
      readonly code: ShareErrorCode;
      /** For a person: the problem, and the way out. */
      readonly message: string;
      /** The original link, so that nothing is lost. */
      readonly raw: string;
    };

/** Longest fragment, in characters; 16 MiB of incompressible data need a little less. */
const MAX_FRAGMENT_LENGTH = 24 * 1024 * 1024;

export interface DecodeOptions {
  /**
   * Limit on the unpacked bytes of UTF-8, and on the UTF-16 units of the documents: 16 MiB at most, and when absent.
   */
  readonly maxBytes?: number;
}

const MESSAGES: Readonly<Record<Exclude<ShareErrorCode, 'too-large'>, string>> = {
  'not-a-share-link': 'This is not a share link: it does not start with "#v2.".',
  'unsupported-version': 'This link is of another version than this page: reload the page, or ask for a new link.',
  damaged: 'This link is incomplete or was changed on its way; ask for it again, as a whole.',
  'invalid-state': 'This link could be unpacked, but its content is not a state of this page.',
};

/**
 * Reads a fragment that {@link encodeShare} made.
 *
 * Takes it with or without `#`, also percent-encoded (more than once), wrapped over lines, as a whole URL, or with the
 * punctuation that chat programs leave at its end. Its contents are data: nothing is run. Never throws.
 *
 * Limits: 24 Mi characters; unpacking stops at `maxBytes`.
 *
 * @example
 * ```ts
 * import { decodeShare } from '@atip/share';
 *
 * const link = decodeShare('#v2.w.AAAA');
 * const documents = link.ok ? link.state.documents : [];
 * ```
 */
export function decodeShare(fragment: string, options: DecodeOptions = {}): DecodedShare {
  const maxBytes = Math.min(options.maxBytes ?? MAX_STATE_BYTES, MAX_STATE_BYTES);
  const result = read(fragment, maxBytes);
  if (typeof result !== 'string') {
    return result;
  }
  return { ok: false, code: result, message: messageOf(result, maxBytes), raw: fragment };
}

function messageOf(code: ShareErrorCode, maxBytes: number): string {
  return code === 'too-large'
    ? `This link unpacks to more than ${inMebibytes(maxBytes)} and was not opened.`
    : MESSAGES[code];
}

/** For example "16 MiB"; other limits in bytes. */
function inMebibytes(bytes: number): string {
  return bytes % 1024 ** 2 === 0 ? `${bytes / 1024 ** 2} MiB` : `${bytes} bytes`;
}

function read(fragment: string, maxBytes: number): ShareErrorCode | { readonly ok: true; readonly state: ShareState } {
  if (fragment.length > MAX_FRAGMENT_LENGTH) {
    return 'too-large';
  }
  const parts = /^(v\d{1,4})\.([A-Za-z0-9]{0,16})\.([^.]*)$/.exec(cleanFragment(fragment));
  if (parts === null) {
    return /^v2\b/.test(cleanFragment(fragment)) ? 'damaged' : 'not-a-share-link';
  }
  const [, version, flags = '', payload = ''] = parts;
  if (version !== VERSION || !isFlags(flags)) {
    return 'unsupported-version';
  }
  const bytes = fromBase64Url(payload);
  return bytes === undefined ? 'damaged' : readPayload({ flags, bytes }, maxBytes);
}

function isFlags(flags: string): flags is Flags {
  return flags === 'w' || flags === 'd';
}

function readPayload(
  packed: Packed,
  maxBytes: number,
): ShareErrorCode | { readonly ok: true; readonly state: ShareState } {
  const text = unpack(packed, maxBytes);
  if (typeof text !== 'string') return text.code;
  const state = readState(text, maxBytes);
  return typeof state === 'string' ? state : { ok: true, state };
}

function cleanFragment(fragment: string): string {
  let text = fragment.replace(/\s/g, '');
  // Double encoding occurs in practice; a third round costs nothing.
  for (let round = 0; round < 3 && text.includes('%'); round += 1) {
    text = text.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
  return text.slice(text.lastIndexOf('#') + 1, endOfLink(text));
}

/**
 * Offset after the last possible character of a link. Step by step: a pattern that ends in `+$` retries at every
 * character.
 */
function endOfLink(text: string): number {
  let end = text.length;
  while (end > 0 && !/[\w-]/.test(text.charAt(end - 1))) {
    end -= 1;
  }
  return end;
}
