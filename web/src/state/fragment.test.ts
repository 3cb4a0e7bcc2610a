import { encodeShare } from '@atip/share';
import { expect, test } from 'vitest';
import { writeDraft, writeSharedEdits } from './draft.ts';
import { readFragment } from './fragment.ts';
import { openingState } from './opening.ts';
import type { WorkingCopy } from './playground.ts';
import { shareLink } from './share-link.ts';

const COPY: WorkingCopy = { name: 'gh.json', text: '{ "ä": 1 }', provider: 'openai', strict: true, tab: 'calls' };
const WELCOME: WorkingCopy = { name: 'git.json', text: 'welcome', provider: 'openai', strict: false, tab: 'output' };
const LINK = shareLink(COPY, 'http://127.0.0.1:4170/');
const FRAGMENT = LINK.slice(LINK.indexOf('#'));

const store = (values: Record<string, string>): { getItem: (key: string) => string | null } => ({
  getItem: (key) => values[key] ?? null,
});

test('a link carries the working copy', () => {
  expect(LINK.startsWith('http://127.0.0.1:4170/#v1.')).toBe(true);
  expect(readFragment(FRAGMENT)).toStrictEqual({ kind: 'shared', fragment: FRAGMENT, copy: COPY });
});

test('other fragments are told apart', () => {
  expect(readFragment('')).toStrictEqual({ kind: 'none' });
  expect(readFragment('#')).toStrictEqual({ kind: 'none' });
  expect(readFragment('#k=abc_-1')).toStrictEqual({ kind: 'code', code: 'abc_-1' });
});

test('a cut-off link is kept whole and explained', () => {
  const read = readFragment(FRAGMENT.slice(0, -8));
  expect(read.kind).toBe('unreadable');
  expect(read.kind === 'unreadable' && read.link.raw).toContain(FRAGMENT.slice(1, -8));
});

test('a link without a document is unreadable', () => {
  const fragment = encodeShare({ documents: [], provider: 'openai' });
  const hash = fragment.startsWith('#') ? fragment : `#${fragment}`;
  expect(readFragment(hash)).toStrictEqual({
    kind: 'unreadable',
    link: { code: 'no-document', message: 'The link holds no document.', raw: hash },
  });
});

test('a first visit sees the welcome, a second the draft', () => {
  expect(openingState({ kind: 'none' }, store({}), store({}), WELCOME).copy).toStrictEqual(WELCOME);
  expect(
    openingState({ kind: 'none' }, store({ 'atip.draft.v1': writeDraft(COPY) }), store({}), WELCOME).copy,
  ).toStrictEqual(COPY);
});

test('a link is opened over the draft, with this tab’s edits to it', () => {
  const draft = { ...WELCOME, text: 'draft' };
  const local = store({ 'atip.draft.v1': writeDraft(draft) });
  const opened = openingState(readFragment(FRAGMENT), local, store({}), WELCOME);
  expect(opened).toStrictEqual({ copy: COPY, source: { kind: 'shared', fragment: FRAGMENT, draft } });
  const edited = { ...COPY, text: 'edited' };
  const session = store({ 'atip.shared.v1': writeSharedEdits(FRAGMENT, edited) });
  expect(openingState(readFragment(FRAGMENT), local, session, WELCOME).copy).toStrictEqual(edited);
});

test('an unreadable link leaves the draft on screen', () => {
  const link = { code: 'x', message: 'm', raw: 'r' };
  expect(openingState({ kind: 'unreadable', link }, store({}), store({}), WELCOME)).toStrictEqual({
    copy: WELCOME,
    source: { kind: 'draft' },
    unreadable: link,
  });
});
