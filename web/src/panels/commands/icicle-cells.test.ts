import { describe, expect, test } from 'vitest';
import { type CommandTree, NODE } from '../../analysis/commands/command-tree.ts';
import { layOut } from '../../analysis/commands/lay-out.ts';
import { riskBits } from '../../analysis/commands/risk-bits.ts';
import { icicleCells, nextCell } from './icicle-cells.ts';

/** A group `a` of two, the command `b`, and the group `c` of `thin` commands of one token each. */
function treeOf(thin: number): CommandTree {
  const size = 6 + thin;
  const nodes = Array.from({ length: size }, (_, node) => node);
  const parents = Uint32Array.from(nodes, (node) => [0, 0, 1, 1, 0, 0][node] ?? 5);
  const ends = Uint32Array.from(nodes, (node) => [size, 4, 3, 4, 5, size][node] ?? node + 1);
  const kinds = Uint8Array.from(nodes, (node) => ([0, 1, 5].includes(node) ? NODE.group : NODE.command));
  const tokens = Uint32Array.from(nodes, (node) => [0, 0, 100, 100, 100, 0][node] ?? 1);
  const risks = Uint16Array.from(nodes, (node) => (node === size - 1 ? riskBits(['destroys']) : riskBits(['reads'])));
  const levels = Uint8Array.from(nodes, (node) => [0, 1, 2, 2, 1, 1][node] ?? 2);
  const empty = new Uint16Array(size);
  return {
    keys: nodes.map(String),
    ...{ parents, ends, kinds, tokens, risks, levels, added: empty, parameters: empty },
    ...{ deprecated: new Uint8Array(size), counts: new Uint32Array(size) },
    ...layOut({ parents, ends, kinds, tokens }),
  };
}

describe('cells', () => {
  test('have their share of the width and their level', () => {
    const cells = icicleCells(treeOf(100), 400);
    const shown = cells.slice(0, 5).map(({ node, from, to, level, isGroup }) => ({ node, from, to, level, isGroup }));
    expect(shown).toStrictEqual([
      { node: 1, from: 0, to: 200, level: 1, isGroup: true },
      { node: 2, from: 0, to: 100, level: 2, isGroup: false },
      { node: 3, from: 100, to: 200, level: 2, isGroup: false },
      { node: 4, from: 200, to: 300, level: 1, isGroup: false },
      { node: 5, from: 300, to: 400, level: 1, isGroup: true },
    ]);
  });

  test('that are too thin become one, with the gravest of their risks', () => {
    const cells = icicleCells(treeOf(100), 400).slice(5);
    expect(cells.reduce((sum, { merged }) => sum + merged, 0)).toBe(100);
    expect(cells.length).toBeLessThanOrEqual(50);
    expect(cells.at(-1)?.risks).toBe(riskBits(['destroys', 'reads']));
    expect(cells.every(({ from, to }) => to - from < 3.1)).toBe(true);
  });

  test('are bounded by the width, whatever the document has', () => {
    expect(icicleCells(treeOf(50_000), 400).length).toBeLessThan(600);
  });
});

describe('arrows', () => {
  const cells = icicleCells(treeOf(2), 400);
  const node = (index: number): number | undefined => cells[index]?.node;
  const go = (from: number, key: string): number | undefined => {
    return node(
      nextCell(
        cells,
        cells.findIndex((cell) => cell.node === from),
        key,
      ),
    );
  };

  test.each([
    [1, 'ArrowDown', 2],
    [2, 'ArrowRight', 3],
    [3, 'ArrowRight', 4],
    [4, 'ArrowLeft', 1],
    [4, 'ArrowDown', 4],
    [3, 'ArrowUp', 1],
    [1, 'ArrowUp', 1],
    [1, 'ArrowRight', 4],
    [4, 'ArrowRight', 5],
    [4, 'Home', 1],
    [2, 'ArrowLeft', 2],
  ])('from %i %s leads to %i', (from, key, to) => {
    expect(go(from, key)).toBe(to);
  });

  test('begin at the first cell, and nowhere without cells', () => {
    expect(nextCell(cells, -1, 'ArrowRight')).toBe(0);
    expect(nextCell([], -1, 'ArrowRight')).toBe(-1);
  });
});
