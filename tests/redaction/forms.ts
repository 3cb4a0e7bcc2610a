import { readTable } from '../read-table.ts';

/** The next of a row of numbers from 0 to 1. */
type Random = () => number;

/** An output with secrets in it. */
export interface Form {
  readonly kind: string;
  readonly text: string;
  /** The part of `text` of which not even half may remain. */
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
function fillTemplate(template: string, random: Random): string {
  return template
    .replaceAll('~', '')
    .replaceAll('\u007f', '~')
    .replaceAll('{u}', '{h8}-{h4}-{h4}-{h4}-{h12}')
    .replace(/\{p(\d+)\}/g, (_, length: string) => `{a${Number(length) - 3}}q7{a1}`)
    .replace(/\{([hHdlcawbmkK])(\d+)\}/g, (_, kind: string, length: string) => chars(kind, Number(length), random))
    .replace(/«([^»]*)»/g, (_, plain: string) => Buffer.from(plain).toString('base64'));
}

function chars(kind: string, length: number, random: Random): string {
  const alphabet = CLASSES[kind] ?? '';
  return Array.from({ length }, () => alphabet.charAt(below(random, alphabet.length))).join('');
}

/** Forms whose text is more than a template: of random bytes, in base64, or broken in two. */
const MADE: Readonly<Record<string, (random: Random) => string>> = {
  'discord bot': discordToken,
  'token wrapped at 80 columns': (random) => folded(`${'x'.repeat(55)} `, fillTemplate('gh~p_{a36}', random)),
  'JWT wrapped at 80 columns': (random) => folded('got ', fillTemplate('ey~J{w30}.ey~J{w160}.{w43}', random)),
  'value wrapped at 80 columns': (random) => folded(`${'x '.repeat(30)}token=`, fillTemplate('{p40}', random)),
  'base64 of credentials behind Basic': (random) =>
    `Basic ⟦${Buffer.from(fillTemplate('me:{p14}', random)).toString('base64')}⟧`,
  kubeconfig: (random) => `users:\n- name: a\n  user:\n    client-key-data: ⟦${base64Pem('RSA ', random)}⟧\n`,
  'kubeconfig in JSON': (random) => `{"user":{"client-key-data":"⟦${base64Pem('EC ', random)}⟧","x":1}}`,
  'base64 PEM': (random) => `⟦${base64Pem('', random)}⟧`,
  'base64 PEM, 76 columns': (random) => `$ base64 key.pem\n${wrapped(base64Pem('RSA ', random), 76, '')}\n$ ls\n`,
  'base64 PEM, indented': (random) => `  key: |\n${wrapped(base64Pem('OPENSSH ', random), 64, '    ')}\n  b: 1\n`,
  'private key': (random) => pem('EC ', random).replaceAll(/^[^-].*$/gm, '⟦$&⟧'),
};

/** The rows of both tables; their texts write line breaks, tabs, backslashes and what nobody sees as JavaScript does. */
const ROWS = ['forms', 'secret-forms'].flatMap((name) =>
  readTable(`tests/redaction/${name}.tsv`).map(([list = '', kind = '', text = '']) => ({
    ...{ list, kind, text: unescapeText(text) },
  })),
);

/** Outputs of every day without a secret, written before the rules were seen. */
export const ORDINARY_OUTPUTS: readonly (readonly [text: string, kind: string])[] = readTable(
  'tests/redaction/ordinary-outputs.tsv',
).map(([kind = '', text = '']) => [unescapeText(text), kind]);

function unescapeText(text: string): string {
  const named: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\' };
  return text.replace(/\\(?:u([\da-f]{4})|(.))/g, (_, code?: string, name = '') =>
    code === undefined ? (named[name] ?? name) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Outputs of a list in the table's order. */
export function textsOf(list: 'ordinary' | 'specification' | 'prose'): (readonly [text: string, kind: string])[] {
  return ROWS.filter((row) => row.list === list).map(({ text, kind }) => [text, kind]);
}

/**
 * Forms with secrets: keys of vendors with nothing around them that tells, of which six have no form at all; ways to write a key
 * with its secret; files and commands in outputs; and forms that were written when the rules were done.
 */
export const [VENDOR_KEYS, ENCODINGS, FILES, HELD_OUT_FORMS] = [
  makeForms('vendor', 1),
  makeForms('encoding', 2),
  makeForms('file', 3),
  makeForms('held-out', 4),
];

/** The 161 forms of `secret-forms.tsv`: alone in a line, and with what says that they are secrets. */
export const NEW_FORMS: readonly Form[] = [...makeForms('bare', 5), ...makeForms('written', 6)];

/** Fills the templates of a list; the same for the same seed. */
function makeForms(list: string, seed: number): Form[] {
  const random = pseudoRandom(seed);
  // The first numbers of a seed are much alike.
  for (let index = 0; index < 16; index += 1) random();
  return ROWS.filter((row) => row.list === list).map(({ kind, text }) => {
    const filled = text === '=' ? (MADE[kind]?.(random) ?? '') : fillTemplate(text, random);
    return {
      kind,
      text: filled.replaceAll(/[⟦⟧]/g, ''),
      secrets: Array.from(filled.matchAll(/⟦([^⟧]*)⟧/g), ([, secret = '']) => secret),
    };
  });
}

/** The base64 of a number, then two more parts. */
function discordToken(random: Random): string {
  const number = Buffer.from(fillTemplate('119{d16}', random)).toString('base64').replaceAll('=', '');
  return `⟦${number}${fillTemplate('.{a6}.{w38}', random)}⟧`;
}

/** A private key in PEM, of random bytes. */
function pem(kind: string, random: Random): string {
  const bytes = Buffer.from(Array.from({ length: 520 }, () => below(random, 256))).toString('base64');
  const marker = (word: string): string => `-----${word} ${kind}PRIVATE ${'KEY'}-----`;
  return [marker('BEGIN'), ...(bytes.match(/.{1,64}/g) ?? []), marker('END'), ''].join('\n');
}

function base64Pem(kind: string, random: Random): string {
  return Buffer.from(pem(kind, random)).toString('base64');
}

/** Every line but the first characters of the first is a secret. */
function wrapped(base64: string, width: number, indent: string): string {
  const lines = base64.match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
  return lines.map((line) => `${indent}⟦${line}⟧`).join('\n');
}

/** Breaks a text as a terminal of 80 columns does. */
function fold(text: string): string {
  return text.replaceAll(/(.{80})(?=.)/g, '$1\n');
}

/** Where a fold falls into a secret, each of the parts is one. */
function folded(before: string, secret: string): string {
  const lines = fold(before + secret).split('\n');
  return [`${before}⟦${lines[0]?.slice(before.length)}⟧`, ...lines.slice(1).map((line) => `⟦${line}⟧`)].join('\n');
}

/** True if neither a form's secret nor half of it remains. Halves of less than four characters turn up by chance. */
export function isCovered({ secrets }: Form, redacted: string): boolean {
  return secrets.every((secret) => {
    const half = Math.floor(secret.length / 2);
    const parts = half < 4 ? [secret] : [secret.slice(0, half), secret.slice(-half)];
    return parts.every((part) => !redacted.includes(part));
  });
}

/** The same row for the same seed. */
function pseudoRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A whole number below a bound. */
function below(random: Random, bound: number): number {
  return Math.floor(random() * bound);
}
