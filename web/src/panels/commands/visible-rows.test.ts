import { expect, test } from 'vitest';
import { answerCommands } from '../../analysis/commands/answer-commands.ts';
import type { CommandTree } from '../../analysis/commands/command-tree.ts';
import { riskBits } from '../../analysis/commands/risk-bits.ts';
import { MIXED } from '../../analysis/commands/test-documents.ts';
import { countRisks } from './count-risks.ts';
import { countFitting, fittingNodes, isWhole, visibleRows } from './visible-rows.ts';

const answer = answerCommands({ text: MIXED, provider: 'openai', strict: false });
const tree: CommandTree = answer.ok ? answer.tree : expect.fail(answer.message);

test('closed groups hide what is in them', () => {
  const fits = fittingNodes(tree, { risks: 0 });
  expect(visibleRows(tree, fits, () => false)).toStrictEqual([1, 2, 6, 7]);
  expect(visibleRows(tree, fits, () => true)).toStrictEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(countFitting(tree, fits)).toBe(5);
});

test('a find shows the groups that lead to it', () => {
  const fits = fittingNodes(tree, { found: Uint8Array.from([0, 0, 0, 0, 1, 0, 0, 0]), risks: 0 });
  expect(visibleRows(tree, fits, () => true)).toStrictEqual([2, 4]);
  expect(countFitting(tree, fits)).toBe(1);
});

test('a risk shows the commands that have it, also by a parameter, and no group for its own sake', () => {
  const fits = fittingNodes(tree, { risks: riskBits(['destroys']) });
  expect(visibleRows(tree, fits, () => true)).toStrictEqual([2, 4, 6]);
  const both = fittingNodes(tree, { risks: riskBits(['destroys']), found: Uint8Array.from([1, 1, 1, 1, 0, 1, 1, 1]) });
  expect(visibleRows(tree, both, () => true)).toStrictEqual([6]);
});

test('whole means nothing is narrowed', () => {
  expect(isWhole({ risks: 0 })).toBe(true);
  expect(isWhole({ risks: 1 })).toBe(false);
  expect(isWhole({ risks: 0, found: new Uint8Array() })).toBe(false);
});

test('risks are counted gravest first, those that parameters add included', () => {
  expect(countRisks(tree)).toStrictEqual([
    { risk: 'destroys', commands: 2 },
    { risk: 'no-undo', commands: 1 },
    { risk: 'costs', commands: 1 },
    { risk: 'network', commands: 3 },
    { risk: 'not-stated', commands: 6 },
    { risk: 'reads', commands: 1 },
  ]);
});
