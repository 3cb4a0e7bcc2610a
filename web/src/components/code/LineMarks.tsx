import { type MemoExoticComponent, memo, type ReactElement } from 'react';
import { blocksOf, LINE_HEIGHT, topOf } from './line-geometry.ts';

interface LineMarksProps {
  readonly lines: readonly number[];
  readonly className: string;
}

/** More than these are no longer looked at one by one. */
const MOST = 300;

/** Bars behind lines. They lie over the text's place and are no part of it, so that marking lays nothing out anew. */
export const LineMarks: MemoExoticComponent<(props: LineMarksProps) => readonly ReactElement[]> = memo(
  function LineMarks({ lines, className }: LineMarksProps): readonly ReactElement[] {
    return blocksOf(lines, MOST).map(({ first, count }) => (
      <div
        key={first}
        className={className}
        data-line={first}
        style={{ top: `${topOf(first)}px`, height: `${count * LINE_HEIGHT}px` }}
      />
    ));
  },
);
