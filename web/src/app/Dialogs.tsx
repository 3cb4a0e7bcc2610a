import { type ReactElement, Fragment } from 'react';
import { AboutDialog } from './AboutDialog.tsx';
import { PaletteDialog } from '../features/palette/PaletteDialog.tsx';
import { CompanionPanel } from '../features/companion/CompanionPanel.tsx';
import { ImportDialog } from '../features/import/ImportDialog.tsx';
import { usePage, type OpenDialog } from '../page/page-context.ts';
import { ShareDialog } from '../features/share/ShareDialog.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { KEY_HELP } from './use-keys.ts';
import { DraftsDialog } from '../features/start/DraftsDialog.tsx';
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
