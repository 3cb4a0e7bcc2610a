import { expect, test } from 'vitest';
import { answerCommandSearch } from './answer-command-search.ts';
import { MIXED } from './test-documents.ts';

function found(query: string): number[] {
  return [...answerCommandSearch({ text: MIXED, query })].flatMap((fits, node) => (fits === 1 ? [node] : []));
}

test.each([
  ['a name, letter case aside', 'DELETE', [4, 6]],
  ['a path', 'repo del', [4]],
  ['a description', 'lists branches', [6]],
  ['a flag', '--yes', [4]],
  ['an argument', 'which one', [4]],
  ['an alias', ' rm ', [4]],
  ['words that are not all there', 'repo branches', []],
])('finds by %s', (_, query, nodes) => {
  expect(found(query)).toStrictEqual(nodes);
});

test('a broken document has nothing to find', () => {
  expect(answerCommandSearch({ text: '{', query: 'a' })).toStrictEqual(new Uint8Array());
});
