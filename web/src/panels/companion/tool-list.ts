/** The companion's tools as a person looks through them. */
import type { SkippedTool, ToolOrigin, ToolSummary } from '@atip/companion';

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
    word: 'bundled',
    meaning: 'This description comes with the workbench; the installed version may differ.',
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

/** The tools that have every word of `query` in name, description, origin or trust: the best fitting name first. */
export function findTools(tools: readonly ToolSummary[], query: string): readonly ToolSummary[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = tools.filter(({ name, description, origin, trust }) => {
    const text = `${name}\n${description}\n${originWord(origin).word}\n${trust}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  // Who looks for "git" wants git before what only mentions it.
  const rank = ({ name }: ToolSummary): number => (words.length > 0 ? matchRank(name, query) : 0);
  return matches.sort((a, b) => rank(a) - rank(b) || compareNames(a.name, b.name));
}

/** As a person expects it: letter case does not part names, and 9 comes before 10. */
const { compare: compareNames } = new Intl.Collator('en', { numeric: true });

/** How well a name fits what was typed, letter case aside: 0 equal, 1 begins so, 2 has it inside, 3 not at all. */
function matchRank(name: string, query: string): 0 | 1 | 2 | 3 {
  const [text, wanted] = [name.toLowerCase(), query.trim().toLowerCase()];
  if (text === wanted) return 0;
  if (text.startsWith(wanted)) return 1;
  return text.includes(wanted) ? 2 : 3;
}
