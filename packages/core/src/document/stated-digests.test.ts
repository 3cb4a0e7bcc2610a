import { expect, test } from 'vitest';
import { readChecksum } from './stated-digests.ts';

const HEX = 'aB'.repeat(32);
const BASE64 = `${'aB+/'.repeat(10)}aB0=`;
const LONG64 = `${'aB+/'.repeat(21)}aA==`;

test.each([
  [HEX, { algorithm: 'sha256', encoding: 'hex', digest: 'ab'.repeat(32) }],
  [HEX + HEX, { algorithm: 'sha512', encoding: 'hex', digest: 'ab'.repeat(64) }],
  [`sha256:${HEX}`, { algorithm: 'sha256', encoding: 'hex', digest: 'ab'.repeat(32) }],
  [`SHA512:${HEX}${HEX}`, { algorithm: 'sha512', encoding: 'hex', digest: 'ab'.repeat(64) }],
  [`sha256-${BASE64}`, { algorithm: 'sha256', encoding: 'base64', digest: BASE64 }],
  [`sha512-${LONG64}`, { algorithm: 'sha512', encoding: 'base64', digest: LONG64 }],
])('%s is read', (text, expected) => {
  expect(readChecksum(text)).toStrictEqual(expected);
});

test.each([
  '',
  'sha256:',
  'sha256:0',
  `sha512:${HEX}`,
  `sha256:${HEX}${HEX}`,
  `md5:${HEX}`,
  `sha256:${HEX} `,
  `sha256-${LONG64}`,
  `sha256-${HEX}`,
  BASE64,
  `sha256=${HEX}`,
])('%j is in no form', (text) => {
  expect(readChecksum(text)).toBe(undefined);
});
