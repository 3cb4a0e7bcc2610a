import { expect, test } from 'vitest';
import type { WorkingCopy } from '../document/working-copy.ts';
import { isOwnMachine, publicPage } from '../computer/companion.ts';
import { embedHtml, shareStateOf, tooLongFor } from './share-link.ts';

const COPY: WorkingCopy = {
  documents: [
    { id: 'd1', name: 'a.json', text: '{}' },
    { id: 'd2', name: 'b.json', text: '[]', filter: { depth: 1 } },
  ],
  active: 'd2',
  provider: 'gemini',
  strict: false,
  tab: 'try',
  policy: { allowNetwork: false },
  response: 'pasted',
  output: 'secret output',
  line: 'ls',
};

const SHOWN = {
  documents: [{ name: 'b.json', text: '[]' }],
  provider: 'gemini',
  strict: undefined,
  panel: 'try',
  filter: { depth: 1 },
  policy: { allowNetwork: false },
};

test('a link holds the shown document, provider, filter, policy and panel, and nothing that was pasted', () => {
  expect(shareStateOf(COPY)).toStrictEqual(SHOWN);
});

test('other documents go along only when asked for', () => {
  expect(shareStateOf(COPY, true).documents.map(({ name }) => name)).toStrictEqual(['b.json', 'a.json']);
});

test.each([
  [2000, []],
  [2001, ['a Discord message']],
  [8196, ['a Discord message', 'the address of a GitHub issue']],
])('%i characters are too long for %j', (length, places) => {
  expect(tooLongFor(length)).toStrictEqual(places);
});

test.each([
  ['https://play.example.org', 'https://play.example.org/'],
  ['http://127.0.0.1:5173/a', 'http://127.0.0.1:5173/a'],
  ['http://play.example.org/', undefined],
  ['https://user:secret@play.example.org/', undefined],
  ['https://play.example.org/#x', undefined],
  ['https://play.example.org/?embed', undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
  [undefined, undefined],
])('links for %o are made for %o', (text, address) => {
  expect(publicPage(text)).toBe(address);
});

test('a frame asks for the read-only view, and its name is no markup', () => {
  const html = embedHtml('"><script>', 'https://e.org/', '#v1.m.AA');
  expect(html).toContain('src="https://e.org/?embed#v1.m.AA"');
  expect(html).toContain('title="&#34;&#62;&#60;script&#62; in the ATIP workbench"');
  expect(html).not.toContain('<script');
});

test.each([
  ['http://127.0.0.1:4170/', true],
  ['http://localhost/', true],
  ['http://[::1]:80/', true],
  ['https://127.example.org/', false],
  ['https://example.org/', false],
])('%s is one’s own machine: %s', (base, own) => {
  expect(isOwnMachine(base)).toBe(own);
});
