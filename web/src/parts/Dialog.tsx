import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as Plain } from '@base-ui/react/dialog';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { ScrollRegion } from './content.tsx';
import { Button } from './controls.tsx';

interface DialogProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly part?: string;
  /** A question: only its buttons and Escape close it, never a press outside. */
  readonly alert?: boolean;
  /**
   * `medium` and `wide` have one height for any content, so that nothing moves; a part of it scrolls. A drawer is at the
   * right edge, and fills a narrow window. The others fit their content.
   */
  readonly size?: 'medium' | 'wide' | 'drawer';
  /** Stays visible below the content, which then scrolls by itself. */
  readonly footer?: ReactNode;
}

/**
 * A modal dialog with a title, open while it is mounted: Escape and its button close it, the focus returns where it came
 * from. The focus begins at `[data-autofocus]`, else at the dialog itself, so that a reader starts at the top.
 */
export function Dialog({ title, onClose, children, part, alert, size, footer }: DialogProps): ReactElement {
  const popup = useRef<HTMLDivElement>(null);
  const Base = alert ? AlertDialog : Plain;
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Popup
          ref={popup}
          className={`dialog dialog-${size ?? 'small'}`}
          data-part={part}
          initialFocus={() => popup.current?.querySelector<HTMLElement>('[data-autofocus]') ?? popup.current}
        >
          <div className="dialog-head">
            <Base.Title>{title}</Base.Title>
            <Button look="plain" icon="close" aria-label="Close" onClick={onClose} />
          </div>
          {footer ? (
            <ScrollRegion className="scroller stack" label="Details">
              {children}
            </ScrollRegion>
          ) : (
            children
          )}
          {footer}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
