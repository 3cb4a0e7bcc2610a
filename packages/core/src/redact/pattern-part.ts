import type { Charset } from './pattern-atom.ts';

/** A place of a pattern that takes one character, and what can come after it; one that two ways lead to is in it twice. */
export interface Place {
  readonly set: Charset;
  readonly follow: Place[];
}

/** What is known of a pattern while it is read. */
export interface Automaton {
  readonly places: Place[];
  /** What a repetition without an upper bound counts for; bounded ones count for no more either. */
  readonly unbounded: number;
  /** Transitions so far; beyond {@link MAX_EDGES} they are no longer kept. */
  edges: number;
}

/** A part of a pattern. */
export interface Part {
  readonly nullable: boolean;
  readonly first: readonly Place[];
  readonly last: readonly Place[];
  /** Every character of the part. */
  readonly all: Charset;
  /** In how many ways, about, a text can be divided among its repetitions, from one start. */
  readonly ways: number;
  /** The most that looks to the side cost, from one start. */
  readonly side: number;
  readonly runs: readonly Run[];
}

/** Repetitions that can still share a text with what comes next. */
export interface Run {
  readonly set: Charset;
  readonly ways: number;
  /** What has to stand between them and the next. */
  readonly between: readonly Charset[];
}

/** A pattern with more transitions is not analysed. */
export const MAX_EDGES = 100_000;
/** Runs that are looked at together; beyond, they are taken for one. */
const MAX_RUNS = 16;

/** What takes no character. */
export const NOTHING: Part = { nullable: true, first: [], last: [], all: 0n, ways: 1, side: 1, runs: [] };

/** One character of a set. */
export function oneOf({ places }: Automaton, set: Charset): Part {
  const place: Place = { set, follow: [] };
  places.push(place);
  return { ...NOTHING, nullable: false, first: [place], last: [place], all: set };
}

/** One part, and then another: the order in which they are tried. */
export function sequence(automaton: Automaton, one: Part, next: Part): Part {
  connect(automaton, one.last, next.first);
  const runs = [...next.runs];
  for (const run of one.runs) {
    const set = run.set & next.all;
    if (set !== 0n && next.ways > 1 && run.between.every((between) => (between & set) !== 0n)) {
      runs.push({ set, ways: run.ways * next.ways, between: [] });
    }
    if (set !== 0n && !run.between.includes(next.all)) {
      runs.push({ ...run, between: [...run.between, next.all] });
    } else if (set !== 0n || next.nullable) {
      runs.push(run);
    }
  }
  return {
    nullable: one.nullable && next.nullable,
    first: one.nullable ? [...one.first, ...next.first] : one.first,
    last: next.nullable ? [...one.last, ...next.last] : next.last,
    all: one.all | next.all,
    ways: Math.max(one.ways, next.ways, ...runs.map(({ ways }) => ways)),
    // What looks to the side does so again for every way of what stands before it.
    side: Math.max(one.side, next.side === 1 ? 1 : one.ways * next.side),
    runs: mergeRuns(runs),
  };
}

/** One part or the other. */
export function either(one: Part, other: Part): Part {
  const alike = union(one.first) & union(other.first);
  return {
    nullable: one.nullable || other.nullable,
    first: [...one.first, ...other.first],
    last: [...one.last, ...other.last],
    all: one.all | other.all,
    ways: Math.max(one.ways, other.ways) + (alike === 0n ? 0 : 1),
    side: Math.max(one.side, other.side),
    runs: mergeRuns([...one.runs, ...other.runs]),
  };
}

/** A part from `min` to `max` times; `from` is the first of its places. */
export function repeat(automaton: Automaton, part: Part, from: number, min: number, max: number): Part {
  const most = Math.min(max, automaton.unbounded);
  const times = Math.max(1, most - min + (max > most ? 0 : 1));
  const looks = max > 1 && part.side > 1 ? part.side * most : 1;
  let ways = Math.max(times, part.ways, looks);
  if (max > 1) {
    connect(automaton, part.last, part.first);
    if ((part.ways > 1 || part.nullable) && part.all !== 0n && !isUnambiguous(automaton, part, from)) {
      ways = max === Number.POSITIVE_INFINITY ? max : Math.max(2, part.ways) ** max;
    }
  }
  const runs = ways > 1 ? [{ set: part.all, ways, between: [] }] : [];
  return { ...part, nullable: part.nullable || min === 0, ways, runs };
}

/** Whether the next character always tells where in a repeated part a text goes on. */
function isUnambiguous({ places, edges }: Automaton, part: Part, from: number): boolean {
  const choices = [part.first, ...places.slice(from).map(({ follow }) => follow)];
  return !part.nullable && edges <= MAX_EDGES && choices.every(areApart);
}

function areApart(places: readonly Place[]): boolean {
  return places.every(({ set }, index) => (set & union(places.slice(index + 1))) === 0n);
}

function connect(automaton: Automaton, from: readonly Place[], to: readonly Place[]): void {
  automaton.edges += from.length * to.length;
  if (automaton.edges <= MAX_EDGES) {
    for (const { follow } of from) {
      follow.push(...to);
    }
  }
}

function union(places: readonly Place[]): Charset {
  return places.reduce((all, { set }) => all | set, 0n);
}

function mergeRuns(runs: readonly Run[]): readonly Run[] {
  if (runs.length <= MAX_RUNS) {
    return runs;
  }
  const set = runs.reduce((all, run) => all | run.set, 0n);
  return [{ set, ways: Math.max(...runs.map(({ ways }) => ways)), between: [] }];
}
