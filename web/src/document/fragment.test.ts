import { encodeShare } from '@atip/share';
import { expect, test } from 'vitest';
import { writeSharedEdits } from './draft.ts';
import { openingState, readFragment } from './fragment.ts';
import { shareStateOf } from '../share/share-link.ts';
import type { WorkingCopy } from './working-copy.ts';

/** A value that a link leaves out is read as not set. */
const WITHOUT = {
  policy: undefined,
  response: undefined,
  output: undefined,
  line: undefined,
  way: undefined,
  call: undefined,
};
const COPY: WorkingCopy = {
  documents: [{ id: 'd1', name: 'gh.json', text: '{ "ä": 1 }', filter: { commands: ['pr'], depth: undefined } }],
  active: 'd1',
  provider: 'openai',
  strict: true,
  tab: 'safety',
  ...WITHOUT,
  policy: { allowNetwork: false },
};
const WELCOME: WorkingCopy = {
  documents: [{ id: 'd1', name: 'git.json', text: 'welcome' }],
  active: 'd1',
  provider: 'openai',
  strict: false,
  tab: 'output',
};
const FRAGMENT = encodeShare(shareStateOf(COPY));

const store = (values: Record<string, string>): { getItem: (key: string) => string | null } => ({
  getItem: (key) => values[key] ?? null,
});

test('a link carries the working copy', () => {
  expect(readFragment(FRAGMENT)).toStrictEqual({ kind: 'shared', fragment: FRAGMENT, copy: COPY });
});

test('other fragments are told apart', () => {
  expect(readFragment('')).toStrictEqual({ kind: 'none' });
  expect(readFragment('#')).toStrictEqual({ kind: 'none' });
  expect(readFragment('#k=abc_-1')).toStrictEqual({ kind: 'code', code: 'abc_-1' });
});

test('a link with several documents opens them all, the first one shown', () => {
  const read = readFragment(
    encodeShare({
      documents: [
        { name: 'a', text: '1' },
        { name: '', text: '2' },
      ],
      provider: 'new',
    }),
  );
  expect(read.kind === 'shared' && read.copy).toStrictEqual({
    documents: [
      { id: 'd1', name: 'a', text: '1', filter: undefined },
      { id: 'd2', name: 'shared.json', text: '2', filter: undefined },
    ],
    active: 'd1',
    provider: 'openai',
    strict: false,
    tab: 'output',
    ...WITHOUT,
  });
});

test('a link without a document is unreadable', () => {
  const fragment = encodeShare({ documents: [], provider: 'openai' });
  const hash = fragment.startsWith('#') ? fragment : `#${fragment}`;
  expect(readFragment(hash)).toStrictEqual({
    kind: 'unreadable',
    link: { code: 'no-document', message: 'The link holds no document.', raw: hash },
  });
});

test('a link is opened over the draft, with this tab’s edits to it', () => {
  const draft: WorkingCopy = { ...WELCOME, documents: [{ id: 'd1', name: 'mine.json', text: 'draft' }] };
  const opened = openingState(readFragment(FRAGMENT), draft, store({}));
  expect(opened).toStrictEqual({ copy: COPY, source: { kind: 'shared', fragment: FRAGMENT, draft } });
  const edited: WorkingCopy = {
    ...COPY,
    documents: [{ id: 'd1', name: 'gh.json', text: 'edited', filter: undefined }],
  };
  const session = store({ 'atip.shared.v1': writeSharedEdits(FRAGMENT, edited) });
  expect(openingState(readFragment(FRAGMENT), draft, session).copy).toStrictEqual(edited);
});

test('a link with more documents than anybody reads is not opened', () => {
  const documents = Array.from({ length: 501 }, () => ({ name: 'a', text: '' }));
  const read = readFragment(encodeShare({ documents, provider: 'openai' }));
  expect(read.kind === 'unreadable' && read.link.code).toBe('too-many-documents');
  expect(readFragment(encodeShare({ documents: documents.slice(1), provider: 'openai' })).kind).toBe('shared');
});

test('the name of a shared document stays on its line and turns nothing about', () => {
  const name = ` \u202egpj.\u2066a\n\r\u0000b${'c'.repeat(500)}`;
  const read = readFragment(encodeShare({ documents: [{ name, text: '' }], provider: 'openai' }));
  expect(read.kind === 'shared' && read.copy.documents[0]?.name).toBe(`gpj. a b${'c'.repeat(112)}`);
});
