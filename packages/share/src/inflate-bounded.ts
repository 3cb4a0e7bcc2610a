import { Inflate } from 'fflate';

/** Compressed bytes given to the inflater at once. One byte can become 1,032: a step adds at most about 1 MiB. */
const STEP = 1024;

export type Inflated =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly code: 'damaged' | 'too-large' };

/** Inflates raw deflate data, and stops as soon as the result is longer than `maxLength` bytes. */
export function inflateBounded(data: Uint8Array, maxLength: number): Inflated {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const inflater = new Inflate((piece) => {
    pieces.push(piece);
    length += piece.length;
  });
  for (let offset = 0; offset < data.length; offset += STEP) {
    if (!pushStep(inflater, data, offset)) {
      return { ok: false, code: 'damaged' };
    }
    if (length > maxLength) {
      return { ok: false, code: 'too-large' };
    }
  }
  return data.length === 0 ? { ok: false, code: 'damaged' } : { ok: true, bytes: join(pieces, length) };
}

/** False: the data is no deflate stream, or ends before its end. */
function pushStep(inflater: Inflate, data: Uint8Array, offset: number): boolean {
  try {
    inflater.push(data.subarray(offset, offset + STEP), offset + STEP >= data.length);
    return true;
  } catch (error) {
    // fflate reports bad data as an Error with a numeric code; anything else is a fault of ours.
    if (error instanceof Error && 'code' in error) {
      return false;
    }
    throw error;
  }
}

function join(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}
