import { type ReactElement, Fragment, useEffect, useState } from 'react';
import { AboutDialog } from './AboutDialog.tsx';
import { PaletteDialog } from '../features/palette/PaletteDialog.tsx';
import { CompanionPanel } from '../features/companion/CompanionPanel.tsx';
import { ImportDialog } from '../features/import/ImportDialog.tsx';
import { usePage, type OpenDialog } from '../page/page-context.ts';
import { ShareDialog } from '../features/share/ShareDialog.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { KEY_HELP } from './use-keys.ts';
import { Button } from '../components/Button.tsx';
import { countOf, sizeOf, whenSaid } from '../text/words.ts';
import { visibleText } from '../text/visible-text.ts';
import type { WorkingCopy } from '../document/working-copy.ts';
import type { OtherDraft, StoredDraft } from '../document/drafts.ts';
import { SamplesDialog } from '../features/start/SamplesDialog.tsx';

/** The dialog that is open. Loaded with the first one. */
export function Dialogs({ open }: { readonly open: OpenDialog }): ReactElement | null {
  switch (open) {
    case 'share':
      return <ShareDialog />;
    case 'import':
      return <ImportDialog />;
    case 'about':
      return <AboutDialog />;
    case 'keys':
      return <KeysDialog />;
    case 'companion':
      return <CompanionPanel />;
    case 'samples':
      return <SamplesDialog />;
    case 'drafts':
      return <DraftsDialog />;
    case 'palette':
      return <PaletteDialog />;
  }
}

function KeysDialog(): ReactElement {
  const { closeDialog } = usePage();
  return (
    <Dialog title="Keys" onClose={closeDialog}>
      <dl className="facts">
        {KEY_HELP.map(({ keys, what }) => (
          <Fragment key={keys}>
            <dt>
              <Keys text={keys} />
            </dt>
            <dd>{what}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}

/** One key after the other, each as it is printed on a keyboard: `"Ctrl K / ⌘ K"`. */
function Keys({ text }: { readonly text: string }): ReactElement {
  return (
    <>
      {text.split(' ').map((key, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same key may come twice; its place is what it is.
        <Fragment key={index}>
          {index > 0 && ' '}
          {key === '/' || key === '…' ? <span className="quiet">{key}</span> : <kbd className="key">{key}</kbd>}
        </Fragment>
      ))}
    </>
  );
}

/** Drafts of other tabs and earlier visits. Opening copies: the draft itself and the one shown until then both stay. */
function DraftsDialog(): ReactElement {
  const { copy, drafts, dispatch, closeDialog: onClose } = usePage();
  const [stored, setStored] = useState<readonly OtherDraft[]>();
  const [removed, setRemoved] = useState<StoredDraft>();
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    let current = true;
    void drafts.others().then((others) => current && setStored(others));
    return () => {
      current = false;
    };
  }, [drafts]);
  const listed = stored && otherDrafts(stored, copy);
  const open = async (draft: StoredDraft): Promise<void> => {
    await drafts.leaveBehind();
    dispatch({ type: 'take-draft', copy: draft.copy, label: `Opened the draft with ${namesOf(draft)}` });
    onClose();
  };
  const remove = async (draft: StoredDraft): Promise<void> => {
    const isRemoved = await drafts.remove(draft.id);
    setRefused(!isRemoved);
    if (isRemoved) setRemoved(draft);
    setStored(await drafts.others());
  };
  const restore = async (draft: StoredDraft): Promise<void> => {
    const isRestored = await drafts.restore(draft);
    setRefused(!isRestored);
    if (isRestored) setRemoved(undefined);
    setStored(await drafts.others());
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
            <DraftRow key={draft.id} draft={draft} onOpen={open} onRemove={remove} />
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

const MAX_NAMES = 3;

function namesOf({ copy: { documents } }: StoredDraft): string {
  const names = documents.map(({ name }) => visibleText(name));
  const more = names.length - MAX_NAMES;
  return more > 0 ? `${names.slice(0, MAX_NAMES).join(', ')} and ${more} more` : names.join(', ');
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
