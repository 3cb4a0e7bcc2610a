import type { SecretRule } from './match-finder.ts';
import { NO_SECRET } from './secret-value.ts';

/** The base64 characters that depend only on the secret when `shift` other bytes precede it in its group of three. */
export function base64Core(bytes: readonly number[], shift: number): string {
  const text = toBase64([...new Array<number>(shift).fill(0), ...bytes]);
  const complete = Math.floor(((shift + bytes.length) * 8) / 6);
  return text.slice(shift === 0 ? 0 : shift + 1, complete);
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Encodes bytes as base64 without padding. Written here because core may not use platform globals such as `btoa`. */
function toBase64(bytes: readonly number[]): string {
  let result = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const group = bytes.slice(index, index + 3);
    const bits = group.reduce((sum, byte) => (sum << 8) | byte, 0) << (8 * (3 - group.length));
    for (let position = 0; position <= group.length; position += 1) {
      result += ALPHABET.charAt((bits >> (18 - 6 * position)) & 63);
    }
  }
  return result;
}

/** The six bits of each character, also of the alphabet for addresses; 0 for any other. */
const BITS = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, ALPHABET.indexOf(String.fromCharCode(code).replace('-', '+').replace('_', '/'))),
);

/** Bytes of base64 as characters, from a place in a group of four on. */
function fromBase64(text: string, place: number): string {
  const bytes: number[] = [];
  for (let [index, bits] = [0, 0]; index < text.length; index += 1) {
    const at = (index + place) % 4;
    bits = (bits << 6) | (BITS[text.charCodeAt(index)] ?? 0);
    if (at !== 0) bytes.push((bits >> (6 - 2 * at)) & 255);
  }
  return String.fromCharCode(...bytes);
}

const KEYS =
  'password passwd passphrase secret token api_key apikey apiKey api-key private_key access_key authorization'.split(
    ' ',
  );
const NAMES = KEYS.flatMap((key) => [key, key.toUpperCase(), key.charAt(0).toUpperCase() + key.slice(1)]);
/** A key up to its value; some bits of its first letter share a character of base64 with what stands before it. */
const KEY_AND_VALUE = new RegExp(
  `[^]{0,2}?[^](?:${KEYS.map((key) => key.slice(1)).join('|')})\\w{0,16}\\\\?["']?[ \\t]{0,4}(?:=>|[:=])[ \\t\\n]{0,8}\\\\?["']?(?=[^\\s"'\\\\]{4})`,
  'iy',
);
/** Characters behind the beginning of a key that show its value. */
const SHOWN = 64;

/** How keys look in base64, by the place in a group of four where the part begins that they alone decide. */
const CORES: readonly (readonly [place: number, core: string])[] = [0, 1, 2].flatMap((shift) =>
  NAMES.map((name) => {
    const bytes = Array.from(name, (char) => char.charCodeAt(0));
    return [shift === 0 ? 0 : shift + 1, base64Core(bytes, shift)] as const;
  }),
);

/** True if base64 hides a key and a value: `{"password":"…"}`. */
function hidesValue(text: string, at: number): boolean {
  const [place = 0] = CORES.find(([, core]) => text.startsWith(core, at)) ?? [];
  const plain = fromBase64(text.slice(at, at + SHOWN), place);
  KEY_AND_VALUE.lastIndex = 0;
  NO_SECRET.lastIndex = KEY_AND_VALUE.exec(plain)?.[0].length ?? plain.length;
  return NO_SECRET.lastIndex < plain.length && !NO_SECRET.test(plain);
}

/** Settings and JSON in base64, once; the run of base64 is secret as a whole, from 120 characters before the key. */
export const BASE64_RULES: readonly SecretRule[] = [
  {
    name: 'secret-in-base64',
    isSecret: hidesValue,
    pattern: new RegExp(
      `(?<=(?<own>[\\w+/-]{0,120}))(?:${CORES.map(([, core]) => core).join('|')})[\\w+/-]{6,2000}={0,2}`,
      'y',
    ),
  },
];
