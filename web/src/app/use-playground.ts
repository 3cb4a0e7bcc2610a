import { type Dispatch, useEffect, useReducer, useState } from 'react';
import { DRAFT_KEY, SHARED_KEY, writeDraft, writeSharedEdits } from '../state/draft.ts';
import { readFragment } from '../state/fragment.ts';
import { openingState } from '../state/opening.ts';
import { draftOf, type Playground, type PlaygroundAction, updatePlayground } from '../state/playground.ts';
import { WELCOME } from '../samples/index.ts';
import type { Stores } from './stores.ts';

/** Ms without an edit after which the draft is written. */
const SAVE_AFTER = 300;

/** The page's state, opened from link and storage, remembered in storage; `unsaved` when the browser refuses to. */
export function usePlayground({ local, session }: Stores): {
  readonly state: Playground;
  readonly dispatch: Dispatch<PlaygroundAction>;
  readonly unsaved: boolean;
} {
  const [state, dispatch] = useReducer(updatePlayground, undefined, () =>
    openingState(readFragment(location.hash), local, session, WELCOME),
  );
  const [unsaved, setUnsaved] = useState(false);
  const draft = draftOf(state);
  const { copy, source } = state;

  useEffect(() => {
    const save = (): void => {
      local.setItem(DRAFT_KEY, writeDraft(draft));
      if (source.kind === 'shared') session.setItem(SHARED_KEY, writeSharedEdits(source.fragment, copy));
      setUnsaved(local.refused);
    };
    const timer = setTimeout(save, SAVE_AFTER);
    // The last edit before closing must not wait for the timer.
    window.addEventListener('pagehide', save);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', save);
    };
  }, [local, session, draft, copy, source]);

  const fragment = source.kind === 'shared' ? source.fragment : undefined;
  useEffect(() => {
    // After "Back to my draft" or Undo the address must not bring another document at the next reload.
    if (fragment === undefined) {
      if (readFragment(location.hash).kind === 'shared') clearFragment();
    } else if (location.hash !== fragment) {
      history.replaceState(null, '', fragment);
    }
  }, [fragment]);

  useEffect(() => {
    const onHashChange = (): void => {
      const fragment = readFragment(location.hash);
      if (fragment.kind === 'shared')
        dispatch({ type: 'open-shared', fragment: fragment.fragment, copy: fragment.copy });
      if (fragment.kind === 'unreadable') dispatch({ type: 'link-unreadable', link: fragment.link });
    };
    window.addEventListener('hashchange', onHashChange);
    return () => window.removeEventListener('hashchange', onHashChange);
  }, []);

  return { state, dispatch, unsaved };
}

/** Takes the fragment off the address without a new entry in the history. */
export function clearFragment(): void {
  history.replaceState(null, '', location.pathname + location.search);
}
