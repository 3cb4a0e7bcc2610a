import {
  type KeyboardEvent,
  memo,
  type MemoExoticComponent,
  type ReactElement,
  type Ref,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { maskedSlice } from '../../analysis/filter/masked-slice.ts';
import type { MarkedText, TextChunk } from '../../analysis/filter/text-chunks.ts';
import { LINE_HEIGHT } from '../../components/code/line-geometry.ts';
import { scrollToLine } from '../../components/code/use-line-pointer.ts';
import { useNearLines } from '../../components/code/use-near-lines.ts';
import { markPieces } from './mark-pieces.ts';

export interface MarkedTextHandle {
  /** Brings a mark into view and takes the focus there. */
  readonly go: (mark: number) => void;
}

interface MarkedTextViewProps {
  readonly ref?: Ref<MarkedTextHandle>;
  readonly label: string;
  readonly marked: MarkedText;
  /** Marks are shown as dots. */
  readonly masked: boolean;
  /** What a mark says beside its text. Absent: nothing, the text says it. */
  readonly named?: boolean;
}

/** A text with marks in it, of which only what is near the window is laid out. Left and right move from mark to mark. */
export function MarkedTextView({ ref, label, marked, masked, named = false }: MarkedTextViewProps): ReactElement {
  const scroller = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState(0);
  const { first, last } = useNearLines(scroller, marked.lines);
  const go = (mark: number): void => {
    const target = marked.marks[mark];
    const element = scroller.current;
    if (target === undefined || element === null) return;
    scrollToLine(element, target.line, 'center');
    // The chunk it stands in is laid out before the focus goes there.
    flushSync(() => setCurrent(mark));
    element.querySelector<HTMLElement>(`[data-mark="${mark}"]`)?.focus();
  };
  useImperativeHandle(ref, () => ({ go }));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0 || !(event.target instanceof HTMLElement) || event.target.dataset['mark'] === undefined) return;
    event.preventDefault();
    go(Number(event.target.dataset['mark']) + step);
  };
  const currentLine = marked.marks[current]?.line ?? 0;
  return (
    <section
      ref={scroller}
      className="filter-text"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse (WCAG 2.1.1).
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <pre className="filter-lines">
        {marked.chunks.map((chunk) => {
          const end = chunk.firstLine + chunk.lines;
          const holdsCurrent = currentLine >= chunk.firstLine && currentLine < end;
          const isNear = (chunk.firstLine <= last && end > first) || holdsCurrent;
          return (
            <Chunk
              key={chunk.firstLine}
              {...{ marked, chunk, masked, named, isNear }}
              {...(holdsCurrent && { current })}
            />
          );
        })}
      </pre>
    </section>
  );
}

interface ChunkProps extends Required<Pick<MarkedTextViewProps, 'marked' | 'masked' | 'named'>> {
  readonly chunk: TextChunk;
  /** Only what is near the window is marked; the rest is text to find and to scroll over. */
  readonly isNear: boolean;
  /** The mark that Tab reaches. Absent: none in this chunk. */
  readonly current?: number;
}

const Chunk: MemoExoticComponent<(props: ChunkProps) => ReactElement> = memo(function Chunk({
  marked,
  chunk,
  masked,
  named,
  isNear,
  current,
}: ChunkProps): ReactElement {
  const { text: whole, marks } = marked;
  const { start, end, lines } = chunk;
  if (!isNear) {
    return (
      <span className="filter-chunk filter-far" style={{ containIntrinsicBlockSize: `${lines * LINE_HEIGHT}px` }}>
        {masked ? maskedSlice(whole, marks, start, end) : whole.slice(start, end)}
      </span>
    );
  }
  return (
    <span className="filter-chunk">
      {markPieces(marked, chunk, masked).map(({ text, mark, isStart }, index) => {
        const { label, line } = (mark === undefined ? undefined : marks[mark]) ?? {};
        return mark === undefined ? (
          text
        ) : (
          <mark
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity beyond their order.
            key={index}
            className="filter-mark"
            data-label={label}
            {...(isStart && {
              'data-mark': mark,
              tabIndex: mark === current ? 0 : -1,
            })}
          >
            {/* As text: ARIA gives a mark no name. */}
            {named && isStart && (
              <span className="filter-rule">
                {label}
                <span className="visually-hidden">, line {line} </span>
              </span>
            )}
            {text}
          </mark>
        );
      })}
    </span>
  );
});
