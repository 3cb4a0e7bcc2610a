import { expect, test } from 'vitest';
import { answerJumpList } from './answer-jump-list.ts';

const TEXT = `{
  "atip": "0.3", "name": "x", "version": "1", "description": "X",
  "commands": {
    "": { "description": "Itself" },
    "repo": { "description": "R", "commands": { "delete": { "description": "Delete it" } } }
  }
}`;

test('commands are listed by what is typed, with the place of their key', () => {
  const targets = answerJumpList({ text: TEXT });
  expect(targets.map(({ title, description }) => [title, description])).toStrictEqual([
    ['x', 'Itself'],
    ['repo delete', 'Delete it'],
  ]);
  expect(TEXT.slice(targets[1]?.range.start.offset, targets[1]?.range.end.offset)).toContain('"delete"');
});

test('a document with errors has none', () => {
  expect([answerJumpList({ text: '{' }), answerJumpList({ text: '{"atip":3}' })]).toStrictEqual([[], []]);
});
