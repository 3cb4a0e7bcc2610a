import type { AtipTool, FlatCommand } from '@atip/core';
import { soundCommands } from '@atip/core/internal';
import { COMMON, joinWords, STANDS_IN_FOR, SYNONYMS } from './synonyms.ts';
import { termOf, termsOf, wordsOf } from './terms.ts';

/**
 * The weight of a word in a part of a command, and how much a long part reduces it (0: not at all), relative to a usual
 * length.
 */
interface Part {
  readonly weight: number;
  readonly spread: number;
  readonly usual: number;
  /** True: the part tells the tool's subject, for `ABOUT`. */
  readonly isSubject: boolean;
}

const part = (weight: number, spread: number, usual: number, isSubject = true): Part => ({
  weight,
  spread,
  usual,
  isSubject,
});

const PARTS = {
  /** The last word of its path, or the tool's name. */
  name: part(3, 0.4, 1.2),
  groups: part(2, 0, 1),
  tool: part(2, 0, 1),
  description: part(2, 0.6, 5),
  keywords: part(1.2, 0.3, 4),
  groupDescription: part(0.7, 0.5, 3),
  toolDescription: part(0.7, 0.5, 5),
  arguments: part(0.8, 0.5, 4),
  optionNames: part(0.5, 0.5, 12, false),
  options: part(0.3, 0.5, 50, false),
  examples: part(0.5, 0.5, 4, false),
  effects: part(0.3, 0, 1, false),
} as const;

/** Saturation of repeated words: `k1` of BM25. */
const SATURATION = 1.2;
const SYNONYM = 0.35;
/** Weight of the beginning of a word, or of one with a typo. */
const SIMILAR = 0.6;
/** A request begins with its verb. */
const FIRST = 1.2;
/** Weight of a word in brackets. */
const ASIDE = 0.5;
/** Bonus of a command that matches all words, over one that matches none. */
const COVERED = 0.3;
/** Weight of the tool's subject, and the share of commands that counts half. */
const ABOUT = 0.4;
const ABOUT_HALF = 2;
const COMMON_GAIN = 1.2;
/** Factor for a program that replaces another existing one. */
const STAND_IN = 0.75;

const MAX_QUERY = 4000;
const MAX_TERMS = 32;
/** Searching all words for a similar one takes longest. */
const MAX_SIMILAR = 4;

/** For each term its holders, by ascending number, with the sum of their weights. */
type Postings = ReadonlyMap<string, readonly Posting[]>;

interface Posting {
  readonly holder: number;
  weight: number;
}

/** The words of commands, for finding them. */
export interface CommandIndex {
  readonly commands: readonly FlatCommand[];
  /** For each term the commands that contain it, with weights. */
  readonly uses: Postings;
  /** For each term the tools with commands about it, and how many. */
  readonly subjects: Postings;
  readonly toolCount: number;
  /** For each command the number of its tool, and the factor on its score. */
  readonly toolOf: readonly number[];
  readonly priors: readonly number[];
  /** For each command its shorter twin by its description, `docker ps` for `docker container ls`; else itself. */
  readonly twins: readonly number[];
}

/** Reads commands for `rankCommands`: a fraction of a second for ten thousand. */
export function indexCommands(tools: readonly AtipTool[]): CommandIndex {
  const builder = new IndexBuilder();
  const names = new Set(tools.map(({ name }) => name));
  const [commands, toolOf, priors, twins]: [FlatCommand[], number[], number[], number[]] = [[], [], [], []];
  for (const [number, tool] of tools.entries()) {
    const isStandIn = names.has(STANDS_IN_FOR.get(tool.name) ?? '');
    const prior = (isStandIn ? STAND_IN : 1) * (COMMON.has(tool.name) ? COMMON_GAIN : 1);
    const own = soundCommands(tool);
    const short = new Map<string, number>();
    for (const [at, { path, metadata }] of own.entries())
      if (path.length === 1) short.set(metadata.description, commands.length + at);
    for (const command of own) {
      const at = commands.length;
      const twin = short.get(command.metadata.description) ?? at;
      commands.push(command);
      toolOf.push(number);
      priors.push(prior);
      twins.push(twin);
      builder.add(command, at, number);
    }
  }
  const { uses, subjects } = builder;
  return { commands, uses, subjects, toolCount: tools.length, toolOf, priors, twins };
}

class IndexBuilder {
  readonly uses = new Map<string, Posting[]>();
  readonly subjects = new Map<string, Posting[]>();
  /** The last command that is about a term. */
  readonly #about = new Map<string, number>();
  readonly #terms = new Map<string, string>();
  #found: string[] = [];

  add(command: FlatCommand, at: number, toolNumber: number): void {
    const { metadata, tool, path } = command;
    const { options = [], arguments: positionals = [], examples = [] } = metadata;
    const end = (one: Part): void => this.#end(one, at, toolNumber);
    this.#take(path.at(-1) ?? tool.name);
    end(PARTS.name);
    for (const word of path.slice(0, -1)) this.#take(word);
    end(PARTS.groups);
    this.#take(tool.name);
    end(PARTS.tool);
    this.#take(metadata.description);
    end(PARTS.description);
    this.#take(metadata['x-keywords']);
    end(PARTS.keywords);
    for (const text of groupDescriptions(command)) this.#take(text);
    end(PARTS.groupDescription);
    this.#take(tool.description);
    end(PARTS.toolDescription);
    for (const { name, description } of positionals) {
      this.#take(name);
      this.#take(description);
    }
    end(PARTS.arguments);
    for (const { name } of options) this.#take(name);
    end(PARTS.optionNames);
    for (const { description } of options) this.#take(description);
    end(PARTS.options);
    for (const example of examples) this.#take(example);
    end(PARTS.examples);
    this.#take(effectWords(command));
    end(PARTS.effects);
  }

  #take(text: unknown): void {
    // Documents that were not parsed may contain anything.
    if (typeof text !== 'string') return;
    for (const word of wordsOf(joinWords(text))) {
      // Ten thousand commands have half a million words, and few different ones.
      const term = this.#terms.get(word) ?? termOf(word);
      this.#terms.set(word, term);
      if (term !== '') this.#found.push(term);
    }
  }

  /** Assigns the words read since the last part to this one. */
  #end({ weight, spread, usual, isSubject }: Part, at: number, toolNumber: number): void {
    const found = this.#found;
    if (found.length === 0) return;
    const each = weight / (1 - spread + (spread * found.length) / usual);
    for (const term of found) {
      addWeight(this.uses, term, at, each);
      if (!isSubject || this.#about.get(term) === at) continue;
      this.#about.set(term, at);
      addWeight(this.subjects, term, toolNumber, 1);
    }
    this.#found = [];
  }
}

/** @param holder the same as that of the last one, or higher */
function addWeight(postings: Map<string, Posting[]>, term: string, holder: number, weight: number): void {
  const known = postings.get(term);
  const last = known?.at(-1);
  if (last?.holder === holder) last.weight += weight;
  else if (known) known.push({ holder, weight });
  else postings.set(term, [{ holder, weight }]);
}

function groupDescriptions({ tool, path }: FlatCommand): unknown[] {
  let level = tool.commands;
  return path.slice(0, -1).map((word) => {
    const group = level?.[word];
    level = group?.commands;
    return group?.description;
  });
}

/** The words with which people ask for effects. */
function effectWords({ effects }: FlatCommand): string {
  const { destructive, cost, filesystem, network } = effects;
  return [
    destructive === true && 'delete destroy',
    cost?.billable === true && 'billable cost money',
    filesystem?.write === false && network === false && 'read show',
  ]
    .filter((words) => words !== false)
    .join(' ');
}

/** A command and its score; scores of one query can be compared. */
export interface Ranked {
  readonly command: FlatCommand;
  readonly score: number;
}

/**
 * The commands that match a query, best first. BM25 over weighted parts (BM25F): rarer words count
 * more. Of a word and its synonyms only the best counts. Limits: the first 4,000 UTF-16 units and 32 different words of
 * the query count.
 */
export function rankCommands(index: CommandIndex, query: string): readonly Ranked[] {
  const { commands, uses, subjects, toolCount, toolOf, priors, twins } = index;
  const wanted = wantedTerms(query);
  const [scores, best, covered] = [0, 1, 2].map(() => new Float64Array(commands.length)) as Three;
  const about = new Float64Array(toolCount);
  let [similar, all] = [0, 0];
  for (const [word, importance] of wanted) {
    all += importance;
    const meant: [string, number][] = [[word, importance]];
    for (const other of SYNONYMS.get(word) ?? []) meant.push([other, importance * SYNONYM]);
    if (!uses.has(word) && similar++ < MAX_SIMILAR)
      for (const other of similarTerms(word, uses.keys())) meant.push([other, importance * SIMILAR]);
    for (const [one, factor] of meant) {
      const holders = uses.get(one) ?? [];
      const gain = factor * rarity(commands.length, holders.length) * (SATURATION + 1);
      for (const { holder: command, weight } of holders) {
        const score = (gain * weight) / (SATURATION + weight);
        const before = best[command] ?? 0;
        if (score <= before) continue;
        if (before === 0) covered[command] = (covered[command] ?? 0) + importance;
        scores[command] = (scores[command] ?? 0) + score - before;
        best[command] = score;
      }
    }
    best.fill(0);
    const tools = subjects.get(word) ?? [];
    const gain = importance * rarity(toolCount, tools.length);
    for (const { holder: tool, weight: count } of tools)
      about[tool] = (about[tool] ?? 0) + (gain * count) / (count + ABOUT_HALF);
  }
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0;
    if (score === 0) continue;
    const whole = score + ABOUT * (about[toolOf[at] ?? 0] ?? 0);
    scores[at] = whole * (1 + (COVERED * (covered[at] ?? 0)) / all) * (priors[at] ?? 1);
  }
  for (let at = 0; at < scores.length; at++) {
    const twin = twins[at] ?? at;
    if ((scores[twin] ?? 0) < (scores[at] ?? 0)) scores[twin] = scores[at] ?? 0;
  }
  for (let at = 0; at < scores.length; at++) scores[at] = scores[twins[at] ?? at] ?? 0;
  // Of commands with equal scores, usually twins, the shorter comes first, because people know it.
  return commands
    .map((command, at) => ({ command, score: scores[at] ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.command.path.length - other.command.path.length);
}

type Three = [Float64Array, Float64Array, Float64Array];

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
