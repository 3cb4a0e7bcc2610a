import { getOwn, isRecord } from '../json/is-record.ts';
import { toWellFormed } from '../json/hidden-characters.ts';
import type { AtipTool } from '../types/tool.ts';
import { COMMAND_RULES, CONTEXT_RULES } from './context-rules.ts';
import { createKeywordIndex, type KeywordIndex, readIndex, type SecretRule, writeIndex } from './match-finder.ts';
import { PREFIX_RULES, WRAPPED_RULES } from './prefix-rules.ts';
import { NO_SECRET, SECRET_VALUE, SEPARATOR } from './secret-value.ts';
import { WRITTEN_INDEX } from './written-index.ts';

/** An environment variable's usual name; shorter or longer names would match other words. */
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{2,127}$/;
const MAX_VARIABLES = 64;

let builtIn: KeywordIndex | undefined;

/**
 * The rules to apply: known secrets and, unless `redactSecrets` is false, every built-in rule, with the environment
 * variables that the tools' documents name for authentication as keys.
 */
export function secretRules(
  tools: readonly AtipTool[],
  knownSecrets: readonly string[],
  redactSecrets: boolean,
): readonly KeywordIndex[] {
  const own = [...knownSecretRules(knownSecrets), ...(redactSecrets ? toolRules(tools) : [])];
  return [...(own.length > 0 ? [createKeywordIndex(own)] : []), ...(redactSecrets ? [builtInRules()] : [])];
}

/** The index of {@link SECRET_RULES}. Building it takes milliseconds, so it is built once, on first use. */
export function builtInRules(): KeywordIndex {
  builtIn ??= WRITTEN_INDEX === undefined ? createKeywordIndex(SECRET_RULES) : readIndex(WRITTEN_INDEX, SECRET_RULES);
  return builtIn;
}

/** Writes the index of the built-in rules, for a build that replaces `WRITTEN_INDEX` by it. */
export function writeBuiltInRules(): string {
  return writeIndex(builtInRules(), SECRET_RULES);
}

/** An unchecked document may contain anything here: any value but the name of a variable is ignored. */
function toolRules(tools: readonly AtipTool[]): SecretRule[] {
  const names = tools.flatMap((tool) => variableNames(getOwn(tool, 'authentication')));
  const keys = [...new Set(names)].slice(0, MAX_VARIABLES);
  return keys.map((key) => ({
    name: 'tool-credential',
    pattern: new RegExp(`(${key}${SEPARATOR})(?:${SECRET_VALUE})`, 'y'),
  }));
}

function variableNames(authentication: unknown): string[] {
  const methods = isRecord(authentication) ? getOwn(authentication, 'methods') : undefined;
  return (Array.isArray(methods) ? methods : [])
    .map((method: unknown) => (isRecord(method) ? getOwn(method, 'envVar') : undefined))
    .filter((name) => typeof name === 'string')
    .filter((name) => VARIABLE_NAME.test(name));
}

/** Shorter values turn up in ordinary text by chance. */
const MIN_LENGTH = 8;
/** Longer values are searched in parts: six times this, for JSON escapes, still fits the buffer of a stream. */
const MAX_LENGTH = 2000;

/**
 * Rules that find exact values, in any letter case and broken over two lines, also as hexadecimal digits, as base64
 * (alone or inside something longer), URL-encoded and JSON-escaped.
 *
 * A value of several lines is searched line by line. Values, or lines, of fewer than 8 characters are ignored.
 */
function knownSecretRules(secrets: readonly string[]): SecretRule[] {
  const variants = new Set<string>();
  for (const piece of secrets.flatMap(splitSecret)) {
    for (const variant of variantsOf(piece)) {
      variants.add(variant);
    }
  }
  return [...variants].map((literal) => ({
    name: 'known-secret',
    literal: literal.toLowerCase(),
    pattern: new RegExp(brokenAnywhere(literal), 'iy'),
  }));
}

/**
 * Fewest characters of a known secret at the end of a line for which we search the next line; fewer begin too many
 * other texts.
 */
export const MIN_BEGUN = 4;

function brokenAnywhere(literal: string): string {
  const characters = Array.from({ length: literal.length }, (_, at) => escapeRegExp(literal.charAt(at)));
  return [characters.slice(0, MIN_BEGUN).join(''), ...characters.slice(MIN_BEGUN)].join('\\n?');
}

function splitSecret(secret: string): string[] {
  const pieces: string[] = [];
  for (const line of secret.split(/[\r\n]+/)) {
    const text = line.trim();
    for (let start = 0; start < text.length; start += MAX_LENGTH) {
      pieces.push(text.slice(start, start + MAX_LENGTH));
    }
  }
  return pieces.filter((piece) => piece.length >= MIN_LENGTH);
}

function variantsOf(secret: string): string[] {
  // A lone surrogate cannot be encoded; in transport it becomes the replacement character.
  const encoded = encodeURIComponent(toWellFormed(secret));
  const bytes = utf8Bytes(encoded);
  const base64 = [0, 1, 2].map((shift) => base64Core(bytes, shift));
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encoded,
    bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    encoded.replaceAll('%20', '+'),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

function utf8Bytes(encoded: string): number[] {
  return [...encoded.matchAll(/%([0-9A-F]{2})|[^%]/g)].map(([unit, hex]) =>
    hex === undefined ? unit.charCodeAt(0) : Number.parseInt(hex, 16),
  );
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** The base64 characters that depend only on the secret when `shift` other bytes precede it in its group of three. */
function base64Core(bytes: readonly number[], shift: number): string {
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
const BASE64_RULES: readonly SecretRule[] = [
  {
    name: 'secret-in-base64',
    isSecret: hidesValue,
    pattern: new RegExp(
      `(?<=(?<own>[\\w+/-]{0,120}))(?:${CORES.map(([, core]) => core).join('|')})[\\w+/-]{6,2000}={0,2}`,
      'y',
    ),
  },
];

export const SECRET_RULES: readonly SecretRule[] = [
  ...PREFIX_RULES,
  ...CONTEXT_RULES,
  ...COMMAND_RULES,
  ...BASE64_RULES,
  ...WRAPPED_RULES,
];
