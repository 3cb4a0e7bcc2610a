import type { AtipTool, Compilation, CompileSettings } from '@atip/core';
import { countOf } from '../../state/health.ts';
import { costOfPlaces, type PlaceCost } from './cost-of-places.ts';
import type { TokenReport } from './count-tokens.ts';
import type { TokenCounter } from './token-counter.ts';
import { percent, shortCount } from './token-words.ts';

/** A change that makes the tools smaller. */
export interface Cut {
  readonly kind: 'tool' | 'description' | 'parameter' | 'setting';
  /** What to do, beginning with a verb: `"Leave out gh_api"`. */
  readonly title: string;
  /** What is lost by it, where the title does not say. */
  readonly note?: string;
  /** Tokens, more than 0. */
  readonly saves: number;
  /** Of the report's total, 0 to 1. */
  readonly share: number;
  /** Where to make the change: the ATIP tool's name and a JSON Pointer in its document. Absent for a setting. */
  readonly source?: { readonly tool: string; readonly pointer: string };
  /** Present for a setting: compile with these. */
  readonly settings?: CompileSettings;
}

export interface CutReport {
  /** `"5 longest descriptions: 38 % of 31k tokens"`; absent without descriptions. */
  readonly headline?: string;
  /** Largest saving first; they overlap, so their savings do not add up. */
  readonly cuts: readonly Cut[];
}

/** Of each kind; the rest saves less than any of them. */
const MOST = 20;
const LONGEST = 5;

/**
 * What costs the most tokens, and what leaving it out or shortening it would save, with the place in the document.
 *
 * @param report of the same compilation, by the same counter
 * @param documents those that were compiled; a description of any other is left as it is
 */
export function* whatToCut(
  report: TokenReport,
  { tools, entries }: Pick<Compilation, 'tools' | 'entries'>,
  documents: readonly AtipTool[],
  counter: TokenCounter,
): Generator<void, CutReport> {
  const costs = yield* costOfPlaces(report.provider, tools, entries, documents, counter);
  const share = (saves: number): number => (report.total === 0 ? 0 : saves / report.total);
  const cut = (kind: Cut['kind'], title: string, saves: number, source: Cut['source'] & object): Cut => {
    return { kind, title, saves, share: share(saves), source: { tool: source.tool, pointer: source.pointer } };
  };
  const cuts = [
    ...entries.map((entry, index) => cut('tool', `Leave out ${entry.name}`, report.tools[index]?.tokens ?? 0, entry)),
    ...costs.map((cost) => {
      const place = { tool: cost.tool, pointer: `${cost.pointer}/description` };
      const title = `Shorten the description of ${nameOf(cost)} to its first sentence`;
      return cut('description', title, cost.description - cost.shortened, place);
    }),
    ...costs
      .filter(({ key }) => key !== undefined)
      .map((cost) => cut('parameter', `Leave out ${nameOf(cost)}`, cost.tokens, cost)),
  ];
  const longest = costs
    .map(({ description }) => description)
    .sort((a, b) => b - a)
    .slice(0, LONGEST);
  const tokens = longest.reduce((sum, count) => sum + count, 0);
  const what = `${countOf(longest.length, 'longest description')}: ${percent(share(tokens))} of ${shortCount(report.total)}`;
  return { ...(tokens > 0 && { headline: `${what} tokens` }), cuts: largest(cuts) };
}

/** `box_put`, `box_put.what`, or `box in 3 tools`. */
function nameOf({ name, key, tools }: PlaceCost): string {
  return tools === 1 || key === undefined ? name : `${key} in ${countOf(tools, 'tool')}`;
}

/** The largest of each kind, largest first. */
function largest(cuts: readonly Cut[]): Cut[] {
  const left: Record<Cut['kind'], number> = { tool: MOST, description: MOST, parameter: MOST, setting: MOST };
  return cuts
    .filter(({ saves }) => saves > 0)
    .sort((a, b) => b.saves - a.saves)
    .filter(({ kind }) => left[kind]-- > 0);
}
