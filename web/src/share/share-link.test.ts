import { encodeShare } from '@atip/share';
import { expect, test } from 'vitest';
import { isOwnMachine } from '../companion/companion.ts';
import type { WorkingCopy } from '../document/working-copy.ts';
import { embedView } from './Embed.tsx';
import { embedHtml, shareStateOf } from './share-link.ts';

const SHOWN = { name: 'b.json', text: '[]' };
const CHOSEN = { provider: 'gemini', beside: 'openai', policy: { allowNetwork: false } } as const;
const DOCUMENTS = [
  { id: 'd1', name: 'a.json', text: '{}' },
  { id: 'd2', ...SHOWN, filter: { depth: 1 } },
];
const PASTED = { response: 'pasted', output: 'secret output', line: 'ls' };
const COPY: WorkingCopy = { documents: DOCUMENTS, active: 'd2', ...CHOSEN, strict: false, tab: 'try', ...PASTED };

test('a link holds the shown document, providers, filter, policy and tab, and nothing that was pasted', () => {
  const shared = { documents: [SHOWN], ...CHOSEN, strict: undefined, panel: 'try', filter: { depth: 1 } };
  expect(shareStateOf(COPY)).toStrictEqual(shared);
});

test('a frame asks for the read-only view, and its name is no markup', () => {
  const html = embedHtml('"><script>', 'https://e.org/', '#v1.m.AA');
  expect(html).toContain('src="https://e.org/?embed#v1.m.AA"');
  expect(html).toContain('title="&#34;&#62;&#60;script&#62; in the ATIP workbench"');
});

const LINK = encodeShare({ documents: [{ name: 'a.json', text: '{}' }], provider: 'gemini' });

test.each([
  [LINK, true, '{}'],
  ['', false, 'carries no document'],
  ['#v2.w.AAAA', false, 'incomplete'],
])('a frame at %o shows its document (%s), and leads to the whole page', (hash, ok, words) => {
  const view = embedView({ origin: 'https://e.org', pathname: '/atip/', hash });
  expect([view.copy !== undefined, view.address]).toStrictEqual([ok, `https://e.org/atip/${ok ? hash : ''}`]);
  expect(view.copy?.documents[0]?.text ?? view.message).toContain(words);
});

test.each([
  ['https://play.example.org/', false],
  ['http://127.0.0.1:5173/a', true],
  ['http://[::1]/', true],
  ['https://127.example.org/', false],
])('%s is a page of one’s own machine: %s', (address, isOwn) => {
  expect(isOwnMachine(address)).toBe(isOwn);
});
