import type { Issue, IssueSeverity } from '@atip/core';

/** One issue, or all those of one code and severity. */
export type ListedIssues =
  | { readonly kind: 'one'; readonly issue: Issue }
  | {
      readonly kind: 'many';
      readonly code: string;
      readonly severity: IssueSeverity;
      readonly issues: readonly Issue[];
    };

/** Most issues of one code that are listed one by one. */
const MAX_ALIKE = 3;

/** Gathers what repeats more than `max` times, in the place of the first; warnings apart from notes of the same code. */
export function groupIssues(issues: readonly Issue[], max: number = MAX_ALIKE): readonly ListedIssues[] {
  const alike = new Map<string, Issue[]>();
  for (const issue of issues) {
    const key = `${issue.severity} ${issue.code}`;
    const known = alike.get(key);
    if (known) known.push(issue);
    else alike.set(key, [issue]);
  }
  return issues.flatMap((issue): ListedIssues[] => {
    const { code, severity } = issue;
    const group = alike.get(`${severity} ${code}`) ?? [];
    if (group.length <= max) return [{ kind: 'one', issue }];
    return group[0] === issue ? [{ kind: 'many', code, severity, issues: group }] : [];
  });
}
