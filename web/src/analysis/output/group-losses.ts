import type { AtipTool, Issue, IssueSeverity, Loss, Range } from '@atip/core';
import { placeLabel } from './place-label.ts';

/** One place that the provider is not told of, or in other words. */
export interface LossPlace {
  /** `"pr create › effects.network"` */
  readonly label: string;
  /** Absent where the text has no such place. */
  readonly range?: Range;
  readonly fix?: NonNullable<Issue['fix']>;
}

/** Losses that read the same. */
export interface LossGroup {
  readonly code: string;
  /** `warning`: something that can do harm is not told. */
  readonly severity: IssueSeverity;
  /** What becomes of each of them, in sentences. */
  readonly message: string;
  /** How many there are; `places` has no more than its limit. */
  readonly count: number;
  /** In the order of the document. */
  readonly places: readonly LossPlace[];
}

/** Places of one group that are told; of the rest their number is. */
export const MOST_PLACES = 200;

/**
 * Losses by what is said of them: warnings first, then what is not only told in words or kept by the host, then the most
 * frequent.
 *
 * @param issues of these losses, one for each, in their order
 */
export function groupLosses(tool: AtipTool, losses: readonly Loss[], issues: readonly Issue[]): readonly LossGroup[] {
  const groups = new Map<string, { readonly code: string; readonly first: Issue; readonly members: Issue[] }>();
  for (const [index, { code }] of losses.entries()) {
    const issue = issues[index];
    if (issue === undefined) continue;
    const key = JSON.stringify([issue.severity, code, issue.message]);
    const known = groups.get(key);
    if (known) known.members.push(issue);
    else groups.set(key, { code, first: issue, members: [issue] });
  }
  return [...groups.values()]
    .map(({ code, first, members }): LossGroup => {
      const places = members.slice(0, MOST_PLACES).map((member) => placeOf(tool, member));
      return { code, severity: first.severity, message: first.message, count: members.length, places };
    })
    .toSorted((a, b) => rankOf(a) - rankOf(b) || b.count - a.count);
}

function placeOf(tool: AtipTool, { path, range, fix }: Issue): LossPlace {
  return { label: placeLabel(tool, path), ...(range && { range }), ...(fix && { fix }) };
}

/** What a person can do least about comes last. */
function rankOf({ code, severity }: LossGroup): number {
  if (severity !== 'info') return 0;
  return code === 'in-text' ? 3 : code === 'not-sent' ? 2 : 1;
}
