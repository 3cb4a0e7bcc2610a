import { expect, test } from 'vitest';
import type { WorkingCopy } from '../state/working-copy.ts';
import { claimDraft } from './claim-draft.ts';
import type { StoredDraft } from './draft-database.ts';

const copyOf = (text: string): WorkingCopy => ({
  documents: [{ id: 'd1', name: 'a.json', text }],
  active: 'd1',
  provider: 'openai',
  strict: false,
  tab: 'output',
});
const draft = (id: string, savedAt: number): StoredDraft => ({ id, savedAt, copy: copyOf(id) });
const DRAFTS = [draft('newest', 3), draft('older', 2), draft('oldest', 1)];

/** A browser in which the drafts named are open in living pages; what is locked stays locked. */
function claim(drafts: readonly StoredDraft[], tabId: string | undefined, open: readonly string[]) {
  const held = new Set(open);
  const lock = async (id: string): Promise<boolean> => !held.has(id) && Boolean(held.add(id));
  return claimDraft({ drafts, tabId, newId: () => 'new', lock }).then((claimed) => ({ claimed, held: [...held] }));
}

test.each([
  ['a first visit has none', [], undefined, [], { id: 'new', copied: false }],
  ['a reload goes on with its own', DRAFTS, 'older', [], { id: 'older', copy: copyOf('older'), copied: false }],
  ['a new tab goes on with the newest', DRAFTS, undefined, [], { id: 'newest', copy: copyOf('newest'), copied: false }],
  ['a second tab copies', DRAFTS, undefined, ['newest'], { id: 'new', copy: copyOf('newest'), copied: true }],
  ['a duplicated tab copies its own', DRAFTS, 'older', ['older'], { id: 'new', copy: copyOf('older'), copied: true }],
  ['a tab that saved nothing', DRAFTS, 'gone', ['newest'], { id: 'new', copy: copyOf('newest'), copied: true }],
] satisfies [string, StoredDraft[], string | undefined, string[], object][])(
  '%s, and nobody else can write what it claimed',
  async (_name, drafts, tabId, open, expected) => {
    const { claimed, held } = await claim(drafts, tabId, open);
    expect(claimed).toStrictEqual(expected);
    expect(held).toStrictEqual([...open, claimed.id]);
  },
);
