import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** Actions on lines, besides reading them. */
export interface LineActions {
  /** Marked, such as what a place of the document became. */
  readonly marks: readonly number[];
  /** Says which line the pointer is on, or the keys have reached; `undefined` when it is none any more. */
  readonly onPoint: (line: number | undefined) => void;
  /** Absent: a line leads nowhere. */
  readonly onPick?: (line: number) => void;
}

/** Moves through lines by pointer and by keys: arrows, Page up and down, Home and End; Enter and a click pick one. */
export function useLinePointer(
  scroller: RefObject<HTMLElement | null>,
  lines: number,
  actions: LineActions | undefined,
) {
  const [line, setLine] = useState<number>();
  const latest = useRef({ line, actions });
  latest.current = { line, actions };
  const point = (next: number | undefined): void => {
    if (next === latest.current.line) return;
    latest.current.line = next;
    setLine(next);
    actions?.onPoint(next);
  };
  // An unmounted view gets no `pointerleave`, so the pointing ends here.
  useEffect(() => () => void (latest.current.line && latest.current.actions?.onPoint(undefined)), []);
  return {
    line: line !== undefined && line <= lines ? line : undefined,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const element = scroller.current;
      if (!actions || element === null || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.key === 'Enter' && line !== undefined && actions.onPick !== undefined) {
        // Who picks may take the focus elsewhere, where the key must not be typed.
        event.preventDefault();
        actions.onPick(line);
        return;
      }
      const page = Math.floor(element.clientHeight / LINE_HEIGHT);
      const from = line ?? lineAt(element.scrollTop, lines) - (event.key === 'ArrowDown' ? 1 : 0);
      const target = nextLine(event.key, from, page, lines);
      if (target === undefined) return;
      event.preventDefault();
      point(target);
      scrollToLine(element, target, 'nearest');
    },
    onMouseMove: (event: MouseEvent<HTMLElement>) => point(lineUnder(event, lines)),
    onClick: (event: MouseEvent<HTMLElement>) => {
      // Who selects text wants the text.
      if (getSelection()?.isCollapsed !== false) actions?.onPick?.(lineUnder(event, lines));
    },
    onLeave: () => point(undefined),
  };
}

function lineUnder({ currentTarget, clientY }: MouseEvent<HTMLElement>, lines: number): number {
  return lineAt(clientY - currentTarget.getBoundingClientRect().top, lines);
}

/** Brings a line into view: just so, or to the middle where it is out of view. */
export function scrollToLine(element: HTMLElement, line: number, block: 'nearest' | 'center'): void {
  const [top, bottom] = [topOf(line), topOf(line + 1)];
  const isIn = top >= element.scrollTop && bottom <= element.scrollTop + element.clientHeight;
  if (isIn) return;
  if (block === 'center') element.scrollTop = top - element.clientHeight / 2;
  else element.scrollTop = top < element.scrollTop ? top - LINE_HEIGHT : bottom + LINE_HEIGHT - element.clientHeight;
}

/** Where lines are: each is as high as the next and none is wrapped, so places are computed and never measured. Px. */
export const LINE_HEIGHT = 19;
const PADDING = 8;

/** The line at a height within the text, counted from 1 and kept within the text. */
export function lineAt(y: number, lines: number): number {
  return Math.min(lines, Math.max(1, Math.floor((y - PADDING) / LINE_HEIGHT) + 1));
}

/** The height of a line's upper edge within the text. */
export function topOf(line: number): number {
  return PADDING + (line - 1) * LINE_HEIGHT;
}

interface LineBlock {
  readonly first: number;
  readonly count: number;
}

/** Lines in any order as blocks in the order of the text; no more than `most` of them. */
export function blocksOf(lines: readonly number[], most: number): readonly LineBlock[] {
  const blocks: LineBlock[] = [];
  for (const line of [...new Set(lines)].sort((a, b) => a - b)) {
    const last = blocks.at(-1);
    if (last && last.first + last.count === line) blocks[blocks.length - 1] = { ...last, count: last.count + 1 };
    else if (blocks.length === most) break;
    else blocks.push({ first: line, count: 1 });
  }
  return blocks;
}

/**
 * The line that a key leads to; `undefined` for a key that leads nowhere.
 *
 * @param page lines that are seen at once
 */
export function nextLine(key: string, line: number, page: number, lines: number): number | undefined {
  const step = Math.max(1, page - 1);
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: line + 1,
    ArrowUp: line - 1,
    PageDown: line + step,
    PageUp: line - step,
    Home: 1,
    End: lines,
  };
  const target = Object.hasOwn(targets, key) ? targets[key] : undefined;
  return target === undefined ? undefined : Math.min(lines, Math.max(1, target));
}
