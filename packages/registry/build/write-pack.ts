import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { HEAD_START, headLength, MAGIC, readHead } from '../src/read-pack.ts';

export interface PackContents {
  readonly source: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly aliases: ReadonlyMap<string, string>;
}

/**
 * Writes documents to one file for `readHead`, sorted by name. Documents of an earlier pack are copied compressed,
 * because compressing all takes a minute.
 */
export function writePack({ source, texts, aliases }: PackContents, earlier?: Buffer): Buffer {
  const before = earlier === undefined ? new Map<string, Buffer>() : blobsOf(earlier);
  const names = [...texts.keys()].sort();
  const blobs = names.map((name) => {
    const text = texts.get(name) ?? '';
    const known = before.get(name);
    return known && brotliDecompressSync(known).toString('utf8') === text ? known : compress(text);
  });
  const others = [...aliases].sort().map((pair) => pair.join('='));
  const lines = names.map((name, at) => `${name} ${blobs[at]?.length}`);
  const head = compress([source, others.join(' '), ...lines].join('\n'));
  const start = Buffer.alloc(HEAD_START);
  start.write(MAGIC, 'latin1');
  start.writeUInt32LE(head.length, MAGIC.length);
  return Buffer.concat([start, head, ...blobs]);
}

/** Reads a whole pack. @throws Error for any other file */
export function readPack(pack: Buffer): PackContents {
  const { source, aliases } = readHead(headOf(pack));
  const texts = new Map([...blobsOf(pack)].map(([name, blob]) => [name, brotliDecompressSync(blob).toString('utf8')]));
  return { source, texts, aliases };
}

/** The compressed documents of a pack, by name. */
export function blobsOf(pack: Buffer): ReadonlyMap<string, Buffer> {
  const { places } = readHead(headOf(pack));
  return new Map([...places].map(([name, { start, length }]) => [name, pack.subarray(start, start + length)]));
}

function headOf(pack: Buffer): Buffer {
  return pack.subarray(HEAD_START, HEAD_START + headLength(pack));
}

/** @param quality absent: the best that there is */
export function compress(text: string, quality: number = constants.BROTLI_MAX_QUALITY): Buffer {
  return brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
    },
  });
}
