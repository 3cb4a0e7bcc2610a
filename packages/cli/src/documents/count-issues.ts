import type { Issue, IssueSeverity } from '@atip/core';

const WORDS: readonly (readonly [IssueSeverity, string, string])[] = [
  ['error', 'error', 'errors'],
  ['warning', 'warning', 'warnings'],
  ['info', 'hint', 'hints'],
];

/** Says how many issues there are: `"2 errors, 1 warning"`; `"no issues"` when there are none. */
export function countIssues(issues: readonly Issue[]): string {
  const counts = WORDS.flatMap(([wanted, one, several]) => {
    const count = issues.filter(({ severity }) => severity === wanted).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
  });
  return counts.length === 0 ? 'no issues' : counts.join(', ');
}
