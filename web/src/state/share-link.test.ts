import { expect, test } from 'vitest';
import type { WorkingCopy } from './working-copy.ts';
import { lengthMarks, shareStateOf } from './share-link.ts';

const COPY: WorkingCopy = {
  documents: [
    { id: 'd1', name: 'a.json', text: '{}' },
    { id: 'd2', name: 'b.json', text: '[]', filter: { depth: 1 } },
  ],
  active: 'd2',
  provider: 'gemini',
  strict: false,
  tab: 'calls',
  policy: { allowNetwork: false },
  response: 'pasted',
  output: 'secret output',
};

const SHOWN = {
  documents: [{ name: 'b.json', text: '[]' }],
  provider: 'gemini',
  panel: 'calls',
  filter: { depth: 1 },
};

test('a link holds the shown document, its provider, its part and the open panel', () => {
  expect(shareStateOf(COPY)).toStrictEqual(SHOWN);
});

test('other documents and what was pasted go along only when asked for, and only of the open panel', () => {
  expect(shareStateOf(COPY, { everyDocument: true }).documents.map(({ name }) => name)).toStrictEqual([
    'b.json',
    'a.json',
  ]);
  const calls = shareStateOf(COPY, { panelContents: true });
  expect(calls).toStrictEqual({ ...SHOWN, policy: { allowNetwork: false }, response: 'pasted' });
  const filter = shareStateOf({ ...COPY, tab: 'filter' }, { panelContents: true });
  expect(filter).toStrictEqual({ ...SHOWN, panel: 'filter', output: 'secret output' });
});

test.each([
  [2000, [true, true]],
  [2001, [false, true]],
  [8196, [false, false]],
])('%i characters fit where they fit', (length, fits) => {
  expect(lengthMarks(length).map((mark) => mark.fits)).toStrictEqual(fits);
});
