import type { ReactElement } from 'react';
import type { Companion } from '../companion/companion.ts';
import type { DiscoveryControl } from '../panels/companion/use-discovery.ts';
import { CompanionPanel } from '../panels/CompanionPanel.tsx';
import { KeysDialog } from '../panels/KeysDialog.tsx';
import { SamplesDialog } from '../panels/SamplesDialog.tsx';
import { ShareDialog } from '../panels/ShareDialog.tsx';
import type { WorkingCopy } from '../state/playground.ts';

export type OpenDialog = 'share' | 'keys' | 'companion' | 'samples';

interface DialogsProps {
  readonly open: OpenDialog | undefined;
  readonly copy: WorkingCopy;
  readonly base: string;
  readonly companion: Companion;
  readonly discovery: DiscoveryControl;
  readonly onOpenTool: (name: string) => void;
  readonly onOpenSample: (name: string, text: string) => void;
  readonly onClose: () => void;
}

/** The dialog that is open, if one is. */
export function Dialogs({
  open,
  copy,
  base,
  companion,
  discovery,
  onOpenTool,
  onOpenSample,
  onClose,
}: DialogsProps): ReactElement | null {
  switch (open) {
    case undefined:
      return null;
    case 'share':
      return <ShareDialog copy={copy} base={base} onClose={onClose} />;
    case 'keys':
      return <KeysDialog onClose={onClose} />;
    case 'companion':
      return <CompanionPanel companion={companion} control={discovery} onOpenTool={onOpenTool} onClose={onClose} />;
    case 'samples':
      return <SamplesDialog onOpen={onOpenSample} onClose={onClose} />;
  }
}
