import { type CommandTree, NODE } from '../../analysis/commands/command-tree.ts';

/** A rectangle of the picture; x in px. */
export interface IcicleCell {
  /** The node, or the first of several. */
  readonly node: number;
  /** Nodes that are drawn as one since each alone would be too thin; 1 as a rule. */
  readonly merged: number;
  readonly from: number;
  readonly to: number;
  /** From 1. A command's cell reaches from its level to the bottom. */
  readonly level: number;
  readonly isGroup: boolean;
  /** By `riskBits`, of all that is merged. */
  readonly risks: number;
  readonly added: number;
  readonly tokens: number;
}

/** Px below which a node is drawn together with its neighbours. */
const MIN_WIDTH = 1.5;

/** The picture's cells for a width, parents before children; their number is bounded by the width, not by the document. */
export function icicleCells(tree: CommandTree, width: number): readonly IcicleCell[] {
  const cells: IcicleCell[] = [];
  for (let node = 1; node < tree.keys.length; ) {
    const cell = cellOf(tree, node, width);
    const last = cells.at(-1);
    const isThin = cell.to - cell.from < MIN_WIDTH;
    if (isThin && last !== undefined && joins(tree, last, cell, width)) cells[cells.length - 1] = joined(last, cell);
    else cells.push(cell);
    // What is below something thin is thinner still.
    node = isThin ? (tree.ends[node] ?? node + 1) : node + 1;
  }
  return cells;
}

function cellOf(tree: CommandTree, node: number, width: number): IcicleCell {
  return {
    node,
    merged: 1,
    from: (tree.from[node] ?? 0) * width,
    to: (tree.to[node] ?? 0) * width,
    level: tree.levels[node] ?? 1,
    isGroup: tree.kinds[node] === NODE.group,
    risks: tree.risks[node] ?? 0,
    added: tree.added[node] ?? 0,
    tokens: tree.tokens[node] ?? 0,
  };
}

/** Whether something thin goes with the cell before it: a sibling, and together not wider than a single one may be thin. */
function joins(tree: CommandTree, last: IcicleCell, cell: IcicleCell, width: number): boolean {
  const isSibling = tree.parents[last.node] === tree.parents[cell.node];
  return isSibling && cell.to - last.from < 2 * MIN_WIDTH && last.to - last.from < Math.min(width, 2 * MIN_WIDTH);
}

function joined(last: IcicleCell, cell: IcicleCell): IcicleCell {
  return {
    ...last,
    merged: last.merged + cell.merged,
    to: cell.to,
    isGroup: false,
    risks: last.risks | cell.risks,
    added: last.added | cell.added,
    tokens: last.tokens + cell.tokens,
  };
}

/** Where an arrow leads from a cell, by index; the same index where there is nothing. */
export function nextCell(cells: readonly IcicleCell[], index: number, key: string): number {
  const cell = cells[index];
  if (cell === undefined) return cells.length === 0 ? -1 : 0;
  switch (key) {
    case 'ArrowRight':
      return beside(cells, cell, cell.to + 0.01) ?? index;
    case 'ArrowLeft':
      return beside(cells, cell, cell.from - 0.01) ?? index;
    case 'ArrowUp':
      return at(cells, cell.level - 1, (cell.from + cell.to) / 2) ?? index;
    case 'ArrowDown':
      return at(cells, cell.level + 1, cell.from + 0.01, true) ?? index;
    case 'Home':
      return 0;
    case 'End':
      return cells.length - 1;
    default:
      return index;
  }
}

function beside(cells: readonly IcicleCell[], { level }: IcicleCell, x: number): number | undefined {
  for (let depth = level; depth > 0; depth -= 1) {
    const found = at(cells, depth, x);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** @param isFirst takes the first cell of the level from `x` on, too */
function at(cells: readonly IcicleCell[], level: number, x: number, isFirst = false): number | undefined {
  const found = cells.findIndex((cell) => cell.level === level && cell.to > x && (isFirst || cell.from <= x));
  const first = cells[found];
  return first === undefined || (isFirst && first.from > x + 0.02) ? undefined : found;
}
