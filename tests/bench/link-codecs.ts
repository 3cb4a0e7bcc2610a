import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, deflateRawSync, inflateRawSync } from 'node:zlib';
import { encodeShare, type ShareState } from '@atip/share';
import { writeCompact } from '../../packages/share/src/compact-state.ts';
import { PRIMER } from '../../packages/share/src/primer.ts';
import { shorten } from '../../packages/share/src/shorten.ts';

/** Another way to put a text into the fragment of an address. */
export interface LinkCodec {
  readonly name: string;
  /** Letters that an address may hold. */
  readonly pack: (text: string) => string;
  readonly unpack: (packed: string) => string;
}

interface LzString {
  readonly compressToEncodedURIComponent: (text: string) => string;
  readonly decompressFromEncodedURIComponent: (packed: string) => string | null;
}

/** What others use: lz-string as playgrounds do, and deflate and brotli as tightly as they go, in base64. */
export async function otherCodecs(): Promise<readonly [LinkCodec, ...LinkCodec[]]> {
  const lz = await loadLzString();
  return [
    {
      name: 'lz-string 1.5, for addresses',
      pack: (text) => lz.compressToEncodedURIComponent(text),
      unpack: (packed) => lz.decompressFromEncodedURIComponent(packed) ?? '',
    },
    {
      name: 'deflate 9, base64url',
      pack: (text) => deflateRawSync(text, { level: 9 }).toString('base64url'),
      unpack: (packed) => inflateRawSync(Buffer.from(packed, 'base64url')).toString(),
    },
    {
      name: 'brotli 11, base64url',
      pack: (text) => brotliCompressSync(text).toString('base64url'),
      unpack: (packed) => brotliDecompressSync(Buffer.from(packed, 'base64url')).toString(),
    },
  ];
}

/** It is installed in this folder alone, for the bench only; hence its types are not at hand. */
async function loadLzString(): Promise<LzString> {
  const loaded: unknown = createRequire(resolve('tests/bench/package.json'))('lz-string');
  if (isLzString(loaded)) return loaded;
  throw new Error('lz-string is in another form.');
}

function isLzString(value: unknown): value is LzString {
  return typeof value === 'object' && value !== null && 'compressToEncodedURIComponent' in value;
}

/** Letters in front of a payload. */
const PREFIX = '#v1.m.'.length;

/** Letters of a link by how far it is packed: each step on the way to ours, and ours. */
export function stepsOf(state: ShareState): Readonly<Record<string, number>> {
  const bare = Buffer.from(writeCompact(state).text);
  const text = Buffer.from(state.documents.map((document) => document.text).join(''));
  const deflated = (bytes: Uint8Array, dictionary?: Uint8Array): number =>
    letters(deflateRawSync(bytes, { level: 9, ...(dictionary && { dictionary }) }).length);
  const primer = Buffer.from(PRIMER);
  return {
    deflate: deflated(text),
    'and layout as a number': deflated(bare),
    'and a dictionary': deflated(bare, primer),
    'and a byte for a word': deflated(shorten(bare), Buffer.from(shorten(primer))),
    'our link, by mixed contexts': encodeShare(state).length,
  };
}

/** Of a whole link around so many bytes and its check. */
function letters(bytes: number): number {
  const check = 3;
  return PREFIX + Math.ceil(((bytes + check) * 4) / 3);
}
