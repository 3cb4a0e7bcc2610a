import type { AtipTool, ExecutionPolicy, FlatCommand } from '@atip/core';
import { checkPolicy } from '@atip/core/execute';
import { changesOf, stated, toolList, withPolicyDefaults } from '@atip/core/internal';
import { type CommandIndex, indexCommands, type CommandTerms, commandTerms } from './command-index.ts';
import { joinWords, SYNONYMS } from './synonyms.ts';
import { termOf, termsOf } from './terms.ts';

/** A command that matches a query. */
export interface FoundCommand {
  readonly tool: string;
  /** Keys from the root to the command. */
  readonly path: readonly string[];
  /** The compiled name, for calls. */
  readonly name: string;
  /** The score of the match; only comparable within one answer. */
  readonly score: number;
  /** A flag of the option that does it, if the query is rather about an option. */
  readonly option?: string | undefined;
}

export interface SearchSettings {
  /** Most commands in the answer, whole and > 0. Absent: 5. */
  readonly limit?: number;
  /** Decides, over the usual defaults. Commands that it denies with all arguments are omitted. Absent: omits nothing. */
  readonly policy?: ExecutionPolicy;
}

const USUAL_LIMIT = 5;

/**
 * Finds the commands for a task, best first.
 *
 * Shape: `([git], "undo the last commit")` → `[{ tool: "git", path: ["reset"], name: "git_reset", score: 11.2 }, …]`.
 * Names, descriptions, options, arguments, examples and effects count, synonyms too. Queries are English, like the
 * documents; one without any known word finds nothing. Reading the tools takes longer than a search: the index is
 * cached for the same tools in the same order, which must not change while in use.
 *
 * @throws AtipValidationError when a tool cannot be flattened, or the policy is no object
 * @example
 * ```ts
 * import { searchCommands } from '@atip/agents/search';
 * import { loadShim } from '@atip/catalog';
 *
 * const git = await loadShim('git');
 * const [best] = await searchCommands(git ? [git] : [], 'remove untracked files');
 * console.log(best?.name); // 'git_clean'
 * ```
 */
export async function searchCommands(
  tools: AtipTool | readonly AtipTool[],
  query: string,
  { limit = USUAL_LIMIT, policy }: SearchSettings = {},
): Promise<FoundCommand[]> {
  return findCommands(toolList(tools), query, limit, policy).map(({ command, score, option }) =>
    stated({
      tool: command.tool.name,
      path: command.path,
      name: command.name,
      score: Math.round(score * 100) / 100,
      option,
    }),
  );
}

/** `searchCommands` with the commands themselves. */
export function findCommands(
  tools: readonly AtipTool[],
  query: string,
  limit: number,
  policy: ExecutionPolicy | undefined,
): Ranked[] {
  const ranked = rankCommands(indexOf(tools), typeof query === 'string' ? query : '');
  const whole = policy && withPolicyDefaults(policy);
  const found: Ranked[] = [];
  if (limit < 1) return found;
  for (const one of ranked) {
    if (!whole || !isAlwaysDenied(one.command, whole)) found.push(one);
    if (found.length >= limit) break;
  }
  return found;
}

/** Indexes by the first of their tools, so that unused ones are garbage collected. */
const INDEXES = new WeakMap<AtipTool, { readonly tools: readonly AtipTool[]; readonly index: CommandIndex }[]>();
/** A host has a list or two. */
const MAX_INDEXES = 4;

function indexOf(tools: readonly AtipTool[]): CommandIndex {
  const [first] = tools;
  if (first === undefined) return indexCommands([]);
  const known = INDEXES.get(first) ?? [];
  const kept = known.find(
    (one) => one.tools.length === tools.length && one.tools.every((tool, at) => tool === tools[at]),
  );
  if (kept) return kept.index;
  const index = indexCommands(tools);
  INDEXES.set(first, [{ tools: [...tools], index }, ...known].slice(0, MAX_INDEXES));
  return index;
}

/**
 * True if a policy denies every form of a command: plain, with each mode (`x-mode`, such as `--dry-run`), and with each
 * parameter that a rule of the policy names.
 */
export function isAlwaysDenied(command: FlatCommand, policy: ExecutionPolicy): boolean {
  const mapping = { ...command, command: [command.tool.name, ...command.path] };
  const isDenied = (args: Record<string, unknown>): boolean =>
    checkPolicy({ id: '', name: command.name, arguments: args }, mapping, policy).decision === 'deny';
  if (!isDenied({})) return false;
  const ruled = (policy.rules ?? []).flatMap(({ decision, given = [] }) => (decision === 'deny' ? [] : given));
  const modes = changesOf(command).flatMap(({ mode, values, parameter }) =>
    mode || values.some((value) => value.mode) ? [parameter.key] : [],
  );
  return [...modes, ...ruled].every((key) => isDenied({ [key]: true }));
}

/** Saturation of repeated words: `k1` of BM25. */
const SATURATION = 1.66;
const SYNONYM = 0.35;
/** Weight of the beginning of a word, or of one with a typo. */
const SIMILAR = 0.6;
/** A request begins with its verb. */
const FIRST = 1.2;
/** Weight of a word in brackets. */
const ASIDE = 0.5;
/** Bonus of a command that matches all words, over one that matches none. */
const COVERED = 0.23;
/** Bonus of the program that a request names. */
const NAMED = 0.6;
/** Bonus of a command whose description begins with the verb of the request, or with one that means the same. */
const VERB = 0.1;
const SAME_VERB = 0.05;
/** Most that is lost where the request says nothing of the words of the name: `commit` comes before `commit-tree`. */
const UNSAID = 0.1;
/** Weight of the one option that fits best. */
const OPTION = 0.2;
/** An option is told if it has this share of the words, and more of them than the command itself. */
const TELLING = 0.5;

const MAX_QUERY = 4000;
const MAX_TERMS = 32;
/** Searching all words for a similar one takes longest. */
const MAX_SIMILAR = 4;
/** The rest is ranked by its words alone. */
const MAX_COMPARED = 50;

/** A command and its score; scores of one query can be compared. */
interface Ranked {
  readonly command: FlatCommand;
  score: number;
  /** A flag of the option that matches, if the words are rather about an option. */
  readonly option?: string | undefined;
}

/** A word of a request, and the terms that it may mean, with what a match is worth. */
interface Wanted {
  readonly importance: number;
  readonly meanings: ReadonlyMap<string, number>;
}

type Request = ReadonlyMap<string, Wanted>;

/**
 * The commands that match a query, best first. BM25 over weighted parts (BM25F): rarer words count
 * more. Of a word and its synonyms only the best counts. The best ones are then compared closer: by their one best option,
 * by what their names say beyond the request, and by the verb of their description. Limits: the first 4,000 UTF-16 units
 * and 32 different words of the query count.
 */
function* rankCommands(index: CommandIndex, query: string): Generator<Ranked> {
  const { commands, twins } = index;
  const request = readRequest(index, query);
  const scores = scoreCommands(index, request, query);
  const least = Math.max(scores.toSorted().at(-MAX_COMPARED) ?? 0, Number.MIN_VALUE);
  const compared = new Map<number, Ranked>();
  for (const [at, command] of commands.entries()) {
    const score = scores[at] ?? 0;
    if (score >= least) compared.set(at, compareCloser(index, request, at, command, score));
  }
  for (const [at, one] of compared) {
    const twin = compared.get(twins[at] ?? at);
    if (twin && twin !== one) twin.score = one.score = Math.max(twin.score, one.score);
  }
  // Of commands with equal scores, usually twins, the shorter comes first, because people know it.
  yield* [...compared.values()].sort(
    (one, other) => other.score - one.score || one.command.path.length - other.command.path.length,
  );
  // Few ask for more: sorting thousands takes as long as finding them.
  const rest = commands.map((command, at) => ({ command, score: scores[at] ?? 0 }));
  yield* rest.filter(({ score }) => score > 0 && score < least).sort((one, other) => other.score - one.score);
}

function readRequest(index: CommandIndex, query: string): Request {
  let similar = 0;
  const request = new Map<string, Wanted>();
  for (const [word, importance] of wantedTerms(query)) {
    const meanings = new Map<string, number>();
    const mean = (term: string, factor: number): void => {
      const count = index.uses.get(term)?.holders.length;
      if (count !== undefined) meanings.set(term, factor * importance * rarity(index.commands.length, count));
    };
    for (const other of SYNONYMS.get(word) ?? []) mean(other, SYNONYM);
    if (!index.uses.has(word) && similar++ < MAX_SIMILAR)
      for (const other of similarTerms(word, index.uses.keys())) mean(other, SIMILAR);
    mean(word, 1);
    request.set(word, { importance, meanings });
  }
  return request;
}

function scoreCommands(index: CommandIndex, request: Request, query: string): Float64Array {
  const { commands, uses, toolOf, priors } = index;
  const scores = new Float64Array(commands.length);
  const best = new Float64Array(commands.length);
  const covered = new Float64Array(commands.length);
  for (const { importance, meanings } of request.values()) {
    for (const [term, value] of meanings) {
      const { holders = [], weights = [] } = uses.get(term) ?? {};
      for (let number = 0; number < holders.length; number++) {
        const at = holders[number] ?? 0;
        const weight = weights[number] ?? 0;
        const score = (value * (SATURATION + 1) * weight) / (SATURATION + weight);
        const before = best[at] ?? 0;
        if (score <= before) continue;
        if (before === 0) covered[at] = (covered[at] ?? 0) + importance;
        scores[at] = (scores[at] ?? 0) + score - before;
        best[at] = score;
      }
    }
    best.fill(0);
  }
  const all = weightOf(request);
  const named = namedTools(index, query);
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0;
    if (score === 0) continue;
    const tool = toolOf[at] ?? 0;
    scores[at] = score * (1 + (COVERED * (covered[at] ?? 0)) / all) * (priors[at] ?? 1) * (named[tool] ?? 1);
  }
  return scores;
}

function weightOf(request: Request): number {
  let all = 0;
  for (const { importance } of request.values()) all += importance;
  return all;
}

/** For each tool a factor: above 1 if the request names the program. */
function namedTools({ tools, toolOf, uses }: CommandIndex, query: string): number[] {
  const text = query.slice(0, MAX_QUERY).toLowerCase();
  const words = new Set(text.match(/[a-z0-9](?:[\w.+-]*\w)?/g));
  const [, first, last] = /^(?:([\w.+-]+):)?.*?(?:\b(?:with|using|via|in) ([\w.+-]*\w)[.?!]?)?$/s.exec(text) ?? [];
  return tools.map((tool, number) => {
    const host = tool['x-plugin-of'];
    const name = typeof host === 'string' ? host : tool.name;
    if (!words.has(name)) return 1;
    if (name === first || name === last) return 1 + NAMED;
    // "Find a file" names neither program: other programs use these words, too.
    const { holders = [] } = uses.get(termOf(name)) ?? {};
    return 1 + (NAMED * holders.filter((at) => toolOf[at] === number).length) / Math.max(1, holders.length);
  });
}

function compareCloser(index: CommandIndex, request: Request, at: number, command: FlatCommand, score: number): Ranked {
  const terms = commandTerms(index, at);
  const option = bestOption(terms, request);
  const { description, names } = terms;
  const [verb = ''] = description;
  const [[word, lead] = []] = request;
  const fits = verb === word ? VERB : lead?.meanings.has(verb) ? SAME_VERB : 0;
  const wanted = [...request.values()];
  const unsaid = names.filter((term) => !wanted.some(({ meanings }) => meanings.has(term))).length;
  const whole = (score + OPTION * option.score) * (1 + fits) * (1 - (UNSAID * unsaid) / Math.max(1, names.length));
  const { flags, 'x-effects': harm } = command.metadata.options?.[option.number] ?? {};
  // No search suggests an option that does harm.
  const flag = harm === undefined ? flags?.at(-1) : undefined;
  const says = new Set([...names, ...description]);
  const told = wanted.filter(({ meanings }) => [...meanings.keys()].some((term) => says.has(term)));
  const share = told.reduce((sum, { importance }) => sum + importance, 0) / weightOf(request);
  return { command, score: whole, option: option.share < Math.max(TELLING, share * 1.01) ? undefined : flag };
}

interface BestOption {
  readonly score: number;
  /** Of the words of the request. */
  readonly share: number;
  readonly number: number;
}

function bestOption({ uses }: CommandTerms, request: Request): BestOption {
  const all = weightOf(request);
  const found = new Map<number, { sum: number; share: number }>();
  for (const { importance, meanings } of request.values()) {
    const best = new Map<number, number>();
    for (const [term, value] of meanings)
      for (const number of uses.get(term) ?? []) best.set(number, Math.max(best.get(number) ?? 0, value));
    for (const [number, value] of best) {
      const { sum = 0, share = 0 } = found.get(number) ?? {};
      found.set(number, { sum: sum + value, share: share + importance / all });
    }
  }
  let option: BestOption = { score: 0, share: 0, number: -1 };
  for (const [number, { sum, share }] of found)
    if (sum * share > option.score) option = { score: sum * share, share, number };
  return option;
}

/** The terms of a query with their weights: the first, usually the verb, weighs more, an aside in brackets less. */
function wantedTerms(query: string): Map<string, number> {
  const text = joinWords(query.slice(0, MAX_QUERY));
  const asides = /\([^()]*\)/g;
  const wanted = new Map<string, number>();
  for (const term of termsOf(text.replaceAll(asides, ' ')))
    wanted.set(term, wanted.size === 0 ? FIRST : (wanted.get(term) ?? 1));
  for (const term of termsOf((text.match(asides) ?? []).join(' '))) if (!wanted.has(term)) wanted.set(term, ASIDE);
  return new Map([...wanted].filter(([term]) => !/^\d+$/.test(term)).slice(0, MAX_TERMS));
}

/** BM25's inverse document frequency, flattened: a rare word in documents is not always important in a request. */
function rarity(all: number, having: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5)) ** 0.8;
}

/** Terms that begin with an unknown word, or differ from it by one letter after the first; at most 5. */
function similarTerms(word: string, terms: Iterable<string>): string[] {
  if (word.length < 4) return [];
  const found: string[] = [];
  for (const term of terms) {
    if (term.charCodeAt(0) !== word.charCodeAt(0) || Math.abs(term.length - word.length) > 4) continue;
    if (term.startsWith(word) || isNear(term, word)) found.push(term);
    if (found.length === 5) break;
  }
  return found;
}

/** True if one letter was left out, added, changed or swapped with its neighbour. */
function isNear(one: string, other: string): boolean {
  const difference = one.length - other.length;
  if (Math.abs(difference) > 1) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  if (difference === 0)
    return (
      one.slice(at + 1) === other.slice(at + 1) ||
      (one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2))
    );
  return difference > 0 ? one.slice(at + 1) === other.slice(at) : one.slice(at) === other.slice(at + 1);
}
