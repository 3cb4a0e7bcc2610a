import { expect, test } from 'vitest';
import { shareTrouble } from './short-links.ts';
import type { Trouble } from '../computer/companion.ts';

const trouble = (code: string, status: number, more: Partial<Trouble> = {}): Trouble => ({
  code,
  status,
  title: 'No',
  detail: 'Why.',
  ...more,
});

test.each([
  [
    'a secret',
    trouble('secret-found', 422),
    'Why. A short link is stored on a server, so “Share anyway” does not reach it: choose “Share redacted” above.',
  ],
  [
    'nobody there',
    { code: 'unreachable', title: 'No', detail: 'Failed to fetch' },
    'Nothing answered: you may be offline. The long link under “Link” needs no server.',
  ],
  [
    'too many',
    trouble('too-many-writes', 429, { retryAfter: 1 }),
    'Too many requests came from your address. Try again in 1 second; nothing was stored.',
  ],
  [
    'too many, and nobody says for how long',
    trouble('http-429', 429),
    'Too many requests came from your address. Try again in a minute; nothing was stored.',
  ],
  ['too large', trouble('share-too-large', 413), 'It is too large for a short link: Why. Send it as a file.'],
  ['anything else', trouble('cross-site', 403), 'No: Why.'],
])('%s', (_name, problem, words) => {
  expect(shareTrouble(problem, 'hosted')).toBe(words);
});
