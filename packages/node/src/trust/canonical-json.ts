import { type JsonDocument, readJson } from '@atip/core';

/** The bytes that a signature covers, or why it covers nothing. */
export type Canonical = { readonly bytes: Uint8Array } | { readonly problem: string };

type Node = NonNullable<JsonDocument['root']>;
type Member = NonNullable<Node['members']>[number];

/** The fields that contain or describe a signature: they are added after signing. */
const NOT_SIGNED: readonly string[] = ['signedBy', 'attestation', 'verified'];

/**
 * Writes a document as the bytes that its signature covers: canonical JSON (RFC 8785) of all of it without
 * `trust.signedBy`, `trust.attestation` and `trust.verified`, and without a `trust` that has nothing else.
 * `trust.source` and `trust.checksum` are signed, and so are all nested parts.
 *
 * Two readers never see different documents under one signature: ambiguous text has no canonical form. Ambiguous are
 * repeated keys, also when equal after Unicode normalisation; numbers that no double represents exactly, or beyond
 * 2^53; half surrogate pairs; and every issue of `readJson`. Shape: `{ "b": 1.0, "a": "x", "trust": { "verified": true
 * } }` → `{"a":"x","b":1}`
 * @see RFC 8785
 */
export function canonicalDocument(text: string): Canonical {
  const { root, issues } = readJson(text);
  const [issue] = issues;
  if (issue !== undefined) return { problem: `It has no canonical form. ${issue.message}` };
  if (root?.members === undefined) return { problem: 'It has no canonical form: it is no JSON object.' };
  try {
    return { bytes: Buffer.from(writeObject(root.members.flatMap(signedMember), text)) };
  } catch (error) {
    if (error instanceof AmbiguousError) return { problem: `It has no canonical form. ${error.message}` };
    throw error;
  }
}

function signedMember(member: Member): Member[] {
  const { key, node } = member;
  if (key !== 'trust' || node.members === undefined) return [member];
  const members = node.members.filter((one) => !NOT_SIGNED.includes(one.key));
  return members.length === 0 ? [] : [{ ...member, node: { ...node, members } }];
}

/** Text that two readers can read differently. */
class AmbiguousError extends Error {}

function write(node: Node, text: string): string {
  if (node.members !== undefined) return writeObject(node.members, text);
  if (node.items !== undefined) return `[${node.items.map((item) => write(item, text)).join(',')}]`;
  const { value } = node;
  if (typeof value === 'number') return writeNumber(value, text.slice(node.start, node.end));
  return typeof value === 'string' ? writeString(value) : JSON.stringify(value);
}

function writeObject(members: readonly Member[], text: string): string {
  const names = new Set(members.map(({ key }) => key.normalize()));
  if (names.size < members.length)
    throw new AmbiguousError('Two keys of one object are equal, or are after Unicode normalisation.');
  // By UTF-16 units, which is how JavaScript compares texts.
  const sorted = [...members].sort((one, other) => (one.key < other.key ? -1 : 1));
  return `{${sorted.map(({ key, node }) => `${writeString(key)}:${write(node, text)}`).join(',')}}`;
}

function writeString(value: string): string {
  if (/\p{Surrogate}/u.test(value)) throw new AmbiguousError('A text has half of a surrogate pair.');
  return JSON.stringify(value);
}

function writeNumber(value: number, written: string): string {
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new AmbiguousError(`The number ${written.slice(0, 40)} is beyond 2^53.`);
  const form = JSON.stringify(value);
  if (decimalOf(form) !== decimalOf(written))
    throw new AmbiguousError(`The number ${written.slice(0, 40)} is read as ${String(value)}.`);
  return form;
}

/** Digits and exponent of a decimal number, without its sign: `1.50e3` → `15e2`. Those of any zero are `e0`. */
function decimalOf(number: string): string {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  if (short === '') return 'e0';
  return `${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}
