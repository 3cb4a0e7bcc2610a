/** Drafts of other tabs and earlier visits, for the start panel and the dialog. */
import { useCallback, useEffect, useState } from 'react';
import type { OtherDraft, StoredDraft } from '../../document/drafts.ts';
import { usePage } from '../../page/page-context.ts';
import { visibleText } from '../../text/visible-text.ts';

/** `stored` is absent until the browser has read them. Opening one leaves the draft shown until then in the list. */
export function useOtherDrafts(): {
  readonly stored: readonly OtherDraft[] | undefined;
  readonly reload: () => Promise<void>;
  readonly open: (draft: StoredDraft) => Promise<void>;
} {
  const { drafts, dispatch } = usePage();
  const [stored, setStored] = useState<readonly OtherDraft[]>();
  const reload = useCallback(async () => setStored(await drafts.others()), [drafts]);
  useEffect(() => {
    let current = true;
    void drafts.others().then((others) => current && setStored(others));
    return () => {
      current = false;
    };
  }, [drafts]);
  const open = async (draft: StoredDraft): Promise<void> => {
    await drafts.leaveBehind();
    dispatch({ type: 'take-draft', copy: draft.copy, label: `Opened the draft with ${namesOf(draft)}` });
  };
  return { stored, reload, open };
}

const MAX_NAMES = 3;

export function namesOf({ copy: { documents } }: StoredDraft): string {
  const names = documents.map(({ name }) => visibleText(name));
  const more = names.length - MAX_NAMES;
  return more > 0 ? `${names.slice(0, MAX_NAMES).join(', ')} and ${more} more` : names.join(', ');
}
