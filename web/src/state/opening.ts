import { readSharedEdits, SHARED_KEY } from './draft.ts';
import type { Fragment } from './fragment.ts';
import { type Playground, startWith, updatePlayground } from './playground.ts';
import type { WorkingCopy } from './working-copy.ts';

interface StoredText {
  getItem(key: string): string | null;
}

/**
 * What a freshly loaded page shows: the link's documents, else `draft`.
 *
 * A link's documents come with the edits this browser tab made to them before a reload; the draft stays behind them.
 */
export function openingState(fragment: Fragment, draft: WorkingCopy, session: StoredText): Playground {
  const state = startWith(draft);
  if (fragment.kind === 'unreadable') return updatePlayground(state, { type: 'link-unreadable', link: fragment.link });
  if (fragment.kind !== 'shared') return state;
  const edited = readSharedEdits(session.getItem(SHARED_KEY), fragment.fragment);
  return updatePlayground(state, { type: 'open-shared', fragment: fragment.fragment, copy: edited ?? fragment.copy });
}
