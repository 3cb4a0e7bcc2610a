import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useWindowEvent } from '../components/use-window-event.ts';
import { WELCOME } from '../start/index.ts';
import { SHARED_KEY, type Stores, storedDraft, storeDraft, writeSharedEdits } from '../document/draft.ts';
import { openingState, readFragment } from '../document/fragment.ts';
import { type Playground, draftOf, updatePlayground } from '../document/playground.ts';

/** Ms without an edit after which the draft is written. */
const SAVE_AFTER = 300;

/** The page's state, opened from link and draft, remembered; `unsaved` when the browser refuses to. */
export function usePlayground(stores: Stores) {
  const [state, dispatch] = useReducer(updatePlayground, undefined, () =>
    openingState(readFragment(location.hash), storedDraft(stores) ?? WELCOME, stores.session),
  );
  const unsaved = useDraft(state, stores);
  const { source } = state;

  const fragment = source.kind === 'shared' ? source.fragment : undefined;
  useEffect(() => {
    // After "Back to my draft" or Undo a reload must not open the other document again.
    if (fragment === undefined) {
      if (readFragment(location.hash).kind === 'shared') clearFragment();
    } else if (location.hash !== fragment) {
      history.replaceState(null, '', fragment);
    }
  }, [fragment]);

  useWindowEvent('hashchange', () => {
    const read = readFragment(location.hash);
    if (read.kind === 'shared') dispatch({ type: 'open-shared', fragment: read.fragment, copy: read.copy });
    if (read.kind === 'unreadable') dispatch({ type: 'link-unreadable', link: read.link });
  });

  return { state, dispatch, unsaved };
}

/** Saves a changed draft soon after the last edit, and at the latest when the page closes. */
function useDraft(state: Playground, { local, session }: Stores): boolean {
  const [unsaved, setUnsaved] = useState(false);
  const draft = draftOf(state);
  const { copy, source } = state;
  /** The stored copy. It starts as the copy that was read, so that a visit without edits writes nothing. */
  const written = useRef(draft);
  const save = useCallback((): void => {
    if (source.kind === 'shared') session.setItem(SHARED_KEY, writeSharedEdits(source.fragment, copy));
    if (written.current === draft) return;
    setUnsaved(!storeDraft({ local, session }, draft));
    written.current = draft;
  }, [local, session, draft, copy, source]);
  useEffect(() => {
    const timer = setTimeout(save, SAVE_AFTER);
    return () => clearTimeout(timer);
  }, [save]);
  // The last edit before closing cannot wait for the timer.
  useWindowEvent('pagehide', save);
  return unsaved;
}

export function clearFragment(): void {
  history.replaceState(null, '', location.pathname + location.search);
}
