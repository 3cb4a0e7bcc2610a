import type { ReactElement } from 'react';
import { Icon } from './Icon.tsx';

interface ToastProps {
  readonly text: string;
  readonly action?: { readonly label: string; readonly onChoose: () => void };
  readonly onClose: () => void;
}

/** A short message at the foot of the page; it stays until it is answered, closed or replaced. */
export function Toast({ text, action, onClose }: ToastProps): ReactElement {
  return (
    <div className="toast" role="status">
      <span>{text}</span>
      {action && (
        <button type="button" className="button button-small" onClick={action.onChoose}>
          {action.label}
        </button>
      )}
      <button
        type="button"
        className="button button-plain button-icon button-small"
        aria-label="Close message"
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
