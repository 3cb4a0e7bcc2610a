import { expect, test } from 'vitest';
import { type PlaygroundAction, draftOf, startWith, updatePlayground } from './playground.ts';
import type { WorkingCopy } from './working-copy.ts';

const copyOf = (name: string, text: string): WorkingCopy => ({
  documents: [{ id: 'd1', name, text }],
  active: 'd1',
  provider: 'openai',
  strict: false,
  tab: 'output',
});
const DRAFT = copyOf('mine.json', '{}');
const SHARED: WorkingCopy = { ...copyOf('theirs.json', '[]'), provider: 'gemini', tab: 'try' };
const OTHER: WorkingCopy = copyOf('other.json', '1');

const after = (copy: WorkingCopy, ...actions: readonly PlaygroundAction[]) =>
  actions.reduce(updatePlayground, startWith(copy));
const open = (name: string, text: string): PlaygroundAction => ({ type: 'open', name, text, label: `Opened ${name}` });
const textsOf = ({ documents }: WorkingCopy): string[] => documents.map(({ name, text }) => `${name}: ${text}`);

const viewing = updatePlayground(startWith(DRAFT), { type: 'open-shared', fragment: '#v2.a', copy: SHARED });

test.each([
  ['an edit', { type: 'edit', text: 'x' }, { documents: [{ id: 'd1', name: 'mine.json', text: 'x' }] }],
  ['strict', { type: 'set-strict', strict: true }, { strict: true }],
  ['a policy', { type: 'set', key: 'policy', value: { allowNetwork: false } }, { policy: { allowNetwork: false } }],
  ['a setting that is not there goes', { type: 'set', key: 'output', value: undefined }, { output: undefined }],
  ['an unknown document is not shown', { type: 'choose-document', id: 'd9' }, {}],
] satisfies [string, PlaygroundAction, Partial<WorkingCopy>][])(
  '%s changes the working copy alone',
  (_name, action, change) => {
    expect(updatePlayground(startWith(DRAFT), action)).toStrictEqual({
      copy: { ...DRAFT, ...change },
      source: { kind: 'draft' },
    });
  },
);

const tool = (name: string): string => `{ "atip": "0.4", "name": "${name}" }`;

test.each<[string, PlaygroundAction[], string]>([
  ['another tool is pasted', [{ type: 'edit', text: tool('notes') }], 'notes.json'],
  [
    'the text is emptied first',
    [
      { type: 'edit', text: '' },
      { type: 'edit', text: tool('notes') },
    ],
    'notes.json',
  ],
  ['the tool keeps its name', [{ type: 'edit', text: `${tool('gh')} ` }], 'mine.json'],
  ['the text is no tool', [{ type: 'edit', text: '{ "name": "notes" }' }], 'mine.json'],
  ['it is taken back', [{ type: 'rewrite', text: tool('notes'), label: 'Fix' }, { type: 'undo' }], 'gh.json'],
  ['the name is taken', [open('notes.json', '{}'), { type: 'edit', id: 'd1', text: tool('notes') }], 'notes-2.json'],
])('the name of a document when %s', (_name, actions, name) => {
  const { copy } = after(copyOf('mine.json', tool('gh')), ...actions);
  expect(copy.documents[0]?.name).toBe(name);
});

test('edits to a shared document survive another link', () => {
  const edited = updatePlayground(viewing, { type: 'edit', text: 'changed' });
  const second = updatePlayground(edited, { type: 'open-shared', fragment: '#v2.b', copy: OTHER });
  expect(second.undo?.label).toBe('Opened another link');
  expect(updatePlayground(second, { type: 'undo' })).toStrictEqual({
    ...edited,
    undo: undefined,
    unreadable: undefined,
  });
  expect(viewing.undo).toBeUndefined();
});

test.each([
  ['keep-shared', SHARED],
  ['back-to-draft', DRAFT],
] as const)('%s leaves the link and can be undone', (type, copy) => {
  const left = updatePlayground(viewing, { type });
  expect(left.copy).toStrictEqual(copy);
  expect(draftOf(left)).toStrictEqual(copy);
  expect(updatePlayground(left, { type: 'undo' })).toStrictEqual({ ...viewing, undo: undefined });
});

test('a document opens in a tab of its own, under a name of its own, and Undo closes it alone', () => {
  const opened = after(DRAFT, open('git.json', 'git'), open('git.json', 'again'));
  expect(textsOf(opened.copy)).toStrictEqual(['mine.json: {}', 'git.json: git', 'git-2.json: again']);
  expect(opened.copy.active).toBe('d3');
  const edited = [
    { type: 'choose-document', id: 'd1' },
    { type: 'edit', text: 'typed since' },
  ] as const;
  const undone = [...edited, { type: 'undo' } as const].reduce(updatePlayground, opened);
  expect(textsOf(undone.copy)).toStrictEqual(['mine.json: typed since', 'git.json: git']);
  expect([undone.copy.active, undone.undo]).toStrictEqual(['d2', undefined]);
});

test('a closed document comes back where it was; what was typed elsewhere stays', () => {
  const three = after(DRAFT, open('b.json', 'b'), open('c.json', 'c'));
  const closed = updatePlayground(three, { type: 'close-document', id: 'd2' });
  expect([textsOf(closed.copy), closed.copy.active]).toStrictEqual([['mine.json: {}', 'c.json: c'], 'd3']);
  const undone = updatePlayground(updatePlayground(closed, { type: 'edit', text: 'c2' }), { type: 'undo' });
  expect([textsOf(undone.copy), undone.copy.active]).toStrictEqual([
    ['mine.json: {}', 'b.json: b', 'c.json: c2'],
    'd2',
  ]);
});

test('closing the last document leaves an empty one, which Undo takes away again', () => {
  const closed = after(DRAFT, { type: 'close-document', id: 'd1' });
  expect(textsOf(closed.copy)).toStrictEqual(['untitled.json: ']);
  expect(textsOf(updatePlayground(closed, { type: 'undo' }).copy)).toStrictEqual(['mine.json: {}']);
  const typed = updatePlayground(updatePlayground(closed, { type: 'edit', text: 'x' }), { type: 'undo' });
  expect(textsOf(typed.copy)).toStrictEqual(['mine.json: {}', 'untitled.json: x']);
});

test('a reset can be undone, typing leaves an earlier Undo alone', () => {
  const policy = { allowDestructive: true };
  const set: PlaygroundAction = { type: 'set', key: 'policy', value: policy };
  const reset = after(DRAFT, set, { type: 'set', key: 'policy', value: undefined, label: 'Policy reset' }, set);
  expect(reset.undo?.label).toBe('Policy reset');
  const filtered = after(DRAFT, { type: 'set-filter', filter: { depth: 1 } });
  expect([filtered.copy.documents[0]?.filter, filtered.undo]).toStrictEqual([{ depth: 1 }, undefined]);
  const all = updatePlayground(filtered, { type: 'set-filter', label: 'All commands again' });
  expect(all.copy).toStrictEqual({
    ...DRAFT,
    documents: [{ id: 'd1', name: 'mine.json', text: '{}', filter: undefined }],
  });
  expect(updatePlayground(all, { type: 'undo' }).copy).toStrictEqual(filtered.copy);
});

test('a fix rewrites the text and can be undone', () => {
  const fixed = after(DRAFT, { type: 'rewrite', text: '{"a":1}', label: 'Add a' });
  expect([textsOf(fixed.copy), fixed.undo?.label]).toStrictEqual([['mine.json: {"a":1}'], 'Add a']);
  expect(updatePlayground(fixed, { type: 'undo' })).toStrictEqual({ ...startWith(DRAFT), undo: undefined });
});

test('Undo takes back a reset, a filter or a fix alone: what was typed and opened since stays', () => {
  const set: PlaygroundAction = { type: 'set', key: 'policy', value: { allowDestructive: true } };
  const since: readonly PlaygroundAction[] = [
    { type: 'edit', text: 'typed since' },
    { type: 'choose-provider', provider: 'gemini' },
    { type: 'undo' },
  ];
  const reset = after(DRAFT, set, { type: 'set', key: 'policy', value: undefined, label: 'Policy reset' }, ...since);
  expect([reset.copy.policy, reset.copy.provider]).toStrictEqual([{ allowDestructive: true }, 'gemini']);
  expect([textsOf(reset.copy), reset.undo]).toStrictEqual([['mine.json: typed since'], undefined]);

  const filter: PlaygroundAction = { type: 'set-filter', filter: { depth: 1 } };
  const shown = after(DRAFT, filter, { type: 'set-filter', label: 'Showed all' }, ...since);
  expect(shown.copy.documents).toStrictEqual([
    { id: 'd1', name: 'mine.json', text: 'typed since', filter: { depth: 1 } },
  ]);

  const fixed = after(
    copyOf('a.json', '{"a":1,"b":2}'),
    { type: 'rewrite', text: '{"a":9,"b":2}', label: 'Fix a' },
    { type: 'edit', text: '{"a":9,"b":3}' },
    { type: 'undo' },
  );
  expect([textsOf(fixed.copy), fixed.undo]).toStrictEqual([['a.json: {"a":1,"b":3}'], undefined]);
});

test.each([
  ['a fix, written over since', { type: 'rewrite', text: 'fixed', label: 'Fix' }, ['mine.json: {}']],
] satisfies [string, PlaygroundAction, string[]][])(
  'what was typed since and has no place any more comes back with a second Undo: %s',
  (_name, action, texts) => {
    const typed = after(DRAFT, action, { type: 'edit', text: 'my work' });
    const undone = updatePlayground(typed, { type: 'undo' });
    expect(textsOf(undone.copy)).toStrictEqual(texts);
    expect(undone.undo?.label).toMatch(/^Took back: /);
    expect(updatePlayground(undone, { type: 'undo' }).copy).toStrictEqual(typed.copy);
  },
);

test('back at the link, the draft is as it was left; a link that is kept stays as it is by now', () => {
  const edit: PlaygroundAction = { type: 'edit', text: 'typed since' };
  const steps = (type: 'back-to-draft' | 'keep-shared') =>
    ([{ type }, edit, { type: 'undo' }] as const).reduce(updatePlayground, viewing);
  expect([steps('back-to-draft').copy, textsOf(draftOf(steps('back-to-draft')))]).toStrictEqual([
    SHARED,
    ['mine.json: typed since'],
  ]);
  expect([textsOf(steps('keep-shared').copy), draftOf(steps('keep-shared'))]).toStrictEqual([
    ['theirs.json: typed since'],
    DRAFT,
  ]);
});

test('a document takes the place of the one it was made from, and a tab of its own where that one is closed', () => {
  const made: PlaygroundAction = { type: 'open', name: 'gh.json', text: 'made', label: 'Imported', replaces: 'd1' };
  const two = after(DRAFT, open('b.json', 'b'), made);
  expect(textsOf(two.copy)).toStrictEqual(['gh.json: made', 'b.json: b']);
  expect(textsOf(updatePlayground(two, { type: 'undo' }).copy)).toStrictEqual(['mine.json: {}', 'b.json: b']);
  const closed = after(DRAFT, open('b.json', 'b'), { type: 'close-document', id: 'd1' }, made);
  expect(textsOf(closed.copy)).toStrictEqual(['b.json: b', 'gh.json: made']);
});
