import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';

interface HintProps {
  /** Absent: there is nothing to explain. */
  readonly text: string | undefined;
  /** One element that has the focus, or holds what has it. */
  readonly children: ReactElement;
}

/**
 * Explains a control while the pointer is over it or it has the focus. Never the only place for something that a person
 * must know.
 */
export function Hint({ text, children }: HintProps): ReactElement {
  if (text === undefined) return children;
  return (
    <Tooltip.Root>
      <Tooltip.Trigger delay={300} aria-description={text} render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner className="layer" side="bottom" sideOffset={6} collisionPadding={8}>
          <Tooltip.Popup className="popup hint">{text}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
