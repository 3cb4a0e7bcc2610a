import { expect, test } from 'vitest';
import { draftOf, type Playground, startWith, updatePlayground, type WorkingCopy } from './playground.ts';

const DRAFT: WorkingCopy = { name: 'mine.json', text: '{}', provider: 'openai', strict: false, tab: 'output' };
const SHARED: WorkingCopy = { name: 'theirs.json', text: '[]', provider: 'gemini', strict: false, tab: 'calls' };

const viewing = updatePlayground(startWith(DRAFT), { type: 'open-shared', fragment: '#v1.a', copy: SHARED });

test.each([
  ['an edit', { type: 'edit', text: 'x' }, { text: 'x' }],
  ['a new name', { type: 'rename', name: '  gh.json ' }, { name: 'gh.json' }],
  ['an empty name changes nothing', { type: 'rename', name: ' ' }, {}],
  ['a long name is cut', { type: 'rename', name: 'n'.repeat(200) }, { name: 'n'.repeat(120) }],
  ['a provider', { type: 'choose-provider', provider: 'anthropic' }, { provider: 'anthropic' }],
  ['strict', { type: 'set-strict', strict: true }, { strict: true }],
  ['a tab', { type: 'choose-tab', tab: 'calls' }, { tab: 'calls' }],
] as const)('%s changes the working copy alone', (_name, action, change) => {
  expect(updatePlayground(startWith(DRAFT), action)).toStrictEqual({
    copy: { ...DRAFT, ...change },
    source: { kind: 'draft' },
  });
});

test('an edit that changes nothing is the same state', () => {
  const state = startWith(DRAFT);
  expect(updatePlayground(state, { type: 'edit', text: '{}' })).toBe(state);
});

test('a shared link keeps the draft behind it', () => {
  expect(viewing).toStrictEqual({ copy: SHARED, source: { kind: 'shared', fragment: '#v1.a', draft: DRAFT } });
  expect(draftOf(viewing)).toStrictEqual(DRAFT);
});

test('a second link keeps the draft, not the first link', () => {
  const second = updatePlayground(viewing, { type: 'open-shared', fragment: '#v1.b', copy: { ...SHARED, text: '1' } });
  expect(draftOf(second)).toStrictEqual(DRAFT);
});

test('edits to a shared document survive another link', () => {
  const edited = updatePlayground(viewing, { type: 'edit', text: 'changed' });
  const second = updatePlayground(edited, { type: 'open-shared', fragment: '#v1.b', copy: { ...SHARED, text: '1' } });
  expect(second.undo?.label).toBe('Opened another link');
  expect(updatePlayground(second, { type: 'undo' })).toStrictEqual(edited);
  expect(viewing.undo).toBeUndefined();
});

test('edits to a shared document stay out of the draft', () => {
  const edited = updatePlayground(viewing, { type: 'edit', text: 'changed' });
  expect(edited.copy.text).toBe('changed');
  expect(draftOf(edited)).toStrictEqual(DRAFT);
});

test.each([
  ['keep-shared', SHARED],
  ['back-to-draft', DRAFT],
] as const)('%s leaves the link and can be undone', (type, copy) => {
  const left = updatePlayground(viewing, { type });
  expect(left.copy).toStrictEqual(copy);
  expect(draftOf(left)).toStrictEqual(copy);
  expect(updatePlayground(left, { type: 'undo' })).toStrictEqual(viewing);
});

test('a sample in place of the document can be undone once', () => {
  const replaced = updatePlayground(startWith(DRAFT), {
    type: 'replace',
    name: 'git.json',
    text: 'git',
    label: 'Opened git',
  });
  expect(replaced).toStrictEqual<Playground>({
    copy: { ...DRAFT, name: 'git.json', text: 'git' },
    source: { kind: 'draft' },
    undo: { label: 'Opened git', copy: DRAFT, source: { kind: 'draft' } },
  });
  const undone = updatePlayground(replaced, { type: 'undo' });
  expect(undone).toStrictEqual(startWith(DRAFT));
  expect(updatePlayground(undone, { type: 'undo' })).toStrictEqual(startWith(DRAFT));
  expect(updatePlayground(replaced, { type: 'forget-undo' }).undo).toBeUndefined();
});

test('an unreadable link is told and leaves the document alone', () => {
  const link = { code: 'broken', message: 'Cut off.', raw: '#v1.x' };
  const told = updatePlayground(startWith(DRAFT), { type: 'link-unreadable', link });
  expect(told).toStrictEqual({ ...startWith(DRAFT), unreadable: link });
  expect(updatePlayground(told, { type: 'dismiss-link' })).toStrictEqual(startWith(DRAFT));
});
