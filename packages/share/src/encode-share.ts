import { deflateSync, strToU8 } from 'fflate';
import { toBase64Url } from './base64url.ts';
import { CHECKSUM_LENGTH, checksum } from './checksum.ts';
import { writeCompact } from './compact-state.ts';
import { FLAGS, MAX_STATE_BYTES, VERSION } from './format.ts';
import type { ShareState } from './share-state.ts';

/**
 * Puts a state into a URL fragment, leading `#` included.
 *
 * Shape: `{ documents: [{ name: 'gh.json', text: '…' }], provider: 'openai' }` → `'#v1.d.q1bKS8xNVbJS…'`
 * Limits: 16 MiB of state. A fragment is not sent to servers, but whoever has the link can read all of it.
 *
 * @throws RangeError when the state is larger than a link is read back with.
 */
export function encodeShare(state: ShareState): string {
  const bytes = strToU8(writeCompact(state));
  if (bytes.length > MAX_STATE_BYTES) {
    throw new RangeError(`The state has ${bytes.length} bytes; a link carries at most ${MAX_STATE_BYTES}.`);
  }
  const deflated = deflateSync(bytes, { level: 9 });
  const payload = new Uint8Array(deflated.length + CHECKSUM_LENGTH);
  payload.set(deflated);
  payload.set(checksum(bytes), deflated.length);
  return `#${VERSION}.${FLAGS}.${toBase64Url(payload)}`;
}
