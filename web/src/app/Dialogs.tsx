import type { ReactElement } from 'react';
import { CompanionPanel } from '../panels/CompanionPanel.tsx';
import { KeysDialog } from '../panels/KeysDialog.tsx';
import { ShareDialog } from '../panels/ShareDialog.tsx';
import type { CompanionState } from '../state/companion.ts';
import type { WorkingCopy } from '../state/playground.ts';

export type OpenDialog = 'share' | 'keys' | 'companion';

interface DialogsProps {
  readonly open: OpenDialog | undefined;
  readonly copy: WorkingCopy;
  readonly base: string;
  readonly companion: CompanionState;
  readonly onOpenTool: (name: string) => void;
  readonly onRefresh: () => void;
  readonly onClose: () => void;
}

/** The dialog that is open, if one is. */
export function Dialogs({
  open,
  copy,
  base,
  companion,
  onOpenTool,
  onRefresh,
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
      return <CompanionPanel state={companion} onOpenTool={onOpenTool} onRefresh={onRefresh} onClose={onClose} />;
  }
}
