import '../styles/popover.css';
import { Popover as BasePopover } from '@base-ui/react/popover';
import { type ReactElement, type ReactNode, use } from 'react';
import { Layer } from './layer.ts';

interface PopoverProps {
  /** Accessible name of the button and, unless there is a title, of what it opens. */
  readonly label: string;
  readonly button: ReactNode;
  /** Heading of what it opens. */
  readonly title?: string;
  readonly children: ReactNode;
  readonly align?: 'start' | 'center' | 'end';
  /** Class names of the button, for example `"button button-small"`. */
  readonly className?: string;
}

/** A button and a few controls or words that it opens beside itself; the page stays usable. For lazy modules only. */
export function Popover({ label, button, title, children, align, className }: PopoverProps): ReactElement {
  const layer = use(Layer);
  return (
    <BasePopover.Root>
      <BasePopover.Trigger className={className ?? 'button button-plain'} aria-label={label}>
        {button}
      </BasePopover.Trigger>
      <BasePopover.Portal container={layer}>
        <BasePopover.Positioner
          className="popover-place"
          align={align ?? 'start'}
          sideOffset={4}
          collisionPadding={8}
          positionMethod="fixed"
        >
          <BasePopover.Popup className="popover" aria-label={title === undefined ? label : undefined}>
            {title !== undefined && <BasePopover.Title className="popover-title">{title}</BasePopover.Title>}
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
