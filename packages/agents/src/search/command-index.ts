import type { AtipTool, FlatCommand } from '@atip/core';
import { soundCommands } from '@atip/core/internal';
import { COMMON, joinWords, STANDS_IN_FOR } from './synonyms.ts';
import { termOf, termsOf, wordsOf } from './terms.ts';

/**
 * The weight of a word in a part of a command, and how much a long part reduces it (0: not at all), relative to a usual
 * length.
 */
interface Part {
  readonly weight: number;
  readonly spread: number;
  readonly usual: number;
}

const part = (weight: number, spread: number, usual: number): Part => ({ weight, spread, usual });

const PARTS = {
  /** The last word of its path, or the tool's name. */
  name: part(3, 0.4, 1.2),
  groups: part(2, 0, 1),
  tool: part(2, 0, 1),
  description: part(2, 0.6, 5),
  keywords: part(3, 0, 1),
  groupDescription: part(0.7, 0.5, 3),
  toolDescription: part(0.7, 0.5, 5),
  arguments: part(0.8, 0.5, 4),
  optionNames: part(0.5, 0.5, 12),
  options: part(0.3, 0.5, 50),
  examples: part(0.5, 0.5, 4),
  effects: part(0.3, 0, 1),
} as const;

const COMMON_GAIN = 1.2;
/** Factors for a program that replaces another existing one, and for what people use daily. */
const STAND_IN = 0.73;
const EVERYDAY = 1.06;

/** For each term its holders, by ascending number, with the sum of their weights. */
type Postings = ReadonlyMap<string, Posting>;

/** Flat lists, because a query adds up thousands. */
interface Posting {
  readonly holders: number[];
  readonly weights: number[];
}

/** The words of commands, for finding them. */
export interface CommandIndex {
  readonly commands: readonly FlatCommand[];
  /** For each term the commands that contain it, with weights. */
  readonly uses: Postings;
  readonly tools: readonly AtipTool[];
  /** For each command the number of its tool, and the factor on its score. */
  readonly toolOf: readonly number[];
  readonly priors: readonly number[];
  /** For each command its shorter twin by its description, `docker ps` for `docker container ls`; else itself. */
  readonly twins: readonly number[];
  /** A cache: the terms of commands that queries have looked at more closely. */
  readonly looked: Map<number, CommandTerms>;
}

/** The terms of one command, for a closer look. */
export interface CommandTerms {
  readonly description: readonly string[];
  readonly names: readonly string[];
  /** For each term the numbers of the options whose name or description has it. */
  readonly uses: ReadonlyMap<string, readonly number[]>;
}

/** Reads commands for `rankCommands`: a fraction of a second for ten thousand. */
export function indexCommands(tools: readonly AtipTool[]): CommandIndex {
  const builder = new IndexBuilder();
  const names = new Set(tools.map(({ name }) => name));
  const [commands, toolOf, priors, twins]: [FlatCommand[], number[], number[], number[]] = [[], [], [], []];
  for (const [number, tool] of tools.entries()) {
    const isStandIn = names.has(STANDS_IN_FOR.get(tool.name) ?? '');
    const known = (isStandIn ? STAND_IN : 1) * (COMMON.has(tool.name) ? COMMON_GAIN : 1);
    const own = soundCommands(tool);
    const short = new Map<string, number>();
    for (const [at, { path, metadata }] of own.entries())
      if (path.length === 1) short.set(metadata.description, commands.length + at);
    for (const command of own) {
      const at = commands.length;
      const twin = short.get(command.metadata.description) ?? at;
      commands.push(command);
      toolOf.push(number);
      priors.push(known * (command.metadata['x-everyday'] === true ? EVERYDAY : 1));
      twins.push(twin);
      builder.add(command, at);
    }
  }
  return { commands, uses: builder.uses, tools, toolOf, priors, twins, looked: new Map() };
}

class IndexBuilder {
  readonly uses = new Map<string, Posting>();
  readonly #terms = new Map<string, string>();
  #found: string[] = [];

  add(command: FlatCommand, at: number): void {
    const { metadata, tool, path } = command;
    const { options = [], arguments: positionals = [], examples = [] } = metadata;
    const end = (one: Part): void => this.#end(one, at);
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
  #end({ weight, spread, usual }: Part, at: number): void {
    const found = this.#found;
    if (found.length === 0) return;
    const each = weight / (1 - spread + (spread * found.length) / usual);
    for (const term of found) addWeight(this.uses, term, at, each);
    this.#found = [];
  }
}

/** @param holder the same as that of the last one, or higher */
function addWeight(postings: Map<string, Posting>, term: string, holder: number, weight: number): void {
  const known = postings.get(term);
  if (known === undefined) postings.set(term, { holders: [holder], weights: [weight] });
  else if (known.holders.at(-1) === holder) known.weights.push((known.weights.pop() ?? 0) + weight);
  else {
    known.holders.push(holder);
    known.weights.push(weight);
  }
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

/** The terms of a command for a closer look, read when it is looked at first. */
export function commandTerms({ commands, looked }: CommandIndex, at: number): CommandTerms {
  const known = looked.get(at);
  if (known) return known;
  const { path = [], metadata = { description: '' } } = commands[at] ?? {};
  const uses = new Map<string, number[]>();
  for (const [number, { name, description }] of (metadata.options ?? []).entries())
    for (const term of new Set(termsOf(joinWords(`${name} ${description ?? ''}`))))
      uses.set(term, [...(uses.get(term) ?? []), number]);
  const description = termsOf(joinWords(String(metadata.description)));
  const found = { description, names: [...new Set(termsOf(path.join(' ')))], uses };
  looked.set(at, found);
  return found;
}
