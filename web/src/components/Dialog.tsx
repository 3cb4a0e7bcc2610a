import { useId, useLayoutEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { Button } from './controls.tsx';
import { ScrollRegion } from './content.tsx';
import { createPortal } from 'react-dom';

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

interface ModalProps {
  readonly className: string;
  readonly labelledBy: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly part?: string | undefined;
  readonly alert?: boolean | undefined;
  /** A press outside closes it; only for dialogs in which nothing typed or read would be lost. */
  readonly closesOutside?: boolean | undefined;
}

/**
 * The native dialog below every modal one, shown while it is mounted: focus stays inside and returns, Escape closes.
 *
 * Base UI's hides the rest of the page only by `aria-hidden`, is painted by z-index and mounts its content after its
 * caller's effects. A question whether a program may run needs the browser's own: in the top layer, everything else inert, and
 * present when the caller checks whether it was read.
 *
 * It is mounted in the body: inside a pane that a narrow window hides it would be invisible and block the page.
 */
export function Modal(props: ModalProps): ReactElement {
  const { className, labelledBy, onClose, children, part, alert, closesOutside } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the first paint, so that no click lands in between.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown === null) return undefined;
    shown.showModal();
    // The browser would focus the first control, which closes. A reader starts at the top.
    (shown.querySelector<HTMLElement>('[data-autofocus]') ?? shown).focus({ preventScroll: true });
    shown.scrollTo(0, 0);
    // While it is still mounted; otherwise the browser would not return the focus.
    return () => shown.close();
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      className={className}
      aria-labelledby={labelledBy}
      data-part={part}
      role={alert ? 'alertdialog' : undefined}
      tabIndex={-1}
      onCancel={(event) => {
        // The cancel event of a file field bubbles up to here; ignore it.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onPointerDown={({ target, currentTarget, clientX, clientY }) => {
        // A press on the backdrop targets the dialog, but lies outside of its box.
        if (!closesOutside || target !== currentTarget) return;
        const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
        if (clientX < left || clientX > right || clientY < top || clientY > bottom) onClose();
      }}
    >
      {children}
    </dialog>,
    document.body,
  );
}
