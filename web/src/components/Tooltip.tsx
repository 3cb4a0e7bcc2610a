import '../styles/tooltip.css';
import { type ReactElement, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { besideBox } from './beside-box.ts';

interface TooltipProps {
  readonly text: string;
  /** Gets the attribute that ties the text to the control it is about. */
  readonly children: (description: { readonly 'aria-describedby': string }) => ReactElement;
}

/** Ms over a control before its tooltip comes. */
const DELAY = 400;

/**
 * A few words about one control, for pointer and keyboard: Escape takes them away, and they can be pointed at
 * (WCAG 1.4.13). Never the only place of anything needed: touch has no hovering.
 */
export function Tooltip({ text, children }: TooltipProps): ReactElement {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const [isWanted, setWanted] = useState<'soon' | 'now'>();
  const tip = useShownTip(anchor, isWanted, () => setWanted(undefined));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices what happens to the control inside.
    <span
      ref={anchor}
      className="tooltip-anchor"
      onPointerEnter={(event) => event.pointerType !== 'touch' && setWanted('soon')}
      onPointerLeave={() => setWanted(undefined)}
      onPointerDown={() => setWanted(undefined)}
      onFocus={(event) => event.target.matches(':focus-visible') && setWanted('now')}
      onBlur={() => setWanted(undefined)}
    >
      {children({ 'aria-describedby': id })}
      <span ref={tip} id={id} role="tooltip" className="tooltip" popover="manual">
        {text}
      </span>
    </span>
  );
}

/** Shows the returned element, in the top layer, while it is wanted. */
function useShownTip(
  anchor: RefObject<HTMLElement | null>,
  wanted: 'soon' | 'now' | undefined,
  onEscape: () => void,
): RefObject<HTMLSpanElement | null> {
  const tip = useRef<HTMLSpanElement>(null);
  const latest = useRef(onEscape);
  latest.current = onEscape;
  useEffect(() => {
    if (wanted === undefined) return undefined;
    const show = (): void => {
      const [element, box] = [tip.current, anchor.current?.firstElementChild?.getBoundingClientRect()];
      if (element === null || box === undefined) return;
      element.showPopover();
      const { left, top } = besideBox(box, element.getBoundingClientRect(), {
        width: innerWidth,
        height: innerHeight,
      });
      element.style.left = `${left}px`;
      element.style.top = `${top}px`;
    };
    const timer = setTimeout(show, wanted === 'now' ? 0 : DELAY);
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') latest.current();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    const element = tip.current;
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', onKeyDown, { capture: true });
      // Gone from the page it is hidden already, and asking for it would throw.
      if (element?.matches(':popover-open')) element.hidePopover();
    };
  }, [wanted, anchor]);
  return tip;
}
