import type { ReactElement } from 'react';
import { Toast } from '../components/Toast.tsx';

interface MessagesProps {
  readonly message: string | undefined;
  /** What could be undone. */
  readonly undo: string | undefined;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

/** What just happened, with Undo where it can be taken back; a message does not take the place of an Undo. */
export function Messages({ message, undo, onUndo, onClose }: MessagesProps): ReactElement | null {
  const said = [message, undo].filter((text) => text !== undefined);
  if (said.length === 0) return null;
  const action = undo === undefined ? {} : { action: { label: 'Undo', onChoose: onUndo } };
  return <Toast text={said.join(' · ')} {...action} onClose={onClose} />;
}
