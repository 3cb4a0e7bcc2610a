import { type UIEvent, useEffect, useRef, useState } from 'react';

/** Px; as in `outline.css`. */
const ROW = 28;
const SPARE = 12;

/** Which rows of equal height are in view. */
export function useRowWindow(count: number) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setView({ top: element.scrollTop, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return {
    box,
    first: Math.floor(view.top / ROW) - SPARE,
    last: Math.ceil((view.top + view.height) / ROW) + SPARE,
    page: Math.max(1, Math.floor(view.height / ROW) - 1),
    height: count * ROW,
    top: (index: number) => index * ROW,
    onScroll: ({ currentTarget: { scrollTop, clientHeight } }: UIEvent<HTMLElement>) =>
      setView({ top: scrollTop, height: clientHeight }),
  };
}

/** The row that a key leads to from the row `at`, past neither end. Absent: the key leads to none. */
export function rowAfterKey(key: string, at: number, count: number, page: number): number | undefined {
  const last = count - 1;
  const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last, PageDown: at + page, PageUp: at - page };
  const step = Object.entries(steps).find(([name]) => name === key)?.[1];
  return step === undefined ? undefined : Math.max(0, Math.min(last, step));
}
