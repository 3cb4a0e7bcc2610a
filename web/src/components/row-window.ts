import { type UIEvent, useCallback, useEffect, useRef, useState } from 'react';

/** Px; as in `commands.css`. */
const ROW = 28;
/** Rows kept ready above and below what is in view. */
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
  const bringIntoView = useCallback((row: number): void => {
    const element = box.current;
    if (element === null || row < 0) return;
    const top = row * ROW;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + ROW > element.scrollTop + element.clientHeight) element.scrollTop = top + ROW - element.clientHeight;
  }, []);
  return {
    box,
    first: Math.max(0, Math.min(count, Math.floor(view.top / ROW)) - SPARE),
    last: Math.min(count, Math.ceil((view.top + view.height) / ROW) + SPARE),
    page: Math.max(1, Math.floor(view.height / ROW) - 1),
    height: count * ROW,
    top: (row: number) => row * ROW,
    onScroll: ({ currentTarget: { scrollTop, clientHeight } }: UIEvent<HTMLElement>) =>
      setView({ top: scrollTop, height: clientHeight }),
    bringIntoView,
  };
}
