import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentId } from './content-id.ts';

test.each(['', 'v1.d.abc', 'ünï 🙂', 'x'.repeat(100_000)])(
  'an id is the start of the SHA-256 of the text',
  async (text) => {
    const expected = createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url');
    expect(await contentId(text)).toBe(expected);
    expect(expected).toMatch(/^[A-Za-z0-9_-]{22}$/);
  },
);

test('of the empty text, from FIPS 180-4', async () => {
  expect(await contentId('')).toBe('47DEQpj8HBSa-_TImW-5JA');
});
