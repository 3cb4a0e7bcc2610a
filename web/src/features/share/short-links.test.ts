import { expect, test } from 'vitest';
import {
  type MadeLink,
  readMadeLinks,
  shortAddress,
  withMadeLink,
  withoutMadeLink,
  shareTrouble,
} from './short-links.ts';
import type { Trouble } from '../../companion/companion-state.ts';

const idOf = (count: number): string => String(count).padStart(22, 'a');
const LINK: MadeLink = { id: idOf(1), name: 'git.json', made: 1000, expiresAt: 5000, deleteToken: 'secret' };
const read = (value: unknown, now = 2000): readonly MadeLink[] => readMadeLinks(JSON.stringify(value), now);

test('what was written is read again, until it has expired', () => {
  const forEver = { id: idOf(2), name: 'gh.json', made: 1000 };
  expect(read([LINK, forEver])).toStrictEqual([LINK, forEver]);
  expect(read([LINK, forEver], 5000)).toStrictEqual([forEver]);
});

test.each([
  ['nothing', null],
  ['no JSON', '[{'],
  ['no list', '{"length":1}'],
  ['an address for an id', JSON.stringify([{ ...LINK, id: 'javascript:alert(1)//xx' }])],
  ['a path for an id', JSON.stringify([{ ...LINK, id: '../../../../etc/passwd' }])],
  ['no time', JSON.stringify([{ ...LINK, made: '1' }])],
  ['no name', JSON.stringify([{ ...LINK, name: {} }])],
  ['null in the list', '[null]'],
])('what nobody wrote is passed over: %s', (_name, text) => {
  expect(readMadeLinks(text, 2000)).toStrictEqual([]);
});

test('a field of another kind is as if it were absent', () => {
  expect(read([{ ...LINK, expiresAt: 'never', deleteToken: 7, other: 1 }])).toStrictEqual([
    { id: LINK.id, name: 'git.json', made: 1000 },
  ]);
});

test('a link made again stands first, with its new time and the token of its first time', () => {
  const other = { id: idOf(2), name: 'gh.json', made: 1500 };
  const again = { id: LINK.id, name: 'renamed.json', made: 3000 };
  expect(withMadeLink([other, LINK], again)).toStrictEqual([{ ...again, deleteToken: 'secret' }, other]);
  expect(withMadeLink([LINK], { ...again, deleteToken: 'newer' })).toStrictEqual([{ ...again, deleteToken: 'newer' }]);
});

test('of 51 links the oldest is forgotten; a name is cut', () => {
  let links: readonly MadeLink[] = [];
  for (let count = 1; count <= 51; count += 1) {
    links = withMadeLink(links, { id: idOf(count), name: 'n'.repeat(300), made: count });
  }
  expect([links.length, links[0]?.id, links[49]?.id, links[0]?.name.length]).toStrictEqual([
    50,
    idOf(51),
    idOf(2),
    200,
  ]);
  expect(read([...links, LINK]).length).toBe(50);
});

test('a deleted link is gone; its address was of its own origin', () => {
  expect(withoutMadeLink([LINK], LINK.id)).toStrictEqual([]);
  expect(shortAddress('https://atip.example', LINK.id)).toBe('https://atip.example/s/aaaaaaaaaaaaaaaaaaaaa1');
});

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
    'Too many requests came from your address. Try again in 1 second; nothing was changed.',
  ],
  [
    'too many, and nobody says for how long',
    trouble('http-429', 429),
    'Too many requests came from your address. Try again in a minute; nothing was changed.',
  ],
  ['too large', trouble('share-too-large', 413), 'It is too large for a short link: Why. Send it as a file.'],
  ['anything else', trouble('wrong-delete-token', 403), 'No: Why.'],
])('%s', (_name, problem, words) => {
  expect(shareTrouble(problem, 'hosted')).toBe(words);
});
