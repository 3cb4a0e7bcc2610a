import { decodeShare } from '@atip/share';
import { expect, test } from 'vitest';
import type { WorkingCopy } from './playground.ts';
import { lengthMarks, shareLink, suspectLines } from './share-link.ts';

const COPY: WorkingCopy = { name: 'a.json', text: '{}', provider: 'gemini', strict: false, tab: 'calls' };

test('a link holds the document, its provider and the open panel', () => {
  const link = shareLink(COPY, 'http://127.0.0.1:4170/');
  expect(link.startsWith('http://127.0.0.1:4170/#v1.')).toBe(true);
  expect(decodeShare(new URL(link).hash)).toStrictEqual({
    ok: true,
    state: { documents: [{ name: 'a.json', text: '{}' }], provider: 'gemini', panel: 'calls' },
  });
});

test.each([
  [2000, [true, true]],
  [2001, [false, true]],
  [8196, [false, false]],
])('%i characters fit where they fit', (length, fits) => {
  expect(lengthMarks(length).map((mark) => mark.fits)).toStrictEqual(fits);
});

const TOKEN = `ghp_${'Zk3'.repeat(12)}`;

test('a line with a secret is named, redacted', () => {
  expect(suspectLines(`{\n  "a": 1,\n  "b": "${TOKEN}"\n}`)).toStrictEqual([
    { line: 3, redacted: '"b": "[REDACTED]"' },
  ]);
});

test.each([
  ['Windows line ends', '{\r\n  "a": 1\r\n}\r\n'],
  ['a tab and a soft hyphen', '{\t"a\u00ad": 1 }'],
])('%s are no secret', (_name, text) => {
  expect(suspectLines(text)).toStrictEqual([]);
});

test('a private key over several lines is found', () => {
  const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBg'.repeat(4)}\n-----END PRIVATE KEY-----`;
  expect(suspectLines(`{"a":"x"}\n${key}\n`)).toHaveLength(1);
});
