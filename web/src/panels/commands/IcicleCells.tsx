import { type MemoExoticComponent, memo, type ReactElement } from 'react';
import type { CommandPart } from '../../analysis/commands/answer-commands.ts';
import { type CommandTree, PART } from '../../analysis/commands/command-tree.ts';
import { gravestRisk } from '../../analysis/commands/risk-bits.ts';
import { Icon } from '../../components/Icon.tsx';
import { shownLabel } from './command-words.ts';
import type { IcicleCell } from './icicle-cells.ts';

/** Px: a level of groups, and what the commands have below the last of them. */
const GROUP = 22;
const FOOT = 92;
/** Of a letter at 12 px, roughly; cutting a little early is no harm. */
const LETTER = 7;
/** The band that says what parameters can add. */
const BAND = 6;

/** Px from the top of the picture to a level. */
export function rowTop(level: number): number {
  return (level - 1) * GROUP;
}

export function icicleHeight(levels: number): number {
  return rowTop(levels) + FOOT;
}

interface IcicleCellsProps {
  readonly id: string;
  readonly tree: CommandTree;
  readonly part: CommandPart;
  readonly fits: Uint8Array | undefined;
  readonly cells: readonly IcicleCell[];
  readonly levels: number;
}

/** Everything in the picture but the cursor, so that moving that draws nothing again. */
export const IcicleCells: MemoExoticComponent<(props: IcicleCellsProps) => ReactElement> = memo(Cells);

function Cells({ id, tree, part, fits, cells, levels }: IcicleCellsProps): ReactElement {
  const hatch = `${id}-hatch`;
  const bottom = icicleHeight(levels);
  return (
    <>
      <defs>
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line className="icicle-hatch" x1="0" y1="0" x2="0" y2="5" />
        </pattern>
      </defs>
      {cells.map((cell, index) => {
        const isOut = cell.merged === 1 && part.nodes[cell.node] === PART.none;
        const isFaint = fits !== undefined && fits[cell.node] !== 1;
        const top = rowTop(cell.level);
        const height = (cell.isGroup ? rowTop(cell.level + 1) : bottom) - top;
        const width = cell.to - cell.from;
        return (
          <g
            key={cell.node}
            className={`icicle-cell risk-${gravestRisk(cell.risks) ?? 'none'}`}
            data-cell={index}
            data-group={cell.isGroup || undefined}
            data-thin={width < 5 || undefined}
            data-out={isOut || undefined}
            data-faint={isFaint || undefined}
            transform={`translate(${cell.from} ${top})`}
          >
            <rect className="icicle-fill" width={Math.max(0.5, width - 1)} height={height - 1} />
            {!cell.isGroup && cell.added !== 0 && <AddedBand cell={cell} top={height - BAND - 1} />}
            {isOut && <rect width={Math.max(0.5, width - 1)} height={height - 1} fill={`url(#${hatch})`} />}
            <CellLabel text={shownLabel(tree, cell.node)} cell={cell} width={width} height={height} />
          </g>
        );
      })}
    </>
  );
}

/** What giving some parameter adds: its colour at the foot of the cell. */
function AddedBand({ cell, top }: { readonly cell: IcicleCell; readonly top: number }): ReactElement {
  return (
    <rect
      className={`icicle-added risk-${gravestRisk(cell.added) ?? 'none'}`}
      y={top}
      width={Math.max(0.5, cell.to - cell.from - 1)}
      height={BAND}
    />
  );
}

interface CellLabelProps {
  readonly text: string;
  readonly cell: IcicleCell;
  readonly width: number;
  readonly height: number;
}

/** The name where there is room, upright or along the cell, and below it the gravest risk's shape. */
function CellLabel({ text, cell, width, height }: CellLabelProps): ReactElement | null {
  const risk = gravestRisk(cell.risks);
  if (cell.merged > 1 || width < 15) return null;
  const isFlat = cell.isGroup || width >= Math.min(text.length, 6) * LETTER + 8;
  const room = isFlat ? width - 8 : height - 30;
  return (
    <>
      {room >= 2 * LETTER && (
        <text
          className="icicle-name"
          transform={isFlat ? 'translate(4 15)' : `translate(${width / 2 - 4.5} 5) rotate(90)`}
        >
          {cut(text, room)}
        </text>
      )}
      {!cell.isGroup && risk !== undefined && (
        <svg
          className="icicle-mark"
          x={isFlat ? 4 : width / 2 - 7}
          y={height - 22}
          width="13"
          height="13"
          aria-hidden="true"
        >
          <Icon name={risk} />
        </svg>
      )}
    </>
  );
}

function cut(text: string, room: number): string {
  const letters = Math.floor(room / LETTER);
  return text.length <= letters ? text : `${text.slice(0, Math.max(1, letters - 1))}…`;
}
