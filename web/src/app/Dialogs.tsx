import type { ReactElement } from 'react';
import { PaletteDialog } from '../palette/PaletteDialog.tsx';
import { CompanionPanel } from '../panels/CompanionPanel.tsx';
import { DraftsDialog } from '../panels/DraftsDialog.tsx';
import { ImportDialog } from '../panels/import/ImportDialog.tsx';
import { KeysDialog } from '../panels/KeysDialog.tsx';
import { usePage } from '../panels/page-context.ts';
import type { OpenDialog } from '../panels/panel.ts';
import { SamplesDialog } from '../panels/SamplesDialog.tsx';
import { ShareDialog } from '../panels/share/ShareDialog.tsx';

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
