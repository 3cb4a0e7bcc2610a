import { type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from './Icon.tsx';
import { ScrollRegion } from './ScrollRegion.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Value of `data-part`, for automation. */
  readonly part?: string;
  readonly alert?: boolean;
  /** Of one height whatever it shows, so that nothing moves; a part of it scrolls. Else as large as what it shows. */
  readonly size?: 'large' | 'medium';
  /** Stays in sight below the content, which then scrolls by itself. */
  readonly footer?: ReactNode;
}

/**
 * A native modal dialog: focus stays inside, Escape closes, focus returns where it came from.
 *
 * It stands in the body: in a pane that a narrow window hides it would be unseen, and all else could not be clicked.
 */
export function Dialog({ title, onClose, children, part, alert, size, footer }: DialogProps): ReactElement {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
    // Without it the browser would choose the first control, which closes. A dialog is read from its top.
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
    dialog?.scrollTo(0, 0);
    return () => dialog?.close();
  }, []);
  return createPortal(
    <dialog
      ref={ref}
      className={['dialog', size && `dialog-${size}`, footer !== undefined && 'dialog-framed']
        .filter(Boolean)
        .join(' ')}
      aria-labelledby={titleId}
      data-part={part}
      role={alert ? 'alertdialog' : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <button type="button" className="button button-plain button-icon" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {footer === undefined ? (
        children
      ) : (
        <>
          <ScrollRegion className="dialog-body" label="Details">
            {children}
          </ScrollRegion>
          {footer}
        </>
      )}
    </dialog>,
    document.body,
  );
}
