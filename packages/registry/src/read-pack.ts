import { brotliDecompressSync } from 'node:zlib';

/** The first bytes of a pack. */
export const MAGIC = 'atip-pack 1\n';
/** Then follow the bytes of the head as an unsigned number of 32 bits, the head, and one document after the other. */
export const HEAD_START: number = MAGIC.length + 4;

/** Where each document is, by name. */
export interface PackHead {
  /** For example `@withfig/autocomplete 2.692.3`. */
  readonly source: string;
  readonly places: ReadonlyMap<string, { readonly start: number; readonly length: number }>;
  /** Other names of programs. */
  readonly aliases: ReadonlyMap<string, string>;
}

/** Bytes of the head, from the first `HEAD_START` of a pack. @throws Error for another file */
export function headLength(bytes: Buffer): number {
  if (bytes.length < HEAD_START || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new Error('It is no pack of documents, or one of another version.');
  return bytes.readUInt32LE(MAGIC.length);
}

/**
 * Reads the places of a pack's documents: lines of `NAME length`, after a line with their source and one with aliases
 * (`python=python3 …`).
 */
export function readHead(head: Buffer): PackHead {
  const [source = '', others = '', ...lines] = brotliDecompressSync(head).toString('utf8').split('\n');
  let start = HEAD_START + head.length;
  const places = new Map<string, { readonly start: number; readonly length: number }>();
  for (const line of lines) {
    const space = line.lastIndexOf(' ');
    const length = Number(line.slice(space + 1));
    places.set(line.slice(0, space), { start, length });
    start += length;
  }
  const aliases = new Map<string, string>();
  for (const pair of others.split(' ').filter((one) => one !== '')) {
    const [other = '', name = ''] = pair.split('=');
    aliases.set(other, name);
  }
  return { source, places, aliases };
}
