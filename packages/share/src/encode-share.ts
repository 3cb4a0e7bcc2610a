import { strToU8 } from 'fflate';
import { toBase64Url } from './base64url.ts';
import { pack } from './packing.ts';
import type { ShareState } from './share-state.ts';
import { writeState } from './state-text.ts';

/** Version of the link format. */
export const VERSION = 'v2';

/** Longest state, in bytes of UTF-8 before compression: 16 MiB. */
export const MAX_STATE_BYTES: number = 16 * 1024 * 1024;

/**
 * Puts a state into a URL fragment, leading `#` included.
 *
 * Shape: `{ documents: [{ name: 'gh.json', text: '…' }], provider: 'openai' }` → `'#v2.w.q1bKS8xNVbJS…'`
 * Limits: 16 MiB of state. Browsers do not send fragments to servers, but everyone with the link can read all of it.
 *
 * @throws RangeError when the state is larger than {@link MAX_STATE_BYTES}.
 * @example
 * ```ts
 * import { encodeShare } from '@atip/share';
 *
 * const link = `https://play.example/${encodeShare({ documents: [{ name: 'gh.json', text: '{}' }], provider: 'openai' })}`;
 * ```
 */
export function encodeShare(state: ShareState): string {
  const { text, spaces } = writeState(state);
  const size = strToU8(text).length + spaces;
  if (size > MAX_STATE_BYTES) {
    throw new RangeError(`The state has ${size} bytes; a link carries at most ${MAX_STATE_BYTES}.`);
  }
  const { flags, bytes } = pack(text);
  return `#${VERSION}.${flags}.${toBase64Url(bytes)}`;
}
