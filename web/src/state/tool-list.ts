/** The companion's tools as a person looks through them. */
import type { SkippedTool, ToolOrigin, ToolSummary } from '@atip/companion';
import { matchRank } from './match-rank.ts';

export type SortKey = 'name' | 'commands' | 'origin';

export interface ToolOrder {
  readonly by: SortKey;
  readonly descending: boolean;
}

/** In words; `meaning` is a sentence. */
export interface OriginWord {
  readonly word: string;
  readonly meaning: string;
}

const FOLDER: OriginWord = { word: 'from your folder', meaning: 'A document in one of your directories describes it.' };
type FixedOrigin = Exclude<ToolOrigin, `registry:${string}`>;

const ORIGINS: Readonly<Record<FixedOrigin, OriginWord>> = {
  probed: { word: 'by itself', meaning: 'The program described itself when it was asked.' },
  tools: FOLDER,
  shims: FOLDER,
  bundled: {
    word: 'brought along',
    meaning: 'The workbench brings this description along; the installed version may differ.',
  },
};

/** Where a tool's metadata comes from; a newer companion's word is passed on as it is. */
export function originWord(origin: ToolOrigin): OriginWord {
  if (isFixed(origin)) return ORIGINS[origin];
  const host = /^registry:(.+)$/.exec(origin)?.[1];
  if (host === undefined) return { word: origin, meaning: '' };
  const meaning = `The registry of ${host} describes it, nobody else does; what it says of safety is not relied on.`;
  return { word: `by ${host}`, meaning };
}

function isFixed(origin: ToolOrigin): origin is FixedOrigin {
  return Object.hasOwn(ORIGINS, origin);
}

/** The list with what was found since it was read; the later entry of a name is the one that counts. */
export function withFound(tools: readonly ToolSummary[], found: readonly ToolSummary[]): readonly ToolSummary[] {
  if (found.length === 0) return tools;
  return [...new Map([...tools, ...found].map((tool) => [tool.name, tool])).values()];
}

/** Everything that was left out, each once. */
export function withSkipped(listed: readonly SkippedTool[], skipped: readonly SkippedTool[]): readonly SkippedTool[] {
  const keyed = [...listed, ...skipped].map((one) => [`${one.source}\n${one.code}`, one] as const);
  return [...new Map(keyed).values()];
}

/** The tools that have every word of `query` in name, description, origin or trust, in order. */
export function arrangeTools(
  tools: readonly ToolSummary[],
  query: string,
  { by, descending }: ToolOrder,
): readonly ToolSummary[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = tools.filter(({ name, description, origin, trust }) => {
    const text = `${name}\n${description}\n${originWord(origin).word}\n${trust}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const sign = descending ? -1 : 1;
  // Who looks for "git" wants git before what only mentions it, unless another order was asked for.
  const isRanked = words.length > 0 && by === 'name' && !descending;
  const rank = ({ name }: ToolSummary): number => (isRanked ? matchRank(name, query) : 0);
  return matches.sort((a, b) => rank(a) - rank(b) || sign * compare(a, b, by) || compareNames(a.name, b.name));
}

function compare(a: ToolSummary, b: ToolSummary, by: SortKey): number {
  switch (by) {
    case 'name':
      return compareNames(a.name, b.name);
    case 'commands':
      return a.commands - b.commands;
    case 'origin':
      return compareNames(originWord(a.origin).word, originWord(b.origin).word);
  }
}

/** As a person expects it: letter case does not part names, and 9 comes before 10. */
const { compare: compareNames } = new Intl.Collator('en', { numeric: true });
