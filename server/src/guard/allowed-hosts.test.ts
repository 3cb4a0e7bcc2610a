import { expect, test } from 'vitest';
import { allowedHosts, pageOriginProblem, publicPageOf } from './allowed-hosts.ts';

test.each([
  [4170, ['127.0.0.1:4170', 'localhost:4170']],
  [80, ['127.0.0.1', 'localhost']],
])('port %i', (port, expected) => {
  expect(allowedHosts(port)).toStrictEqual(expected);
});

test.each(['https://play.example.org', 'https://xn--mller-kva.example', 'http://localhost:5173', 'http://[::1]:3000'])(
  '%s may be let in',
  (origin) => {
    expect(pageOriginProblem(origin)).toBe(undefined);
  },
);

const WANTED =
  'Write an origin such as https://play.example.org: https (or http on this machine), no path, no wildcard.';

test.each([
  ['https://play.example.org/', 'https://play.example.org'],
  ['https://play.example.org?x', 'https://play.example.org'],
  ['https://Play.Example.org', 'https://play.example.org'],
  ['https://play.example.org:443', 'https://play.example.org'],
  ['https://müller.example', 'https://xn--mller-kva.example'],
  ['http://LOCALHOST:5173', 'http://localhost:5173'],
])('%s is another way to write %s', (text, meant) => {
  expect(pageOriginProblem(text)).toBe(`${WANTED} Perhaps ${meant} is meant.`);
});

test.each([
  '*',
  'null',
  '',
  'play.example.org',
  'http://play.example.org',
  'http://127.0.0.2:80',
  'https://user@play.example.org',
  'data:text/html,x',
  'https://*.example.org',
  'javascript:alert(1)',
])('%j is none', (text) => {
  expect(pageOriginProblem(text)).toBe(WANTED);
});

test.each([
  ['https://play.example.org', 'https://play.example.org/'],
  ['https://Example.org/a "page"/', 'https://example.org/a%20%22page%22/'],
  ['http://127.0.0.1:5173/', 'http://127.0.0.1:5173/'],
])('%j is a public page', (text, address) => {
  expect(publicPageOf(text)).toBe(address);
});

test.each([
  '',
  'play.example.org',
  'http://play.example.org/',
  'https://user:secret@play.example.org/',
  'https://play.example.org/?embed',
  'https://play.example.org/#',
  'javascript:alert(1)',
  'data:text/html,x',
])('%j is no public page', (text) => {
  expect(publicPageOf(text)).toBeUndefined();
});
