import { type RefObject, useEffect, useState } from 'react';
import { lineAt } from './line-geometry.ts';

export interface NearLines {
  readonly first: number;
  readonly last: number;
}

/** Lines beyond the window on either side that count as near; they move in steps, so that scrolling renders seldom. */
const MARGIN = 60;
const STEP = 30;

/** What can be seen before anything is measured. */
const AT_FIRST: NearLines = { first: 1, last: 2 * MARGIN };

/** The lines in and around what is seen of a scrolling element. */
export function useNearLines(scroller: RefObject<HTMLElement | null>, lines: number): NearLines {
  const [near, setNear] = useState(AT_FIRST);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const { scrollTop, clientHeight } = element;
      if (clientHeight === 0) return;
      const first = Math.floor((lineAt(scrollTop, lines) - MARGIN) / STEP) * STEP;
      const last = Math.ceil((lineAt(scrollTop + clientHeight, lines) + MARGIN) / STEP) * STEP;
      setNear((before) => (before.first === first && before.last === last ? before : { first, last }));
    };
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      observer.disconnect();
    };
  }, [scroller, lines]);
  return near;
}
