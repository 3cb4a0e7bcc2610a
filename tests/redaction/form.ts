import { below, pseudoRandom, type Random } from './logs.ts';

/** An output with secrets in it. */
export interface Form {
  readonly kind: string;
  readonly text: string;
  /** What must not be left of `text`, nor half of it. */
  readonly secrets: readonly string[];
}

/** The characters of each class that a template names: `{h8}` is eight hexadecimal digits. */
const CLASSES: Readonly<Record<string, string>> = {
  h: '0123456789abcdef',
  H: '0123456789ABCDEF',
  d: '0123456789',
  l: 'abcdefghijklmnopqrstuvwxyz0123456789',
  c: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  a: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  w: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-',
  b: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  m: './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  k: 'qpzry9x8gf2tvdw0s3jn54khce6mua7l',
  K: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
};

/**
 * Fills a template with random characters. `⟦` and `⟧` stand around what is secret, and `~` for nothing: it keeps scanners from
 * taking a file of templates for a leak; U+007F is a `~`. `{u}` is a UUID, `{p12}` a password of 12 characters with a letter and a digit.
 */
export function fillTemplate(template: string, random: Random): string {
  return template
    .replaceAll('~', '')
    .replaceAll('\u007f', '~')
    .replaceAll('{u}', '{h8}-{h4}-{h4}-{h4}-{h12}')
    .replace(/\{p(\d+)\}/g, (_, length: string) => `{a${Number(length) - 3}}q7{a1}`)
    .replace(/\{([hHdlcawbmkK])(\d+)\}/g, (_, kind: string, length: string) => chars(kind, Number(length), random));
}

function chars(kind: string, length: number, random: Random): string {
  const alphabet = CLASSES[kind] ?? '';
  return Array.from({ length }, () => alphabet.charAt(below(random, alphabet.length))).join('');
}

/** Makes forms of templates, or of functions that give a filled one; the same for the same seed. */
export function makeForms(
  rows: readonly (readonly [kind: string, template: string | ((random: Random) => string)])[],
  seed: number,
): Form[] {
  const random = pseudoRandom(seed);
  // The first numbers of a seed are much alike.
  for (let index = 0; index < 16; index += 1) random();
  return rows.map(([kind, template]) => {
    const filled = typeof template === 'string' ? fillTemplate(template, random) : template(random);
    return {
      kind,
      text: filled.replaceAll(/[⟦⟧]/g, ''),
      secrets: Array.from(filled.matchAll(/⟦([^⟧]*)⟧/g), ([, secret = '']) => secret),
    };
  });
}

/** Whether neither a secret of a form nor a half of it is left. Halves of less than four characters turn up by chance. */
export function isCovered({ secrets }: Form, redacted: string): boolean {
  return secrets.every((secret) => {
    const half = Math.floor(secret.length / 2);
    const parts = half < 4 ? [secret] : [secret.slice(0, half), secret.slice(-half)];
    return parts.every((part) => !redacted.includes(part));
  });
}
