import { encodeShare } from '@atip/share';
import { expect, test } from 'vitest';
import { shareStateOf } from '../share/share-link.ts';
import { readFragment } from './fragment.ts';
import { BLANK, type WorkingCopy } from './working-copy.ts';

const COPY: WorkingCopy = {
  ...BLANK,
  documents: [{ id: 'd1', name: 'gh.json', text: '{ "ä": 1 }', filter: { commands: ['pr'], depth: undefined } }],
  strict: true,
  tab: 'safety',
  policy: { allowNetwork: false },
};
const FRAGMENT = encodeShare(shareStateOf(COPY));

const copyIn = (fragment: string): WorkingCopy => {
  const { copy, unreadable } = readFragment(fragment);
  return copy ?? expect.fail(unreadable?.message);
};

test('a link carries documents and choices, and nothing that was typed to be tried', () => {
  const typed = { response: 'answer', output: 'output', line: 'ls', call: { name: 'a', arguments: {} } };
  expect(encodeShare(shareStateOf({ ...COPY, ...typed }))).toBe(FRAGMENT);
  expect(copyIn(FRAGMENT)).toStrictEqual({ ...COPY, recent: [] });
});

test.each(['', '#', '#k=abc_-1'])('the fragment %j is no link', (hash) => {
  expect(readFragment(hash)).toStrictEqual({});
});

test.each([
  ['without a document', encodeShare({ documents: [], provider: 'openai' }), 'The link holds no document.'],
  [
    'with too many',
    encodeShare({ documents: Array.from({ length: 501 }, () => ({ name: 'a', text: '' })), provider: 'openai' }),
    'The link holds more than 500 documents.',
  ],
  [
    'cut in the middle',
    FRAGMENT.slice(0, -9),
    'This link is incomplete or was changed on its way; ask for it again, as a whole.',
  ],
])('a link %s is kept whole and says why', (_name, raw, message) => {
  expect(readFragment(raw)).toStrictEqual({ unreadable: { message, raw } });
});

test('the name of a shared document stays on its line and turns nothing about', () => {
  const name = ` \u202egpj.\u2066a\n\r\u0000b${'c'.repeat(500)}`;
  const { documents } = copyIn(encodeShare({ documents: [{ name, text: '' }], provider: 'openai' }));
  expect(documents[0]?.name).toBe(`gpj. a b${'c'.repeat(112)}`);
});
