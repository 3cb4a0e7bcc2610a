import { type ReactElement, type ReactNode, useId } from 'react';
import { Button } from './controls.tsx';
import { Modal } from './Modal.tsx';
import { ScrollRegion } from './content.tsx';

interface DialogProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly part?: string;
  readonly alert?: boolean;
  /**
   * Of one height for any content, so that nothing moves; a part of it scrolls. A drawer is at the right edge, and
   * fills a narrow window. The others fit their content.
   */
  readonly size?: 'medium' | 'drawer';
  /** Stays visible below the content, which then scrolls by itself. */
  readonly footer?: ReactNode;
}

/** A modal dialog with a title: Escape and its button close it, the focus returns where it came from. */
export function Dialog({ title, onClose, children, part, alert, size, footer }: DialogProps): ReactElement {
  const titleId = useId();
  const names = ['dialog', size && `dialog-${size}`, footer && 'dialog-framed'];
  return (
    <Modal
      className={names.filter(Boolean).join(' ')}
      labelledBy={titleId}
      part={part}
      alert={alert}
      onClose={onClose}
      closesOutside={size === 'drawer'}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <Button look="plain" icon="close" aria-label="Close" onClick={onClose} />
      </div>
      {footer ? (
        <ScrollRegion className="dialog-body" label="Details">
          {children}
        </ScrollRegion>
      ) : (
        children
      )}
      {footer}
    </Modal>
  );
}
