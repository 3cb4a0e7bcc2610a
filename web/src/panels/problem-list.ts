import type { Issue, IssueSeverity, TextEdit } from '@atip/core';
import { countOf } from '../text/words.ts';

const RANK: Readonly<Record<IssueSeverity, number>> = { error: 0, warning: 1, info: 2 };

/** Most problems shown at once; a broken generator can make tens of thousands. */
export const MAX_LISTED = 200;

/** Errors first, then by place; the order of the document within one severity. */
export function sortIssues(issues: readonly Issue[]): readonly Issue[] {
  return issues.toSorted(
    (a, b) => RANK[a.severity] - RANK[b.severity] || (a.range?.start.offset ?? 0) - (b.range?.start.offset ?? 0),
  );
}

/** For example `"2 errors, 1 warning"`, or `"no problems"`. */
export function countIssues(issues: readonly Issue[]): string {
  const of = (severity: IssueSeverity): number => issues.filter((issue) => issue.severity === severity).length;
  const parts = [
    [of('error'), 'error'],
    [of('warning'), 'warning'],
    [of('info'), 'note'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, noun]) => countOf(count, noun));
  return said.length === 0 ? 'no problems' : said.join(', ');
}

/** `"12:5"`, or `"1:1"` for an issue without a place. */
export function placeOf(issue: Issue): string {
  const start = issue.range?.start;
  return start === undefined ? '1:1' : `${start.line}:${start.column}`;
}

/** Applies edits to the text they were made for; edits must not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((a, b) => b.range.start.offset - a.range.start.offset)
    .reduce(
      (left, { range, newText }) => left.slice(0, range.start.offset) + newText + left.slice(range.end.offset),
      text,
    );
}
