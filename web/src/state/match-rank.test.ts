import { expect, test } from 'vitest';
import { matchNames } from './match-rank.ts';

const NAMES = ['apt', 'apt-get', 'git', 'get'];

test.each([
  ['', ['apt', 'apt-get', 'git', 'get']],
  [' ', ['apt', 'apt-get', 'git', 'get']],
  ['get', ['get', 'apt-get']],
  ['APT', ['apt', 'apt-get']],
  ['t', ['apt', 'apt-get', 'git', 'get']],
  ['.*', []],
])('"%s"', (query, expected) => {
  expect(matchNames(NAMES, query)).toStrictEqual(expected);
});
