import { strToU8 } from 'fflate';
import { toBase64Url } from './base64url.ts';
import { writeCompact } from './compact-state.ts';
import { type Flags, MAX_STATE_BYTES, VERSION } from './format.ts';
import { packDeflated, packMixed } from './payload.ts';
import type { ShareState } from './share-state.ts';
import { shorten } from './shorten.ts';

/**
 * Puts a state into a URL fragment, leading `#` included; of the ways to pack it the one that is shortest.
 *
 * Shape: `{ documents: [{ name: 'gh.json', text: '…' }], provider: 'openai' }` → `'#v1.m.q1bKS8xNVbJS…'`
 * Limits: 16 MiB of state. A fragment is not sent to servers, but whoever has the link can read all of it.
 *
 * @throws RangeError when the state is larger than a link is read back with.
 */
export function encodeShare(state: ShareState): string {
  const { text, spaces } = writeCompact(state);
  const bytes = strToU8(text);
  if (bytes.length + spaces > MAX_STATE_BYTES) {
    throw new RangeError(`The state has ${bytes.length + spaces} bytes; a link carries at most ${MAX_STATE_BYTES}.`);
  }
  const short = shorten(bytes);
  const deflated = packDeflated(short);
  const mixed = packMixed(short);
  return mixed !== undefined && mixed.length <= deflated.length ? link('m', mixed) : link('l', deflated);
}

function link(flags: Flags, payload: Uint8Array): string {
  return `#${VERSION}.${flags}.${toBase64Url(payload)}`;
}
