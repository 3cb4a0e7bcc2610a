import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { CommandPart } from '../../analysis/commands/answer-commands.ts';
import { type CommandTree, NODE } from '../../analysis/commands/command-tree.ts';
import { countOf } from '../../state/health.ts';
import { cellWords } from './command-words.ts';
import { IcicleCells, icicleHeight, rowTop } from './IcicleCells.tsx';
import { icicleCells, nextCell } from './icicle-cells.ts';

interface IcicleProps {
  readonly tree: CommandTree;
  readonly part: CommandPart;
  /** 1 for what stands out; absent: nothing does. */
  readonly fits: Uint8Array | undefined;
  /** How the tokens were counted. */
  readonly estimate: string;
  /** @param only takes it and nothing else */
  readonly onFilter: (node: number, only: boolean) => void;
}

/** All commands as a picture: where is the danger, and what does it cost in tokens? The list says the same in words. */
export function Icicle({ tree, part, fits, estimate, onFilter }: IcicleProps): ReactElement {
  const id = useId();
  const { box, width } = useWidth();
  const cells = useMemo(() => icicleCells(tree, width), [tree, width]);
  const [pointed, setPointed] = useState<number>();
  const [focused, setFocused] = useState<number>();
  const index = pointed ?? focused;
  const cell = index === undefined ? undefined : cells[index];
  const levels = useMemo(() => Math.max(1, ...cells.map(({ level }) => level)), [cells]);
  const filterCell = (at: number | undefined, only: boolean): void => {
    const target = at === undefined ? undefined : cells[at];
    // Of several that are drawn as one nobody can tell which is meant.
    if (target !== undefined && target.merged === 1) onFilter(target.node, only);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' || event.key === ' ') filterCell(focused, event.shiftKey);
    else if (/^(?:Arrow|Home|End)/.test(event.key)) {
      setPointed(undefined);
      setFocused(nextCell(cells, focused ?? -1, event.key));
    } else return;
    event.preventDefault();
  };
  return (
    <figure className="icicle">
      <div
        ref={box}
        className="icicle-box"
        role="application"
        aria-roledescription="picture"
        aria-label={`Picture of ${countOf(tree.counts[0] ?? 0, 'command')} by risk and tokens`}
        aria-describedby={`${id}-line`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keys itself.
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setFocused((before) => before ?? 0)}
        onBlur={() => setFocused(undefined)}
        onPointerMove={(event) => setPointed(cellIndex(event))}
        onPointerLeave={() => setPointed(undefined)}
        onClick={(event) => filterCell(cellIndex(event), event.shiftKey)}
      >
        <svg width={width} height={icicleHeight(levels)} aria-hidden="true" focusable="false">
          <IcicleCells id={id} tree={tree} part={part} fits={fits} cells={cells} levels={levels} />
          {cell && (
            <rect
              className="icicle-cursor"
              x={cell.from + 1}
              y={rowTop(cell.level) + 1}
              width={Math.max(1, cell.to - cell.from - 2)}
              height={(cell.isGroup ? rowTop(cell.level + 1) : icicleHeight(levels)) - rowTop(cell.level) - 2}
            />
          )}
        </svg>
      </div>
      <figcaption className="icicle-line" id={`${id}-line`} aria-live={focused === undefined ? 'off' : 'polite'}>
        {cell ? (
          cellWords(tree, cell, cell.merged > 1 ? 1 : (part.nodes[cell.node] ?? 1))
        ) : (
          <span className="quiet" title={estimate}>
            Width: tokens ({estimate.split(',')[0]}). Click leaves out or takes back, Shift+click takes only that.
          </span>
        )}
      </figcaption>
      {tree.kinds.includes(NODE.omitted) && (
        <p className="quiet">What the document leaves out itself is drawn as wide as an average command.</p>
      )}
    </figure>
  );
}

/** Index of the cell under the pointer. */
function cellIndex(event: PointerEvent | MouseEvent): number | undefined {
  const found = event.target instanceof Element ? event.target.closest('[data-cell]') : null;
  return found === null ? undefined : Number(found.getAttribute('data-cell'));
}

/** The box's inner width in whole px; 0 until it is known, and while it is hidden. */
function useWidth(): { readonly box: RefObject<HTMLDivElement | null>; readonly width: number } {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      // Hidden behind another tab it has no width, and keeps the one that it had.
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}
