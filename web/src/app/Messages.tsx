import type { ReactElement } from 'react';
import { Toast } from '../components/Toast.tsx';

interface MessagesProps {
  readonly message: string | undefined;
  /** What could be undone. */
  readonly undo: string | undefined;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

/** What just happened, with Undo where it can be taken back. */
export function Messages({ message, undo, onUndo, onClose }: MessagesProps): ReactElement | null {
  if (message !== undefined) return <Toast text={message} onClose={onClose} />;
  return undo === undefined ? null : (
    <Toast text={undo} action={{ label: 'Undo', onChoose: onUndo }} onClose={onClose} />
  );
}
