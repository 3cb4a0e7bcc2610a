import { expect, test } from 'vitest';
import { answerCommands } from '../../analysis/commands/answer-commands.ts';
import type { CommandTree } from '../../analysis/commands/command-tree.ts';
import { MIXED } from '../../analysis/commands/test-documents.ts';
import { type TreeState, treeMove, typeAhead } from './tree-key.ts';

const answer = answerCommands({ text: MIXED, provider: 'openai', strict: false });
const tree: CommandTree = answer.ok ? answer.tree : expect.fail(answer.message);

/** The group `repo` is node 2, its commands 3 to 5, `branch` 6, `cloud` 7. */
function state(active: number, open: boolean): TreeState {
  const rows = open ? [1, 2, 3, 4, 5, 6, 7] : [1, 2, 6, 7];
  return { tree, rows, active, isOpen: (node) => node === 2 && open, page: 3 };
}

test.each([
  ['ArrowDown', 1, false, { kind: 'go', node: 2 }],
  ['ArrowDown', 7, false, { kind: 'go', node: 7 }],
  ['ArrowUp', 6, false, { kind: 'go', node: 2 }],
  ['ArrowUp', 1, false, { kind: 'go', node: 1 }],
  ['PageDown', 1, true, { kind: 'go', node: 4 }],
  ['PageUp', 4, true, { kind: 'go', node: 1 }],
  ['Home', 6, false, { kind: 'go', node: 1 }],
  ['End', 1, false, { kind: 'go', node: 7 }],
  ['ArrowRight', 2, false, { kind: 'open', nodes: [2] }],
  ['ArrowRight', 2, true, { kind: 'go', node: 3 }],
  ['ArrowRight', 6, false, undefined],
  ['ArrowLeft', 2, true, { kind: 'close', nodes: [2] }],
  ['ArrowLeft', 4, true, { kind: 'go', node: 2 }],
  ['ArrowLeft', 6, false, undefined],
  ['*', 6, false, { kind: 'open', nodes: [2] }],
  ['*', 6, true, { kind: 'open', nodes: [] }],
  ['Enter', 4, true, { kind: 'show', node: 4 }],
  [' ', 4, true, { kind: 'filter', node: 4 }],
  ['q', 4, true, undefined],
])('%s at %i, open: %s', (key, active, open, move) => {
  expect(treeMove(key, state(active, open))).toStrictEqual(move);
});

test('typing goes to the next name, around the end, and on with more letters', () => {
  expect(typeAhead(state(1, true), 'd')).toBe(4);
  expect(typeAhead(state(4, true), 'd')).toBe(1);
  expect(typeAhead(state(4, true), 'de')).toBe(4);
  expect(typeAhead(state(1, true), 'B')).toBe(6);
  expect(typeAhead(state(1, true), 'x')).toBe(undefined);
});
