import { type ReactElement, useEffect, useId, useState } from 'react';
import type { CommandPart } from '../../analysis/commands/answer-commands.ts';
import type { CommandTree } from '../../analysis/commands/command-tree.ts';
import { CommandRow } from './CommandRow.tsx';
import { useRowWindow } from './use-row-window.ts';
import { useTreeKeys } from './use-tree-keys.ts';

interface CommandTreeViewProps {
  readonly tree: CommandTree;
  readonly part: CommandPart;
  /** Nodes that are rows, in order; at least one. */
  readonly rows: readonly number[];
  /** Where the cursor is. */
  readonly active: number;
  /** The one whose details are shown. */
  readonly shown: number | undefined;
  readonly isOpen: (node: number) => boolean;
  readonly onActive: (node: number) => void;
  readonly onOpen: (nodes: readonly number[], open: boolean) => void;
  readonly onShow: (node: number) => void;
  readonly onFilter: (node: number) => void;
}

/** The tree after the ARIA pattern. Only rows in view are in the page, so that thousands cost nothing. */
export function CommandTreeView(props: CommandTreeViewProps): ReactElement {
  const { tree, part, rows, active, shown, isOpen, onActive, onOpen, onShow, onFilter } = props;
  const id = useId();
  const [hasFocus, setHasFocus] = useState(false);
  const { box, first, last, page, height, top, onScroll, bringIntoView } = useRowWindow(rows.length);
  const place = rows.indexOf(active);
  useEffect(() => bringIntoView(place), [bringIntoView, place]);
  const onKeyDown = useTreeKeys({ tree, rows, active, isOpen, page }, props);
  const inView = rows.slice(first, last).map((node, index) => ({ node, row: first + index }));
  // The row with the cursor stays in the page, else screen readers would lose it.
  if (place >= 0 && (place < first || place >= last)) inView.push({ node: active, row: place });
  return (
    <div ref={box} className="commands-scroll" onScroll={onScroll}>
      <p className="visually-hidden" id={`${id}-keys`}>
        Arrows move and open, Enter shows details, Space leaves a command out or takes it back.
      </p>
      <div
        className="commands-tree"
        role="tree"
        tabIndex={0}
        aria-label="Commands by group"
        aria-describedby={`${id}-keys`}
        aria-activedescendant={`${id}-${active}`}
        style={{ height }}
        onKeyDown={onKeyDown}
        onFocus={() => setHasFocus(true)}
        onBlur={() => setHasFocus(false)}
      >
        {inView.map(({ node, row }) => (
          <CommandRow
            key={node}
            id={`${id}-${node}`}
            tree={tree}
            node={node}
            part={part.nodes[node] ?? 0}
            top={top(row)}
            isSelected={node === shown}
            hasCursor={hasFocus && node === active}
            isOpen={isOpen(node)}
            onShow={() => onShow(node)}
            onToggle={() => {
              onActive(node);
              onOpen([node], !isOpen(node));
            }}
            onFilter={() => {
              onActive(node);
              onFilter(node);
            }}
          />
        ))}
      </div>
    </div>
  );
}
