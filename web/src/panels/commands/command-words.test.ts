import { expect, test } from 'vitest';
import { answerCommands } from '../../analysis/commands/answer-commands.ts';
import { type CommandTree, PART } from '../../analysis/commands/command-tree.ts';
import { MIXED } from '../../analysis/commands/test-documents.ts';
import { cellWords, partWords, riskWords, rowWords } from './command-words.ts';
import { icicleCells } from './icicle-cells.ts';

const answer = answerCommands({ text: MIXED, provider: 'openai', strict: false });
const tree: CommandTree = answer.ok ? answer.tree : expect.fail(answer.message);

test('a row says what it shows', () => {
  expect(rowWords(tree, 4, PART.none)).toBe(
    `delete, destroys, no undo, network, not stated, ${tree.tokens[4]} tokens, 3 parameters, left out`,
  );
  expect(rowWords(tree, 2, PART.some)).toBe(
    `repo, 3 commands, destroys, no undo, network, not stated, ${tree.tokens[2]} tokens, partly left out`,
  );
  expect(rowWords(tree, 3, PART.all)).toMatch(/^repo itself, network/);
  expect(rowWords(tree, 5, PART.all)).toMatch(/deprecated$/);
  expect(rowWords(tree, 7, PART.all)).toBe('cloud, costs, not stated, its commands are not in this document');
});

test('what parameters add is said as such', () => {
  expect(rowWords(tree, 6, PART.all)).toContain('not stated; with some parameters destroys');
});

test('no risk is no promise', () => {
  expect(riskWords(0, 0)).toBe('no risk stated');
});

test('a cell says danger and price', () => {
  const cells = icicleCells(tree, 800);
  const cell = cells.find(({ node }) => node === 4) ?? expect.fail('no such cell');
  const whole = tree.tokens[0];
  expect(cellWords(tree, cell, PART.all)).toBe(
    `repo delete — destroys, no undo, network, not stated · ${tree.tokens[4]} tokens of ${whole}`,
  );
  expect(cellWords(tree, { ...cell, merged: 3, tokens: 9 }, PART.all)).toBe(
    `3 in a row from repo delete — destroys, no undo, network, not stated · 9 tokens of ${whole}`,
  );
});

test('the part in numbers', () => {
  const part = { total: 1670, included: 34, leftOutDestroy: 12, leftOutUnstated: 40 };
  expect(partWords(part)).toBe(
    '34 of 1,670 commands included, 1,636 left out (12 of them destructive, 40 more may be)',
  );
  expect(partWords({ ...part, leftOutDestroy: 0 })).toContain('(40 of them may be destructive)');
  expect(partWords({ ...part, leftOutUnstated: 0 })).toContain('(12 of them destructive)');
  expect(partWords({ total: 2, included: 1, leftOutDestroy: 0, leftOutUnstated: 0 })).toBe(
    '1 of 2 commands included, 1 left out',
  );
  expect(partWords({ ...part, included: 1670 })).toBe('All 1,670 commands included');
});
