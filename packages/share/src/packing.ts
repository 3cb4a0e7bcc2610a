import { deflateSync, Inflate, strFromU8, strToU8 } from 'fflate';

/** Compressed bytes inflated at once. One byte can become 1,032: a step adds at most about 1 MiB. */
const STEP = 1024;
/** Bytes of the checksum after the deflated ones. */
const CHECKSUM_LENGTH = 3;

/**
 * `w`: one control character replaces each frequent word of documents. `d`: the text itself contains control
 * characters.
 */
export type Flags = 'w' | 'd';

export interface Packed {
  readonly flags: Flags;
  readonly bytes: Uint8Array;
}

/**
 * Frequent pieces of documents that one control character replaces, at most 28. Part of the format, as {@link
 * DICTIONARY} is: a link made with another list cannot be read, so a change needs another version.
 */
export const WORDS: readonly string[] = [
  '"description":"',
  '","effects":{"network":',
  '"idempotent":',
  '"reversible":',
  '"destructive":',
  'true,',
  'false,',
  'true}',
  'false}',
  '"options":[',
  '],"commands":{"',
  '":{"description":"',
  '{"name":"',
  '","type":"',
  'string',
  'boolean',
  '","description":"',
  '","flags":["-',
  '"required":',
  '"arguments":[',
  '"effects":{',
  '"network":',
  '"filesystem":{',
  '"read":',
  '"write":',
  '"delete":',
  '"subprocess":',
  '"commands":{"',
];

/** Control characters that JSON never contains, one for each word. */
const CODES = [...WORDS.keys()].map((at) => String.fromCharCode([1, 2, 3, 4, 5, 6, 7, 8, 11, 12][at] ?? at + 4));
const CODE_OF = new Map(WORDS.map((word, at) => [word, CODES[at] ?? '']));
const WORD_OF = new Map(WORDS.map((word, at) => [CODES[at] ?? '', word]));
const ANY_WORD = new RegExp(
  [...WORDS]
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replace(/[[\]{}]/g, '\\$&'))
    .join('|'),
  'g',
);
const ANY_CODE = new RegExp(`[${CODES.join('')}]`, 'g');

/**
 * Compresses a text: frequent words become one character each, deflate starts with a dictionary of documents, and a
 * checksum follows, because deflate has no checksum and one wrong letter can inflate to a document that only looks
 * right.
 */
export function pack(text: string): Packed {
  const flags = text.search(ANY_CODE) < 0 ? 'w' : 'd';
  const bytes = strToU8(flags === 'w' ? shorten(text) : text);
  const deflated = deflateSync(bytes, { level: 9, dictionary: dictionary() });
  const packed = new Uint8Array(deflated.length + CHECKSUM_LENGTH);
  packed.set(deflated);
  packed.set(checksum(bytes), deflated.length);
  return { flags, bytes: packed };
}

/**
 * The text that {@link pack} was given.
 *
 * @param maxLength of the text, in bytes of UTF-8 before the words are restored and in UTF-16 units after that: a
 * decompression bomb is stopped as soon as it is longer.
 */
export function unpack({ flags, bytes }: Packed, maxLength: number): string | Unreadable {
  const end = bytes.length - CHECKSUM_LENGTH;
  if (end <= 0) return { code: 'damaged' };
  const inflated = inflate(bytes.subarray(0, end), maxLength);
  if (!(inflated instanceof Uint8Array)) return inflated;
  const expected = checksum(inflated);
  if (!bytes.subarray(end).every((byte, at) => byte === expected[at])) return { code: 'damaged' };
  const text = strFromU8(inflated);
  return flags === 'w' ? restore(text, maxLength) : text;
}

export interface Unreadable {
  readonly code: 'damaged' | 'too-large';
}

function shorten(text: string): string {
  return text.replace(ANY_WORD, (word) => CODE_OF.get(word) ?? word);
}

/** Counts first: each character can become a word of 23. */
function restore(text: string, maxLength: number): string | Unreadable {
  let length = text.length;
  for (const [code] of text.matchAll(ANY_CODE)) length += (WORD_OF.get(code) ?? code).length - 1;
  if (length > maxLength) return { code: 'too-large' };
  return text.replace(ANY_CODE, (code) => WORD_OF.get(code) ?? code);
}

function dictionary(): Uint8Array {
  return strToU8(shorten(DICTIONARY));
}

function inflate(data: Uint8Array, maxLength: number): Uint8Array | Unreadable {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const inflater = new Inflate({ dictionary: dictionary() }, (piece) => {
    pieces.push(piece);
    length += piece.length;
  });
  for (let offset = 0; offset < data.length; offset += STEP) {
    try {
      inflater.push(data.subarray(offset, offset + STEP), offset + STEP >= data.length);
    } catch (error) {
      // fflate reports bad data as an Error with a numeric code; any other error is our bug.
      if (error instanceof Error && 'code' in error) return { code: 'damaged' };
      throw error;
    }
    if (length > maxLength) return { code: 'too-large' };
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}

/** FNV-1a of 32 bits, folded to 24. */
function checksum(bytes: Uint8Array): Uint8Array {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  const folded = (hash >>> 24) ^ (hash & 0xffffff);
  return Uint8Array.of((folded >> 16) & 0xff, (folded >> 8) & 0xff, folded & 0xff);
}

/** Typical document text for deflate to copy from: keys in their usual order, usual effects, words of help texts. */
export const DICTIONARY: string = [
  '{"atip":{"version":"0.4","features":["partial-discovery"]},"name":"app","version":"1.2.0",',
  '"description":"Command line tool to manage your projects and files","homepage":"https://github.com/","trust":{',
  '"source":"vendor","verified":true},"commands":{"config":{',
  '"description":"Manage configuration settings for the application","effects":{"network":false,"idempotent":true,',
  '"reversible":true,"destructive":false},"options":[],"commands":{"list":{',
  '"description":"List all packages in a local directory","effects":{"network":true,"idempotent":true,',
  '"reversible":true,"destructive":false}},"get":{"description":"Print the value of a given key","effects":{',
  '"network":true,"idempotent":true,"reversible":true,"destructive":false}},"set":{',
  '"description":"Update the current group","effects":{"network":true,"idempotent":true,"reversible":false,',
  '"destructive":false}},"add":{"description":"Add a new user to the server","effects":{"network":true,',
  '"idempotent":false,"reversible":false,"destructive":false}},"view":{',
  '"description":"View information about an organization","effects":{"network":true,"idempotent":true,',
  '"reversible":true,"destructive":false}},"delete":{"description":"Delete a branch or tag from the remote host",',
  '"effects":{"network":true,"idempotent":false,"reversible":false,"destructive":true}}}},"create":{',
  '"description":"Create a new release","arguments":[{"name":"path","type":"file",',
  '"description":"Path to the output","required":true},{"name":"files","type":"string",',
  '"description":"Files to read from standard input","required":false,"variadic":true}],"effects":{"filesystem":{',
  '"read":true,"write":true,"delete":false},"network":false,"subprocess":false,"idempotent":false,"reversible":true,',
  '"destructive":false}},"run":{"description":"Run or install another service with default options"},"login":{',
  '"description":"Authenticate with the API token"},"open":{',
  '"description":"Select a repository to open in the web browser"},"search":{',
  '"description":"Search for issues by name"}}}\n',
  '{"t":[["tool.json",2]],"n":"output"}\n',
  '{"atip":{"version":"0.4"},"name":"tool","version":"1.0.0","description":"Hello","commands":{"":{',
  '"description":"Prints this","arguments":[{"name":"file","type":"string","description":"The file to print",',
  '"required":true}],"effects":{"filesystem":{},"network":false}}}}\n',
  '{"t":[["',
].join('');
