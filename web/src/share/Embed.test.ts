import { encodeShare } from '@atip/share';
import { expect, test } from 'vitest';
import { embedView } from './Embed.tsx';

const PAGE = { origin: 'https://e.org', pathname: '/atip/' };

test('a frame shows what its address carries, and leads to the whole page with it', () => {
  const hash = encodeShare({ documents: [{ name: 'a.json', text: '{}' }], provider: 'gemini' });
  const view = embedView({ ...PAGE, hash });
  expect(view.address).toBe(`https://e.org/atip/${hash}`);
  expect(view.ok && [view.copy.provider, view.copy.documents[0]?.text]).toStrictEqual(['gemini', '{}']);
});

test.each([
  ['', 'carries no document'],
  ['#k=code', 'carries no document'],
  ['#v2.w.AAAA', 'incomplete'],
])('the address %o is said to hold nothing', (hash, words) => {
  const view = embedView({ ...PAGE, hash });
  expect([view.ok, view.address]).toStrictEqual([false, 'https://e.org/atip/']);
  expect(!view.ok && view.message).toContain(words);
});
