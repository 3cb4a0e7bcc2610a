import { expect, test } from 'vitest';
import { MAX_AROUND_FRAGMENT, readStoredShare, writeStoredShare } from './stored-share.ts';

const END = 8_640_000_000_000_000;

test.each([
  [{ fragment: 'v1.d.abc' }, 'v1.d.abc'],
  [{ fragment: 'v1.d.abc', expiresAt: 0 }, '{"fragment":"v1.d.abc","expiresAt":0}'],
  [{ fragment: 'v1.d.abc', expiresAt: END }, `{"fragment":"v1.d.abc","expiresAt":${END}}`],
])('%j is written as %s, and read again', (share, text) => {
  expect([writeStoredShare(share), readStoredShare(text)]).toStrictEqual([text, share]);
  expect(text.length - share.fragment.length).toBeLessThanOrEqual(MAX_AROUND_FRAGMENT);
});

test.each([
  '',
  '{}',
  '{"fragment":1}',
  '{"Fragment":"v1.d.abc"}',
  '{"fragment":"v1.d.abc"} x',
  '{"__proto__":{"fragment":"v1.d.abc"}}',
  '{"fragment":"v1.d.abc","expiresAt":"2026-01-02"}',
  '{"fragment":"v1.d.abc","expiresAt":-1}',
  '{"fragment":"v1.d.abc","expiresAt":8640000000000001}',
])('%s is damaged: nothing of it counts', (text) => {
  expect(readStoredShare(text)).toStrictEqual({ fragment: text });
});

test('what is not ours is left out', () => {
  expect(readStoredShare('{"fragment":"v1.d.abc","expiresat":1,"x":2}')).toStrictEqual({ fragment: 'v1.d.abc' });
});
