import { expect, test } from 'vitest';
import { readDraft, safeStorage, storeDraft, storedDraft } from './draft.ts';
import { BLANK, type PageDocument, type WorkingCopy } from './working-copy.ts';

const COPY: WorkingCopy = {
  documents: [
    { id: 'd1', name: 'gh.json', text: '{ "ä": 1 }', filter: { commands: ['pr'], depth: 2 } },
    { id: 'd4', name: 'git.json', text: '', filter: undefined },
  ],
  active: 'd4',
  provider: 'gemini',
  beside: 'openai',
  strict: true,
  tab: 'safety',
  view: 'line',
  policy: { allowNetwork: false },
  isPolicyOfLink: true,
  response: '{}',
  way: 'form',
  call: { name: 'git_log', arguments: { n: 1 } },
  line: 'ls | wc -l',
  output: 'text',
  recent: [{ id: 'd2', name: 'old.json', text: 'old', filter: undefined }],
};

test('a draft comes back as it was', () => {
  expect(readDraft(JSON.stringify(COPY))).toStrictEqual(COPY);
});

test.each([
  ['nothing', null],
  ['a cut-off entry', '{"text": "a'],
  ['no text', '{"name": "gh.json"}'],
  ['no documents', '{"documents":[]}'],
])('%s is no draft', (_name, stored) => {
  expect(readDraft(stored)).toBeUndefined();
});

test('the texts survive settings from another version of the page, and what is no document is left out', () => {
  const stored = `{
    "documents": [3, { "id": "d2", "text": "a" }, { "text": 5 }, { "name": "", "text": "b", "filter": { "depth": 0 } }],
    "active": "x", "provider": "__proto__", "strict": "yes", "tab": "diff", "policy": 3, "way": "line", "view": "graph", "call": {}
  }`;
  expect(readDraft(stored)).toStrictEqual({
    ...BLANK,
    documents: [
      { id: 'd2', name: 'untitled.json', text: 'a', filter: undefined },
      { id: 'd4', name: 'untitled.json', text: 'b', filter: undefined },
    ],
    active: 'd2',
    recent: [],
  });
});

test('a store keeps values; one that refuses leaves the newest in memory and says so', () => {
  const kept = new Map<string, string>();
  let refusal: Error | undefined;
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem: (key: string, value: string) => {
      if (refusal !== undefined) throw refusal;
      kept.set(key, value);
    },
  };
  const safe = safeStorage(() => store);
  expect([safe.setItem('a', 'old'), safe.getItem('a'), safe.getItem('b')]).toStrictEqual([true, 'old', null]);
  refusal = new DOMException('full', 'QuotaExceededError');
  expect([safe.setItem('a', 'new'), safe.getItem('a'), kept.get('a')]).toStrictEqual([false, 'new', 'old']);
  safe.removeItem('a');
  expect(safe.getItem('a')).toBeNull();
  // A mistake of ours is not taken for a refusal.
  refusal = new RangeError('ours');
  expect(() => safe.setItem('a', 'x')).toThrow(RangeError);
});

test.each([
  ['missing', () => undefined],
  [
    'forbidden',
    () => {
      throw new DOMException('denied', 'SecurityError');
    },
  ],
])('a %s store is memory', (_name, open) => {
  const safe = safeStorage(open);
  expect([safe.setItem('a', '1'), safe.getItem('a')]).toStrictEqual([false, '1']);
});

test('of two tabs that write in turns, closing both loses the text of neither', () => {
  const memory = () => safeStorage(() => undefined);
  const local = memory();
  const [one, other] = [memory(), memory()].map((session) => ({ local, session }));
  const copyOf = (text: string): WorkingCopy => ({
    ...BLANK,
    documents: [{ id: 'd1', name: 'a.json', text }],
    active: 'd1',
  });
  const stores = [one, other] as const;
  for (const text of ['A1', 'B1', 'A2', 'B2', 'B3']) {
    const mine = stores[text.startsWith('A') ? 0 : 1];
    if (mine) storeDraft(mine, copyOf(text));
  }
  const texts = (documents: readonly PageDocument[] = []): string[] => documents.map(({ text }) => text);
  const opened = storedDraft({ local, session: memory() });
  // One version of the other tab's document, the last.
  expect([texts(opened?.documents), texts(opened?.recent)]).toStrictEqual([['B3'], ['A2']]);
  expect(texts(one && storedDraft(one)?.documents)).toStrictEqual(['A2']);
});
