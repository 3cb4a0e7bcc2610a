import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readWhole, UnreadRepository } from './git-objects.ts';

/** Bytes of an index: 100,000 files have some 10 MB. */
const MAX_INDEX = 67_108_864;

/**
 * The paths that git's index of a work tree knows, in its order: also those that are only staged, only meant to be added, or in a
 * conflict. Reads versions 2 to 4.
 *
 * @throws UnreadRepository for a damaged index, and for one that is split or leaves directories out
 */
export function readIndex(own: string, algorithm: 'sha1' | 'sha256'): readonly string[] {
  const bytes = readWhole(join(own, 'index'), MAX_INDEX);
  if (bytes === undefined) return [];
  const size = algorithm === 'sha1' ? 20 : 32;
  const end = bytes.length - size;
  const version = bytes.length < 12 + size || bytes.toString('latin1', 0, 4) !== 'DIRC' ? 0 : bytes.readUInt32BE(4);
  if (version < 2 || version > 4) throw new UnreadRepository('an index');
  const sum = bytes.subarray(end);
  // With `index.skipHash` it has none.
  const isWhole =
    sum.every((byte) => byte === 0) || createHash(algorithm).update(bytes.subarray(0, end)).digest().equals(sum);
  if (!isWhole) throw new UnreadRepository('an index');
  const paths: string[] = [];
  let at = 12;
  let before: Buffer = Buffer.alloc(0);
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const flags = at + 40 + size;
    if (flags + 4 > end) throw new UnreadRepository('an index');
    const isLong = version > 2 && (bytes.readUInt16BE(flags) & 0x4000) !== 0;
    let start = flags + (isLong ? 4 : 2);
    let kept = 0;
    if (version === 4) {
      let byte = bytes[start++] ?? 0;
      let dropped = byte & 0x7f;
      while (byte & 0x80) {
        byte = bytes[start++] ?? 0;
        dropped = (dropped + 1) * 128 + (byte & 0x7f);
      }
      kept = before.length - dropped;
    }
    const stop = bytes.indexOf(0, start);
    if (kept < 0 || stop < 0 || stop >= end) throw new UnreadRepository('an index');
    before =
      version === 4
        ? Buffer.concat([before.subarray(0, kept), bytes.subarray(start, stop)])
        : bytes.subarray(start, stop);
    paths.push(before.toString('utf8'));
    // Before version 4 each entry ends with one to eight zeros.
    at = version === 4 ? stop + 1 : at + ((stop - at + 8) & ~7);
  }
  for (; at < end; at += 8 + bytes.readUInt32BE(at + 4)) {
    if (at + 8 > end) throw new UnreadRepository('an index');
    const name = bytes.toString('latin1', at, at + 4);
    // Extensions in small letters change what the entries mean: `link` of a split index, `sdir` of a sparse one.
    if (!/^[A-Z]/.test(name)) throw new UnreadRepository('an index');
  }
  return paths;
}
