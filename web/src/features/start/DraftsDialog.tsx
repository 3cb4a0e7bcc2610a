import { type ReactElement, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import type { OtherDraft, StoredDraft } from '../../document/drafts.ts';
import type { WorkingCopy } from '../../document/working-copy.ts';
import { usePage } from '../../page/page-context.ts';
import { countOf, sizeOf, whenSaid } from '../../text/words.ts';
import { namesOf, useOtherDrafts } from './use-other-drafts.ts';

/** Drafts of other tabs and earlier visits. Opening copies: the draft itself and the one shown until then both stay. */
export function DraftsDialog(): ReactElement {
  const { copy, drafts, closeDialog: onClose } = usePage();
  const { stored, reload, open } = useOtherDrafts();
  const [removed, setRemoved] = useState<StoredDraft>();
  const [refused, setRefused] = useState(false);
  const listed = stored && otherDrafts(stored, copy);
  const remove = async (draft: StoredDraft): Promise<void> => {
    const isRemoved = await drafts.remove(draft.id);
    setRefused(!isRemoved);
    if (isRemoved) setRemoved(draft);
    await reload();
  };
  const restore = async (draft: StoredDraft): Promise<void> => {
    const isRestored = await drafts.restore(draft);
    setRefused(!isRestored);
    if (isRestored) setRemoved(undefined);
    await reload();
  };
  return (
    <Dialog title="Drafts" part="drafts" size="medium" onClose={onClose}>
      <p className="quiet">
        Each browser tab keeps its own draft. These come from other tabs and earlier visits, and stay in this browser.
      </p>
      <div className="scroller section">
        {listed?.length === 0 && <NoDrafts />}
        <ul aria-label="Drafts">
          {listed?.map((draft) => (
            <DraftRow key={draft.id} draft={draft} onOpen={(one) => open(one).then(onClose)} onRemove={remove} />
          ))}
        </ul>
      </div>
      {refused && <p role="alert">The browser refused to change its storage. Nothing was deleted.</p>}
      {removed && (
        <p role="status" className="dialog-row">
          <span className="grow">Deleted the draft with {namesOf(removed)}.</span>
          <Button small onClick={() => void restore(removed)}>
            Undo
          </Button>
        </p>
      )}
    </Dialog>
  );
}

function NoDrafts(): ReactElement {
  const address = location.origin + location.pathname;
  return (
    <p>
      There are no other drafts. A second tab starts with a copy of this one, then keeps its own:{' '}
      <a href={address} target="_blank" rel="noopener">
        open a second tab
      </a>
      .
    </p>
  );
}

interface DraftRowProps {
  readonly draft: OtherDraft;
  readonly onOpen: (draft: StoredDraft) => Promise<void>;
  readonly onRemove: (draft: StoredDraft) => Promise<void>;
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
      <Button small aria-label={`Open ${names}, ${when}`} onClick={() => void onOpen(draft)}>
        Open
      </Button>
      {!draft.isOpen && (
        <Button small look="plain" aria-label={`Delete ${names}, ${when}`} onClick={() => void onRemove(draft)}>
          Delete
        </Button>
      )}
    </li>
  );
}

/** Those that hold something else than `shown` and than a newer one: whoever looks for something lost finds it once. */
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
