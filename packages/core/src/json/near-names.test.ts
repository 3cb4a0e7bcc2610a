import { expect, test } from 'vitest';
import { didYouMean, nearestName, nearNames } from './near-names.ts';

test.each<[string, string[], string[], string | undefined]>([
  ['forec', ['force', 'porcelain'], ['force'], 'force'],
  ['git_comit', ['git_commit', 'git_push'], ['git_commit'], 'git_commit'],
  ['Dry-Run', ['dry_run'], ['dry_run'], 'dry_run'],
  // Far for one fix, near enough for a reader who chooses.
  ['git_commit_new', ['git_commit'], ['git_commit'], undefined],
  ['execute', ['exec', 'executable', 'delete', 'start'], ['exec', 'executable'], undefined],
  ['x', ['y'], [], undefined],
  ['', ['a'], [], undefined],
])('%s is near to %j: %j, surely %s', (name, known, near, sure) => {
  expect([nearNames(name, known), nearestName(name, known)]).toStrictEqual([near, sure]);
});

test('a hint names what is near, and is empty without it', () => {
  expect([didYouMean(undefined), didYouMean([]), didYouMean('a'), didYouMean(['a', 'b'], (one) => one)]).toStrictEqual([
    '',
    '',
    ' Did you mean "a"?',
    ' Did you mean a or b?',
  ]);
});
