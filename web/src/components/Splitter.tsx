import { type KeyboardEvent, type PointerEvent, type ReactElement, useEffect, useState } from 'react';
import type { SafeStorage } from '../document/draft.ts';

interface SplitterProps {
  readonly label: string;
  /** Percent of the window that the part before it may take. */
  readonly least: number;
  readonly most: number;
  readonly width: Width;
}

type Width = ReturnType<typeof useWidth>;

/** A width in percent of the window, remembered in this browser under `key`. */
export function useWidth(local: SafeStorage, key: string, usual: number) {
  const [percent, set] = useState(() => Number(local.getItem(key)) || usual);
  useEffect(() => void local.setItem(key, String(percent)), [local, key, percent]);
  return { percent, set };
}

const STEP = 2;

/** The line between two parts, after the ARIA pattern of a window splitter: drag it, or move it with the arrows. */
export function Splitter({ label, least, most, width }: SplitterProps): ReactElement {
  const { percent } = width;
  const move = (wanted: number): void => width.set(Math.min(most, Math.max(least, wanted)));
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
      className="handle"
      role="separator"
      aria-label={label}
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
