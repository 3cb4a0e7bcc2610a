import { expect, test } from 'vitest';
import { pageOriginProblem } from './allowed-hosts.ts';

test.each([
  'https://play.example.org',
  'https://play.example.org:8443',
  'https://xn--mller-kva.example',
  'http://localhost:5173',
  'http://127.0.0.1',
  'http://[::1]:3000',
])('%s may be let in', (origin) => {
  expect(pageOriginProblem(origin)).toBe(undefined);
});

const WANTED =
  'Write an origin such as https://play.example.org: https (or http on this machine), no path, no wildcard.';

test.each([
  ['https://play.example.org/', 'https://play.example.org'],
  ['https://play.example.org/page', 'https://play.example.org'],
  ['https://play.example.org?x', 'https://play.example.org'],
  ['https://play.example.org#x', 'https://play.example.org'],
  ['https://Play.Example.org', 'https://play.example.org'],
  ['HTTPS://play.example.org', 'https://play.example.org'],
  ['https://play.example.org:443', 'https://play.example.org'],
  ['https://müller.example', 'https://xn--mller-kva.example'],
  [' https://play.example.org', 'https://play.example.org'],
  ['http://LOCALHOST:5173', 'http://localhost:5173'],
  ['http://127.1:80', 'http://127.0.0.1'],
])('%s is another way to write %s', (text, meant) => {
  expect(pageOriginProblem(text)).toBe(`${WANTED} Perhaps ${meant} is meant.`);
});

test.each([
  '*',
  'null',
  '',
  'https://',
  'play.example.org',
  'http://play.example.org',
  'http://localhost.evil.example',
  'http://127.0.0.2:80',
  'https://user@play.example.org',
  'https://:secret@play.example.org',
  'file:///etc',
  'data:text/html,x',
  'https://*.example.org',
  'chrome-extension://abc',
  'javascript:alert(1)',
])('%j is none', (text) => {
  expect(pageOriginProblem(text)).toBe(WANTED);
});
