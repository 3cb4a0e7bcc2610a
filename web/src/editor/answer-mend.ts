import type { Issue } from '@atip/core';
import { applyEdits, sortIssues } from '../document/issues.ts';
import { parsedDocument, problemsOf } from '../worker/subject.ts';

/** A mend may uncover the next problem: a document of another version has others. */
const MOST_ROUNDS = 5;

/** The document after all mends of its errors and warnings, and their number. No mend is tried twice. */
export function answerMend({ text }: { readonly text: string }) {
  const tried = new Set<string>();
  let mended = text;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const issues = sortIssues(problemsOf(parsedDocument(mended))).filter((issue) => {
      return issue.severity !== 'info' && issue.fix !== undefined && !tried.has(identityOf(issue));
    });
    const edits = apart(issues).flatMap((issue) => {
      tried.add(identityOf(issue));
      return issue.fix?.edits ?? [];
    });
    if (edits.length === 0) break;
    mended = applyEdits(mended, edits);
  }
  return { text: mended, count: tried.size };
}

function identityOf({ code, path, fix }: Issue): string {
  return JSON.stringify([code, path, fix?.title]);
}

/** Those whose mends touch no place of an earlier one: the others have their turn in the next round. */
function apart(issues: readonly Issue[]): readonly Issue[] {
  const taken: { readonly from: number; readonly to: number }[] = [];
  return issues.filter(({ fix }) => {
    const places = (fix?.edits ?? []).map(({ range }) => ({ from: range.start.offset, to: range.end.offset }));
    if (places.some(({ from, to }) => taken.some((one) => one.from <= to && from <= one.to))) return false;
    taken.push(...places);
    return true;
  });
}
