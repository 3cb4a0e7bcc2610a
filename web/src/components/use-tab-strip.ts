import { type RefObject, useEffect, useRef, useState } from 'react';

/** Which ends of a strip hide something; a value for `data-more`. */
export type HiddenEnds = 'start' | 'end' | 'both' | undefined;

/** Px of a tab that may be out of sight before the strip says so: browsers scroll by fractions. */
const SLACK = 2;

/** Keeps the active tab of a strip that scrolls sideways in view, and tells where it goes on. */
export function useTabStrip<Element extends HTMLElement>(
  active: string,
  count: number,
): readonly [RefObject<Element | null>, HiddenEnds] {
  const strip = useRef<Element>(null);
  const [hidden, setHidden] = useState<HiddenEnds>();
  useEffect(() => {
    const element = strip.current;
    if (element === null) return undefined;
    const look = (): void => setHidden(hiddenEnds(element));
    const observer = new ResizeObserver(() => {
      showActive(element);
      look();
    });
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tabs themselves are read from the page.
  useEffect(() => {
    if (strip.current === null) return;
    showActive(strip.current);
    setHidden(hiddenEnds(strip.current));
  }, [active, count]);
  return [strip, hidden];
}

function hiddenEnds({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): HiddenEnds {
  const atStart = scrollLeft <= SLACK;
  const atEnd = scrollLeft + clientWidth >= scrollWidth - SLACK;
  if (atStart) return atEnd ? undefined : 'end';
  return atEnd ? 'start' : 'both';
}

/** Room for the fade and for a piece of the neighbour, in px. */
const MARGIN = 32;

/** Scrolls the strip alone: `scrollIntoView` would also move whatever the strip stands in. */
function showActive(strip: HTMLElement): void {
  const tab = strip.querySelector('[role=tab][aria-selected=true]');
  if (tab === null) return;
  const [outer, inner] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (inner.left < outer.left + MARGIN) strip.scrollLeft += inner.left - outer.left - MARGIN;
  else if (inner.right > outer.right - MARGIN) strip.scrollLeft += inner.right - outer.right + MARGIN;
}

/** The tab that a key leads to from `index` among `count`; -1 for keys that do not move. */
export function nextTab(key: string, index: number, count: number): number {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : -1;
}
