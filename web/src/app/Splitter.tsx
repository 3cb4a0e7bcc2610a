import { type KeyboardEvent, type PointerEvent, type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import { usePage } from '../page/page-context.ts';

interface SplitterProps {
  /** Of the part before it: its width is `--${name}` of the box around both. */
  readonly name: string;
  /** Percent of the window that the part takes at first, at least and at most. */
  readonly usual: number;
  readonly least: number;
  readonly most: number;
}

const STEP = 2;

/** The line between two parts, after the ARIA pattern of a window splitter: drag it, or move it with the arrows. */
export function Splitter({ name, usual, least, most }: SplitterProps): ReactElement {
  const { local } = usePage().page;
  const key = `atip.${name}-width.v1`;
  const [percent, setPercent] = useState(() => Number(local.getItem(key)) || usual);
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    line.current?.parentElement?.style.setProperty(`--${name}`, `${percent}vw`);
    local.setItem(key, String(percent));
  }, [local, name, key, percent]);
  const move = (wanted: number): void => setPercent(Math.min(most, Math.max(least, wanted)));
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const before = event.currentTarget.previousElementSibling?.getBoundingClientRect();
    if (before) move(((event.clientX - before.left) / innerWidth) * 100);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = { ArrowLeft: percent - STEP, ArrowRight: percent + STEP, Home: least, End: most }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    move(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is no line of text.
    <div
      ref={line}
      className="handle"
      role="separator"
      aria-label={`Width of the ${name}`}
      aria-orientation="vertical"
      aria-valuenow={Math.round(percent)}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  );
}
