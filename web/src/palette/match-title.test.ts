import { expect, test } from 'vitest';
import { matchTitle, searchable } from './match-title.ts';

test.each([
  ['Share', 'share', 0, [0, 1, 2, 3, 4]],
  ['Share this document', 'sha', 1, [0, 1, 2]],
  ['Copy the share link', 'sha', 2, [9, 10, 11]],
  ['Reshare it, share', 'share', 2, [12, 13, 14, 15, 16]],
  ['Unshared', 'share', 3, [2, 3, 4, 5, 6]],
  ['gh pr create', 'prc', 4, [3, 4, 6]],
  ['gh pr create', 'gpc', 4, [0, 3, 6]],
  ['branch --delete', 'brde', 4, [0, 1, 9, 10]],
  ['stop tag', 'stt', 4, [0, 1, 5]],
  // The longest piece, "sto", leaves a "p" that begins no word; the shortest lets the rest fit.
  ['sto top', 'stop', 4, [0, 4, 5, 6]],
  ['İzmir link', 'link', 2, []],
  ['anything', '', 1, []],
] as const)('%s has "%s"', (text, word, rank, places) => {
  expect(matchTitle(searchable(text), word)).toStrictEqual({ rank, places });
});

test.each([
  ['gh pr create', 'crp'],
  ['gh pr create', 'rea t'],
  ['Share', 'shares'],
  ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'aaaab'],
])('%s has no "%s"', (text, word) => {
  expect(matchTitle(searchable(text), word)).toBeUndefined();
});
