import type { ReactElement } from 'react';
import type { Companion } from '../companion/companion.ts';
import type { Drafts } from '../drafts/drafts.ts';
import type { DiscoveryControl } from '../panels/companion/use-discovery.ts';
import { CompanionPanel } from '../panels/CompanionPanel.tsx';
import { DraftsDialog } from '../drafts/DraftsDialog.tsx';
import type { PaletteProps } from '../palette/palette-props.ts';
import { PaletteDialog } from '../palette/PaletteDialog.tsx';
import { KeysDialog } from '../panels/KeysDialog.tsx';
import { SamplesDialog } from '../panels/SamplesDialog.tsx';
import { ImportDialog } from '../panels/import/ImportDialog.tsx';
import { ShareDialog } from '../panels/share/ShareDialog.tsx';
import type { OpenDialog } from '../state/open-dialog.ts';
import type { Documents } from './use-documents.ts';

export interface DialogsProps extends PaletteProps {
  readonly open: OpenDialog;
  /** The page's address without fragment. */
  readonly base: string;
  readonly companion: Companion;
  readonly discovery: DiscoveryControl;
  readonly documents: Documents;
  readonly drafts: Drafts;
}

/** The dialog that is open. Loaded with the first one. */
export function Dialogs(props: DialogsProps): ReactElement | null {
  const { open, copy, base, companion, discovery, documents, onClose } = props;
  switch (open) {
    case 'share':
      return <ShareDialog {...{ copy, base, companion, onClose }} local={props.page.local} />;
    case 'import':
      return <ImportDialog dispatch={props.dispatch} onClose={onClose} />;
    case 'keys':
      return <KeysDialog onClose={onClose} />;
    case 'companion':
      return (
        <CompanionPanel
          companion={companion}
          control={discovery}
          onOpenTool={(name) => {
            onClose();
            documents.openTool(name);
          }}
          onClose={onClose}
        />
      );
    case 'samples':
      return (
        <SamplesDialog
          onOpen={(name, text) => {
            onClose();
            documents.openSample({ title: name, name: `${name}.json`, text });
          }}
          onClose={onClose}
        />
      );
    case 'drafts':
      return <DraftsDialog copy={copy} drafts={props.drafts} dispatch={props.dispatch} onClose={onClose} />;
    case 'palette':
      return <PaletteDialog {...props} />;
  }
}
