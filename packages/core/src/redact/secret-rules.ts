import { getOwn, isRecord } from '../json/is-record.ts';
import { toWellFormed } from '../json/well-formed.ts';
import type { AtipTool } from '../types/tool.ts';
import { BASE64_RULES, base64Core } from './base64-rules.ts';
import { COMMAND_RULES } from './command-rules.ts';
import { CONTEXT_RULES } from './context-rules.ts';
import { createKeywordIndex, type KeywordIndex, type SecretRule } from './match-finder.ts';
import { PREFIX_RULES } from './prefix-rules.ts';
import { SECRET_VALUE, SEPARATOR } from './secret-value.ts';
import { WRAPPED_RULES } from './wrapped-rules.ts';

export const SECRET_RULES: readonly SecretRule[] = [
  ...PREFIX_RULES,
  ...CONTEXT_RULES,
  ...COMMAND_RULES,
  ...BASE64_RULES,
  ...WRAPPED_RULES,
];

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
  builtIn ??= createKeywordIndex(SECRET_RULES);
  return builtIn;
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
 * Rules that find exact values, in any letter case and broken over two lines, also as hexadecimal digits, as base64 (alone
 * or inside something longer), URL-encoded and JSON-escaped.
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

/** Fewer characters of a secret at the end of a line begin many things, and are not looked for on the next one. */
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
