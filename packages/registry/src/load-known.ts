import { closeSync, openSync, readSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { AtipTool } from '@atip/core';
import { PACK } from './pack-place.ts';
import { HEAD_START, headLength, type PackHead, readHead } from './read-pack.ts';

/** A document of this package. */
export interface KnownTool extends AtipTool {
  /** The source of its commands and effects: `@withfig/autocomplete 2.692.3, stripe; effects guessed by name`. */
  'x-source': string;
}

/** Bytes of the file that are read first: more than its head. */
const FIRST = 32_768;

let head: PackHead | undefined;

/**
 * The document of a program, or undefined for an unknown one. It reads one part of one file (the first call also reads
 * its head), caches no document, and starts or fetches nothing. Its trust is `inferred`, or `community` if one of our
 * tables covers its commands. It describes the version that its source was written for; the installed one may differ.
 *
 * @throws the system's error when the package's own file cannot be read, or Error when that is damaged
 * @example
 * import { loadKnown } from '@atip/registry';
 *
 * loadKnown('stripe')?.commands?.['customers'];
 */
export function loadKnown(name: string): KnownTool | undefined {
  return withPack((file) => {
    head ??= openHead(file);
    const place = head.places.get(head.aliases.get(name) ?? name);
    if (place === undefined) return undefined;
    return JSON.parse(brotliDecompressSync(readAt(file, place.start, place.length)).toString('utf8'));
  });
}

/**
 * The names that `loadKnown` knows, sorted, without aliases; reads no document.
 * @example
 * ```ts
 * import { listKnown } from '@atip/registry';
 * listKnown().includes('heroku'); // true
 * ```
 */
export function listKnown(): readonly string[] {
  head ??= withPack(openHead);
  return [...head.places.keys()];
}

function withPack<Value>(read: (file: number) => Value): Value {
  const file = openSync(PACK, 'r');
  try {
    return read(file);
  } finally {
    closeSync(file);
  }
}

function openHead(file: number): PackHead {
  const first = Buffer.alloc(FIRST);
  const read = readSync(file, first, 0, FIRST, 0);
  const end = HEAD_START + headLength(first.subarray(0, read));
  return readHead(end <= read ? first.subarray(HEAD_START, end) : readAt(file, HEAD_START, end - HEAD_START));
}

function readAt(file: number, start: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (readSync(file, bytes, 0, length, start) < length) throw new Error('The pack of documents ends too early.');
  return bytes;
}
