import { type ComponentType, type ReactElement, Fragment } from 'react';
import { PaletteDialog } from './PaletteDialog.tsx';
import { CompanionPanel } from './CompanionPanel.tsx';
import { usePage, type OpenDialog } from '../page/page-context.ts';
import { ShareDialog } from '../share/ShareDialog.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { KEY_HELP } from './use-keys.ts';
import { SamplesDialog } from '../start/SamplesDialog.tsx';

const DIALOGS: Readonly<Record<OpenDialog, ComponentType>> = {
  share: ShareDialog,
  keys: KeysDialog,
  companion: CompanionPanel,
  samples: SamplesDialog,
  palette: PaletteDialog,
};

/** The open dialog. All dialogs load with the first one. */
export function Dialogs({ open }: { readonly open: OpenDialog }): ReactElement {
  const Shown = DIALOGS[open];
  return <Shown />;
}

function KeysDialog(): ReactElement {
  const { closeDialog } = usePage();
  return (
    <Dialog title="Keys" onClose={closeDialog}>
      <dl className="facts">
        {KEY_HELP.map(({ keys, what }) => (
          <Fragment key={keys}>
            <dt>{keys.split(' ').map(keyCap)}</dt>
            <dd>{what}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}

/** A key as printed on a keyboard, or the separator between two: `"Ctrl K / ⌘ K"`. */
function keyCap(key: string, index: number): ReactElement {
  return (
    <Fragment key={index}>
      {index > 0 && ' '}
      {key === '/' || key === '…' ? <span className="quiet">{key}</span> : <kbd className="key">{key}</kbd>}
    </Fragment>
  );
}
