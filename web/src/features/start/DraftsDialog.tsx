import { type ReactElement, useCallback, useEffect, useState } from 'react';
import { Button } from '../../components/controls.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import type { OtherDraft, StoredDraft } from '../../document/drafts.ts';
import type { WorkingCopy } from '../../document/working-copy.ts';
import { usePage } from '../../page/page-context.ts';
import { visibleText } from '../../text/visible-text.ts';
import { countOf, sizeOf, whenSaid } from '../../text/words.ts';

/** Drafts of other tabs and earlier visits. Opening copies: the draft and the previously shown document both stay. */
export function DraftsDialog(): ReactElement {
  const { copy, drafts, dispatch, closeDialog } = usePage();
  const [listed, setListed] = useState<readonly OtherDraft[]>();
  const [removed, setRemoved] = useState<StoredDraft>();
  const [refused, setRefused] = useState(false);
  const reload = useCallback(async () => setListed(otherDrafts(await drafts.others(), copy)), [drafts, copy]);
  useEffect(() => void reload(), [reload]);
  const open = async (draft: StoredDraft): Promise<void> => {
    await drafts.leaveBehind();
    dispatch({ type: 'take-draft', copy: draft.copy, label: `Opened the draft with ${namesOf(draft)}` });
    closeDialog();
  };
  const change = async (changing: Promise<boolean>, removedThen: StoredDraft | undefined): Promise<void> => {
    const isChanged = await changing;
    setRefused(!isChanged);
    if (isChanged) setRemoved(removedThen);
    await reload();
  };
  return (
    <Dialog title="Drafts" part="drafts" size="medium" onClose={closeDialog}>
      <p className="quiet">
        Each browser tab keeps its own draft. These come from other tabs and earlier visits, and stay in this browser.
      </p>
      <div className="scroller section">
        {listed?.length === 0 && (
          <p>
            There are no other drafts. A second tab starts with a copy of this one, then keeps its own:{' '}
            <a href={location.origin + location.pathname} target="_blank" rel="noopener">
              open a second tab
            </a>
            .
          </p>
        )}
        <ul aria-label="Drafts">
          {listed?.map((draft) => (
            <DraftRow
              key={draft.id}
              draft={draft}
              onOpen={() => void open(draft)}
              onRemove={() => void change(drafts.remove(draft.id), draft)}
            />
          ))}
        </ul>
      </div>
      {refused && <p role="alert">The browser refused to change its storage. Nothing was deleted.</p>}
      {removed && (
        <p role="status" className="dialog-row">
          <span className="grow">Deleted the draft with {namesOf(removed)}.</span>
          <Button small onClick={() => void change(drafts.restore(removed), undefined)}>
            Undo
          </Button>
        </p>
      )}
    </Dialog>
  );
}

interface DraftRowProps {
  readonly draft: OtherDraft;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

function DraftRow({ draft, onOpen, onRemove }: DraftRowProps): ReactElement {
  const { documents } = draft.copy;
  const names = namesOf(draft);
  const when = whenSaid(draft.savedAt, Date.now());
  const size = documents.reduce((sum, { text }) => sum + text.length, 0);
  return (
    <li className="row listed">
      <div className="grow">
        <p className="name">{names}</p>
        <p className="quiet">
          {when} · {countOf(documents.length, 'document')} · {sizeOf(size)}
          {draft.isOpen && ' · open in another tab'}
        </p>
      </div>
      <Button small aria-label={`Open ${names}, ${when}`} onClick={onOpen}>
        Open
      </Button>
      {!draft.isOpen && (
        <Button small look="plain" aria-label={`Delete ${names}, ${when}`} onClick={onRemove}>
          Delete
        </Button>
      )}
    </li>
  );
}

/** The first three, and how many more. */
function namesOf({ copy: { documents } }: StoredDraft): string {
  const names = documents.slice(0, 3).map(({ name }) => visibleText(name));
  const more = documents.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Drafts that differ from `shown` and from newer ones, so that a lost text is listed once. */
function otherDrafts(drafts: readonly OtherDraft[], shown: WorkingCopy): readonly OtherDraft[] {
  const seen = new Set([contentOf(shown)]);
  return drafts.filter(({ copy }) => {
    const content = contentOf(copy);
    return !seen.has(content) && seen.add(content);
  });
}

function contentOf({ documents }: WorkingCopy): string {
  return JSON.stringify(documents.map(({ name, text, filter }) => [name, text, filter]));
}
