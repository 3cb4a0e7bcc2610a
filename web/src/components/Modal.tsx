import { type ReactElement, type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

interface ModalProps {
  readonly className: string;
  readonly labelledBy: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly part?: string | undefined;
  readonly alert?: boolean | undefined;
  /** A press beside it closes it; only where nothing that was typed or read would be lost. */
  readonly closesOutside?: boolean | undefined;
}

/**
 * The native dialog below every modal one, shown while it is mounted: focus stays inside and returns, Escape closes.
 *
 * Base UI's hides the rest of the page by `aria-hidden` alone, is painted by z-index and mounts what it holds after its
 * caller's effects. A question whether a program may run needs the browser's own: in the top layer, all else inert, and
 * there when the caller looks at whether it was read.
 *
 * It stands in the body: in a pane that a narrow window hides it would be unseen, and all else could not be clicked.
 */
export function Modal(props: ModalProps): ReactElement {
  const { className, labelledBy, onClose, children, part, alert, closesOutside } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  // Before it is painted, so that nothing is clicked in between.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown === null) return undefined;
    shown.showModal();
    // The browser would choose the first control, which closes. A dialog is read from its top.
    (shown.querySelector<HTMLElement>('[data-autofocus]') ?? shown).focus({ preventScroll: true });
    shown.scrollTo(0, 0);
    // While it is still on the page: from nowhere the browser would not return the focus.
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
        // A file field's cancel bubbles up to here and is not meant.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onPointerDown={({ target, currentTarget, clientX, clientY }) => {
        // A press on the backdrop is one on the dialog, outside its box.
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
