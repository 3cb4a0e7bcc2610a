import { DRAFT_KEY, readDraft, readSharedEdits, SHARED_KEY } from './draft.ts';
import type { Fragment } from './fragment.ts';
import { type Playground, startWith, updatePlayground, type WorkingCopy } from './playground.ts';

interface StoredText {
  getItem(key: string): string | null;
}

/**
 * What a freshly loaded page shows: the link's document, else the draft, else `welcome`.
 *
 * A link's document comes with the edits this browser tab made to it before a reload; the draft stays behind it.
 */
export function openingState(
  fragment: Fragment,
  local: StoredText,
  session: StoredText,
  welcome: WorkingCopy,
): Playground {
  const state = startWith(readDraft(local.getItem(DRAFT_KEY)) ?? welcome);
  if (fragment.kind === 'unreadable') return updatePlayground(state, { type: 'link-unreadable', link: fragment.link });
  if (fragment.kind !== 'shared') return state;
  const edited = readSharedEdits(session.getItem(SHARED_KEY), fragment.fragment);
  return updatePlayground(state, { type: 'open-shared', fragment: fragment.fragment, copy: edited ?? fragment.copy });
}
