import { type RefObject, type UIEvent, useCallback, useEffect, useRef, useState } from 'react';

/** Px; as in `commands.css`. */
const ROW = 28;
/** Rows kept ready above and below what is in view. */
const SPARE = 12;

interface RowWindow {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly first: number;
  /** The first row that is not in the page again. */
  readonly last: number;
  /** Rows in view at once, at least 1. */
  readonly page: number;
  /** Of all rows, px. */
  readonly height: number;
  readonly top: (row: number) => number;
  readonly onScroll: (event: UIEvent<HTMLElement>) => void;
  readonly bringIntoView: (row: number) => void;
}

/** Which rows of equal height are in view. */
export function useRowWindow(count: number): RowWindow {
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
    top: (row) => row * ROW,
    onScroll: ({ currentTarget: { scrollTop, clientHeight } }) => setView({ top: scrollTop, height: clientHeight }),
    bringIntoView,
  };
}
