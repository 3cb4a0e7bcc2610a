import { type ReactElement, Fragment } from 'react';
import { PaletteDialog } from '../palette/PaletteDialog.tsx';
import { CompanionPanel } from '../panels/CompanionPanel.tsx';
import { DraftsDialog } from '../panels/DraftsDialog.tsx';
import { ImportDialog } from '../panels/import/ImportDialog.tsx';
import { usePage, type OpenDialog } from '../panels/page-context.ts';
import { SamplesDialog } from '../panels/SamplesDialog.tsx';
import { ShareDialog } from '../panels/share/ShareDialog.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { KEY_HELP } from './use-keys.ts';

/** The dialog that is open. Loaded with the first one. */
export function Dialogs({ open }: { readonly open: OpenDialog }): ReactElement | null {
  const { copy, base, companion, discovery, documents, drafts, dispatch, page, closeDialog: onClose } = usePage();
  switch (open) {
    case 'share':
      return <ShareDialog {...{ copy, base, companion, onClose }} local={page.local} />;
    case 'import':
      return <ImportDialog dispatch={dispatch} onClose={onClose} />;
    case 'keys':
      return <KeysDialog onClose={onClose} />;
    case 'companion': {
      const onOpenTool = (name: string): void => {
        onClose();
        documents.openTool(name);
      };
      return <CompanionPanel control={discovery} {...{ companion, onOpenTool, onClose }} />;
    }
    case 'samples': {
      const onOpen = (name: string, text: string): void => {
        onClose();
        documents.openSample({ title: name, name: `${name}.json`, text });
      };
      return <SamplesDialog onOpen={onOpen} onClose={onClose} />;
    }
    case 'drafts':
      return <DraftsDialog {...{ copy, drafts, dispatch, onClose }} />;
    case 'palette':
      return <PaletteDialog />;
  }
}

/** The list behind `?`. */
function KeysDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  return (
    <Dialog title="Keys" onClose={onClose}>
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
