import { strToU8 } from 'fflate';

/** Pieces of metadata that one byte stands for. Part of the format: another list needs another flag. */
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
  '"},"',
  '","',
  '{"name":"',
  '","type":"',
  'string',
  'boolean',
  '","description":"',
  '","required":true}',
  '","required":false}',
  ',{"name":"',
  '"arguments":[{"name":"',
  '"effects":{',
  '"network":',
  '"filesystem":{',
  '"read":',
  '"write":',
  '"delete":',
  '"subprocess":',
  '"commands":{"',
  '"}}',
  '"]',
  '":{"',
  '"default":',
  ',"required":true',
];

/** Before a byte of the text that would be taken for a code. */
export const ESCAPE = 0x00;
/** Stands for `","flags":["--NAME"]` behind the string NAME. */
export const LONG_FLAG = 0xfe;
/** Stands, with the byte X behind it, for `","flags":["-X","--NAME"]` behind the string NAME. */
export const BOTH_FLAGS = 0xff;
/** Pieces of which those two are made, around X and NAME. */
export const FLAGS_START: Uint8Array = strToU8('","flags":["-');
export const BOTH_MIDDLE: Uint8Array = strToU8('","--');
export const FLAGS_END: Uint8Array = strToU8('"]');

/** Bytes that are in no UTF-8 or in no JSON: control characters but tab and line ends, and what cannot start a character. */
const CODES: readonly number[] = [
  ...[1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31],
  ...[0xc1, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa, 0xfb],
];

export const WORDS_BY_CODE: ReadonlyMap<number, string> = new Map(CODES.map((code, at) => [code, WORDS[at] ?? '']));

const IS_CODE: readonly boolean[] = Array.from(
  { length: 256 },
  (_, byte) => byte === LONG_FLAG || byte === BOTH_FLAGS || WORDS_BY_CODE.has(byte),
);

/** Whether a byte stands for more than itself. */
export function isCode(byte: number): boolean {
  return IS_CODE[byte] === true;
}
