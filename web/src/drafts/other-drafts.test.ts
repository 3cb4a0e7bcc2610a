import { expect, test } from 'vitest';
import type { WorkingCopy } from '../state/working-copy.ts';
import { otherDrafts } from './other-drafts.ts';

const copyOf = (text: string, provider: WorkingCopy['provider'] = 'openai'): WorkingCopy => ({
  documents: [{ id: 'd1', name: 'a.json', text }],
  active: 'd1',
  provider,
  strict: false,
  tab: 'output',
});

test('what is shown already, and the same once more, is no other draft', () => {
  const drafts = [
    { id: 'mine', savedAt: 5, copy: copyOf('mine', 'gemini') },
    { id: 'new', savedAt: 4, copy: copyOf('other') },
    { id: 'old', savedAt: 3, copy: copyOf('other', 'mcp') },
    { id: 'filtered', savedAt: 2, copy: { ...copyOf(''), documents: [{ ...doc('other'), filter: { depth: 1 } }] } },
  ];
  expect(otherDrafts(drafts, copyOf('mine')).map(({ id }) => id)).toStrictEqual(['new', 'filtered']);
});

function doc(text: string): WorkingCopy['documents'][number] {
  return { id: 'd1', name: 'a.json', text };
}
