import { expect, test } from 'vitest';
import { type PageAction, updatePage } from './page-state.ts';
import type { WorkingCopy } from './working-copy.ts';

const copyOf = (name: string, text: string): WorkingCopy => ({
  documents: [{ id: 'd1', name, text }],
  active: 'd1',
  provider: 'openai',
  strict: false,
  tab: 'output',
});
const DRAFT = copyOf('mine.json', '{}');

const after = (copy: WorkingCopy, ...actions: readonly PageAction[]) => actions.reduce(updatePage, { copy });
const open = (name: string, text: string): PageAction => ({ type: 'open', name, text, label: `Opened ${name}` });
const textsOf = ({ documents }: WorkingCopy): string[] => documents.map(({ name, text }) => `${name}: ${text}`);

test.each([
  ['an edit', { type: 'edit', text: 'x' }, { documents: [{ id: 'd1', name: 'mine.json', text: 'x' }] }],
  ['strict', { type: 'set', key: 'strict', value: true }, { strict: true }],
  ['a policy', { type: 'set', key: 'policy', value: { allowNetwork: false } }, { policy: { allowNetwork: false } }],
  ['a setting that is not there', { type: 'set', key: 'output', value: undefined }, {}],
  ['a document that is not there', { type: 'choose-document', id: 'd9' }, {}],
  ['closing one that is not there', { type: 'close-document', id: 'd9' }, {}],
] satisfies [string, PageAction, Partial<WorkingCopy>][])('%s changes the copy alone', (_name, action, change) => {
  expect(after(DRAFT, action).copy).toStrictEqual({ ...DRAFT, ...change });
});

const tool = (name: string): string => `{ "atip": "0.4", "name": "${name}" }`;

test.each<[string, PageAction[], string]>([
  ['another tool is pasted', [{ type: 'edit', text: tool('notes') }], 'notes.json'],
  ['the tool keeps its name', [{ type: 'edit', text: `${tool('gh')} ` }], 'mine.json'],
  ['the text is no tool', [{ type: 'edit', text: '{ "name": "notes" }' }], 'mine.json'],
  ['it is taken back', [{ type: 'edit', text: tool('notes'), label: 'Fix' }, { type: 'undo' }], 'mine.json'],
  ['the name is taken', [open('notes.json', '{}'), { type: 'edit', id: 'd1', text: tool('notes') }], 'notes-2.json'],
])('the name of a document when %s', (_name, actions, name) => {
  expect(after(copyOf('mine.json', tool('gh')), ...actions).copy.documents[0]?.name).toBe(name);
});

test('a document opens beside the others, and in place of a blank one', () => {
  expect(textsOf(after(DRAFT, open('gh.json', '1')).copy)).toStrictEqual(['mine.json: {}', 'gh.json: 1']);
  const { copy } = after(copyOf('untitled.json', ' '), open('gh.json', '1'));
  expect(textsOf(copy)).toStrictEqual(['gh.json: 1']);
  expect(copy.active).toBe('d2');
});

test('a closed document can be taken back, and is remembered after that', () => {
  const closed = after(DRAFT, open('gh.json', '1'), { type: 'close-document', id: 'd2' });
  expect([textsOf(closed.copy), closed.undo?.label]).toStrictEqual([['mine.json: {}'], 'Closed gh.json']);
  expect(textsOf(updatePage(closed, { type: 'undo' }).copy)).toStrictEqual(['mine.json: {}', 'gh.json: 1']);
  expect(closed.copy.recent).toStrictEqual([{ id: 'd2', name: 'gh.json', text: '1' }]);
  expect(textsOf(after(DRAFT, { type: 'close-document', id: 'd1' }).copy)).toStrictEqual(['untitled.json: ']);
});

test('closed documents are remembered as far as the browser can store them', () => {
  let state = { copy: DRAFT };
  for (const text of [...'0123456789'].toSpliced(8, 0, 'x'.repeat(200_001))) {
    state = after(state.copy, open('a.json', text));
    state = after(state.copy, { type: 'close-document', id: state.copy.active });
  }
  expect(state.copy.recent?.map(({ text }) => text)).toStrictEqual(['9', '8', '7', '6', '5', '4', '3', '2']);
});

test('Undo takes one change back and keeps what was chosen since; typing ends it', () => {
  const mended = after(
    DRAFT,
    { type: 'edit', text: '[]', label: 'Mended' },
    { type: 'set', key: 'provider', value: 'gemini' },
  );
  expect(updatePage(mended, { type: 'undo' })).toStrictEqual({
    copy: { ...DRAFT, provider: 'gemini' },
  });
  expect(updatePage(mended, { type: 'edit', text: '[1]' }).undo).toBeUndefined();
});

test('a link opens its documents beside the others, with a way back, and its policy never replaces the person’s', () => {
  const policy = { allowNetwork: true };
  const copy: WorkingCopy = { ...copyOf('theirs.json', '[]'), provider: 'gemini', tab: 'try', policy };
  const opened = after(DRAFT, { type: 'open-link', copy });
  expect(textsOf(opened.copy)).toStrictEqual(['mine.json: {}', 'theirs.json: []']);
  expect(opened.copy).toMatchObject({ active: 'd2', provider: 'gemini', tab: 'try', policy });
  expect(opened.undo?.label).toBe('Opened from a link');
  expect(updatePage(opened, { type: 'undo' }).copy).toMatchObject(DRAFT);
  expect(textsOf(after(opened.copy, { type: 'open-link', copy }).copy)).toStrictEqual(textsOf(opened.copy));
  // A blank page has nothing that could be taken back.
  expect(after(copyOf('untitled.json', ''), { type: 'open-link', copy }).undo).toBeUndefined();
  // Another person's policy is named as such until the person chooses one.
  expect(opened.copy.isPolicyOfLink).toBe(true);
  const strict = { allowNetwork: false };
  const chosen = after(opened.copy, { type: 'set', key: 'policy', value: strict }).copy;
  expect([chosen.policy, chosen.isPolicyOfLink]).toStrictEqual([strict, undefined]);
  const kept = after({ ...DRAFT, policy: strict }, { type: 'open-link', copy }).copy;
  expect([kept.policy, kept.isPolicyOfLink]).toStrictEqual([strict, undefined]);
});
