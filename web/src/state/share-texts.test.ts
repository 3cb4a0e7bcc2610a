import { expect, test } from 'vitest';
import { companionAddress, isOwnMachine, portFrom } from './share-base.ts';
import { badgeMarkdown, badgeSvg, embedHtml, markdownLink, sessionText } from './share-texts.ts';

test('a name is no Markdown', () => {
  expect(markdownLink('a](x)\n*b*', 'https://e.org/#v1')).toBe('[a\\](x) \\*b\\*](https://e.org/#v1)');
  expect(badgeMarkdown('gh', 'https://e.org/#v1')).toBe('[![ATIP: gh](atip-badge.svg)](https://e.org/#v1)');
});

test('a frame asks for the read-only view, and its name is no markup', () => {
  const html = embedHtml('"><script>', 'https://e.org/', '#v1.m.AA');
  expect(html).toContain('src="https://e.org/?embed#v1.m.AA"');
  expect(html).toContain('title="&quot;&gt;&lt;script&gt; in the ATIP workbench"');
  expect(html).not.toContain('<script');
});

test('a badge holds its name as text, cut, and as wide as it', () => {
  const svg = badgeSvg('<b>');
  expect(svg).toContain('&lt;b&gt;</text>');
  expect(svg).not.toContain('<b>');
  expect(badgeSvg('x'.repeat(60))).toContain(`${'x'.repeat(39)}…</text>`);
  expect(badgeSvg('gh')).toContain('width="69"');
});

test('a session is a file with the link in it', () => {
  expect(JSON.parse(sessionText('#v1.m.AA'))).toStrictEqual({ 'atip-session': '#v1.m.AA' });
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

test.each([
  ['4170', 4170],
  [' 80 ', 80],
  ['0', undefined],
  ['65536', undefined],
  ['8e3', undefined],
  ['', undefined],
])('port %o', (text, port) => {
  expect(portFrom(text)).toBe(port);
});

test('the companion is on this machine and nowhere else', () => {
  expect(companionAddress(8080, '#v1.m.AA')).toBe('http://127.0.0.1:8080/#v1.m.AA');
});
