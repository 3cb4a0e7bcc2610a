import { type CommandTree, childrenOf, labelOf, NODE } from '../../analysis/commands/command-tree.ts';

/** What a key does in the tree. */
export type TreeMove =
  | { readonly kind: 'go'; readonly node: number }
  | { readonly kind: 'open' | 'close'; readonly nodes: readonly number[] }
  /** Shows a node's details. */
  | { readonly kind: 'show'; readonly node: number }
  /** Takes a node into the filter or out of it. */
  | { readonly kind: 'filter'; readonly node: number };

export interface TreeState {
  readonly tree: CommandTree;
  /** What is shown, in order. */
  readonly rows: readonly number[];
  readonly active: number;
  readonly isOpen: (node: number) => boolean;
  /** Rows in view at once. */
  readonly page: number;
}

/** What a key does, after the ARIA pattern of trees; `undefined` when it is not one of the tree's. */
export function treeMove(key: string, state: TreeState): TreeMove | undefined {
  const { tree, rows, active, isOpen, page } = state;
  const at = rows.indexOf(active);
  const go = (index: number): TreeMove | undefined => {
    const node = rows[Math.min(rows.length - 1, Math.max(0, index))];
    return node === undefined ? undefined : { kind: 'go', node };
  };
  const isGroup = tree.kinds[active] === NODE.group;
  switch (key) {
    case 'ArrowDown':
      return go(at + 1);
    case 'ArrowUp':
      return go(at - 1);
    case 'PageDown':
      return go(at + page);
    case 'PageUp':
      return go(at - page);
    case 'Home':
      return go(0);
    case 'End':
      return go(rows.length - 1);
    case 'ArrowRight':
      if (!isGroup) return undefined;
      return isOpen(active) ? go(at + 1) : { kind: 'open', nodes: [active] };
    case 'ArrowLeft':
      if (isGroup && isOpen(active)) return { kind: 'close', nodes: [active] };
      return tree.parents[active] === 0 ? undefined : go(rows.indexOf(tree.parents[active] ?? 0));
    case '*':
      return { kind: 'open', nodes: closedSiblings(state) };
    case 'Enter':
      return { kind: 'show', node: active };
    case ' ':
      return { kind: 'filter', node: active };
    default:
      return undefined;
  }
}

function closedSiblings({ tree, active, isOpen }: TreeState): number[] {
  const siblings = childrenOf(tree, tree.parents[active] ?? 0);
  return siblings.filter((node) => tree.kinds[node] === NODE.group && !isOpen(node));
}

/** The next row whose name begins with what was typed, from the active one on and around; `undefined` when none does. */
export function typeAhead({ tree, rows, active }: TreeState, typed: string): number | undefined {
  const wanted = typed.toLowerCase();
  // A second letter goes on with the row that the first one found.
  const start = rows.indexOf(active) + (typed.length === 1 ? 1 : 0);
  const around = [...rows.slice(start), ...rows.slice(0, start)];
  return around.find((node) => labelOf(tree, node).toLowerCase().startsWith(wanted));
}
