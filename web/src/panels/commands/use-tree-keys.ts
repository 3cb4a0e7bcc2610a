import { type KeyboardEvent, useRef } from 'react';
import { type TreeState, treeMove, typeAhead } from './tree-key.ts';

/** What keys come to. */
export interface TreeActions {
  readonly onActive: (node: number) => void;
  readonly onOpen: (nodes: readonly number[], open: boolean) => void;
  readonly onShow: (node: number) => void;
  readonly onFilter: (node: number) => void;
}

/** Ms after which a typed letter begins a new name. */
const TYPE_AHEAD = 1000;

/** The keys of a tree, names typed letter by letter included. */
export function useTreeKeys(state: TreeState, actions: TreeActions): (event: KeyboardEvent) => void {
  const typed = useRef({ text: '', at: 0 });
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = treeMove(event.key, state);
    // Other signs are keys of the page.
    if (move === undefined && !/^[\p{L}\p{N}_-]$/u.test(event.key)) return;
    event.preventDefault();
    const { text, at } = typed.current;
    const name = (event.timeStamp - at < TYPE_AHEAD ? text : '') + event.key;
    typed.current = move === undefined ? { text: name, at: event.timeStamp } : { text: '', at: 0 };
    if (move === undefined) {
      const found = typeAhead(state, name);
      if (found !== undefined) actions.onActive(found);
    } else if (move.kind === 'go') actions.onActive(move.node);
    else if (move.kind === 'show') actions.onShow(move.node);
    else if (move.kind === 'filter') actions.onFilter(move.node);
    else actions.onOpen(move.nodes, move.kind === 'open');
  };
}
