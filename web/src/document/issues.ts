import type { Issue, IssueSeverity, TextEdit } from '@atip/core';

const RANK: Readonly<Record<IssueSeverity, number>> = { error: 0, warning: 1, info: 2 };

/** Errors first, then by place; before all the version of the protocol, by which the others are judged. */
export function sortIssues(issues: readonly Issue[]): readonly Issue[] {
  const rankOf = ({ path, severity }: Issue): number => (isProtocolVersion(path) ? -1 : RANK[severity]);
  return issues.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || (a.range?.start.offset ?? 0) - (b.range?.start.offset ?? 0),
  );
}

/** True for the pointer to a document's version of the protocol. */
export function isProtocolVersion(path: string): boolean {
  return path === '/atip' || path === '/atip/version';
}

/** `"12:5"`, or `"1:1"` for an issue without a place. */
export function placeOf({ range }: Pick<Issue, 'range'>): string {
  const start = range?.start;
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

/** The section's rules on our own page, for example `"./rules.html#section-3-5"`. */
export function sectionHref(section: string): string {
  return `./rules.html#section-${section.replaceAll('.', '-')}`;
}
