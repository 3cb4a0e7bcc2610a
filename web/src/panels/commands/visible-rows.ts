import { type CommandTree, NODE } from '../../analysis/commands/command-tree.ts';

/** What narrows a tree down. */
export interface Narrowing {
  /** For each node 1 where the search fits. Absent: nothing is searched for. */
  readonly found?: Uint8Array;
  /** By `riskBits`: commands that have any of these. 0: all. */
  readonly risks: number;
}

/** Whether nothing is narrowed down. */
export function isWhole({ found, risks }: Narrowing): boolean {
  return found === undefined && risks === 0;
}

/** 1 for each node that fits; a group also where anything below it does. */
export function fittingNodes(tree: CommandTree, { found, risks }: Narrowing): Uint8Array {
  const fits = new Uint8Array(tree.keys.length);
  for (let node = tree.keys.length - 1; node > 0; node -= 1) {
    const isFound = found === undefined || found[node] === 1;
    const own = (tree.risks[node] ?? 0) | (tree.added[node] ?? 0);
    const isGroup = tree.kinds[node] === NODE.group;
    // A group has the risks of its commands, which speak for themselves.
    const isRisky = risks === 0 || (!isGroup && (own & risks) !== 0);
    if (isFound && isRisky) fits[node] = 1;
    const parent = tree.parents[node] ?? 0;
    if (fits[node] === 1) fits[parent] = 1;
  }
  return fits;
}

/** The nodes that are rows, in order: those that fit, in groups that are open. @param isOpen of a group's node */
export function visibleRows(tree: CommandTree, fits: Uint8Array, isOpen: (node: number) => boolean): number[] {
  const rows: number[] = [];
  for (let node = 1; node < tree.keys.length; ) {
    const isShown = fits[node] === 1;
    if (isShown) rows.push(node);
    const goesIn = isShown && tree.kinds[node] === NODE.group && isOpen(node);
    node = goesIn ? node + 1 : (tree.ends[node] ?? node + 1);
  }
  return rows;
}

/** How many commands fit, and how many of them have each risk, by the risk's place in `RISK_ORDER`. */
export function countFitting(tree: CommandTree, fits: Uint8Array): number {
  let count = 0;
  for (let node = 1; node < fits.length; node += 1)
    if (fits[node] === 1 && tree.kinds[node] === NODE.command) count += 1;
  return count;
}
