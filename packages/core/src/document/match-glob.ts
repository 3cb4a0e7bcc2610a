/** Patterns come from foreign documents: longer or deeper ones than any real pattern are refused. */
const MAX_PATTERN = 2000;
const MAX_DEPTH = 8;
/** Longer values are not matched, see `compileGlob`. */
export const MAX_GLOB_VALUE = 4096;

/** A step of a compiled glob: consumes a matching character, or jumps to one or two other steps. */
type Step = { readonly fits: Fits } | { readonly to: readonly number[] };
type Fits = (char: string) => boolean;
type Glob = (value: Iterable<string>) => boolean;

/** Documents and policies have few patterns and are read again and again. */
const COMPILED = new Map<string, Glob | undefined>();
const MAX_COMPILED = 1000;

/**
 * Compiles a glob, as `x-values` has it, to a test of whole values; `undefined` for one that cannot be read.
 *
 * Shape: `+*` fits `+main`; `s/*([!/])/*([!/])/?(g)` fits `s/a/b/g`. `*` is any text, `?` a character, `[a-z]` and
 * `[!x]` one of a class, and `?(…)`, `*(…)`, `+(…)`, `@(…|…)` as in bash; `\` takes the next character as it is.
 * Slashes and leading dots are ordinary characters. A pattern that begins with `(#i)` ignores case, as in zsh.
 *
 * Limits: patterns of 2,000 units and 8 levels. All steps are followed at once, so that the time is at most the length
 * of the pattern times that of the value, whatever the pattern; steps that were followed before are remembered. Callers
 * must not test values longer than `MAX_GLOB_VALUE`.
 */
export function compileGlob(pattern: string): Glob | undefined {
  if (pattern.length > MAX_PATTERN) return undefined;
  if (COMPILED.has(pattern)) return COMPILED.get(pattern);
  if (COMPILED.size >= MAX_COMPILED) COMPILED.clear();
  const glob = compile(pattern);
  COMPILED.set(pattern, glob);
  return glob;
}

function compile(pattern: string): Glob | undefined {
  const ignoresCase = pattern.startsWith('(#i)');
  const letters = ignoresCase ? pattern.slice(4).toLowerCase() : pattern;
  const reading: Reading = { chars: [...letters], at: 0, steps: [] };
  const isRead = readSequence(reading, 0);
  if (!isRead || reading.at !== reading.chars.length) return undefined;
  const matches = matcher(reading.steps);
  return ignoresCase ? (value) => matches([...value].map((char) => char.toLowerCase())) : matches;
}

interface Reading {
  readonly chars: readonly string[];
  at: number;
  readonly steps: Step[];
}

const ANY: Fits = () => true;

/** Reads up to the end, or to the `|` or `)` that ends a part of a group. False: the pattern is broken. */
function readSequence(reading: Reading, depth: number): boolean {
  const { chars, steps } = reading;
  while (reading.at < chars.length) {
    const char = chars[reading.at] ?? '';
    if (depth > 0 && (char === '|' || char === ')')) return true;
    reading.at++;
    if ('?*+@'.includes(char) && chars[reading.at] === '(') {
      if (!readGroup(reading, char, depth + 1)) return false;
    } else if (char === '*') {
      const start = steps.length;
      steps.push({ to: [start + 1, start + 3] }, { fits: ANY }, { to: [start] });
    } else {
      const fits = char === '?' ? ANY : char === '[' ? readClass(reading) : literal(reading, char);
      if (fits === undefined) return false;
      steps.push({ fits });
    }
  }
  return depth === 0;
}

function literal(reading: Reading, char: string): Fits | undefined {
  const wanted = char === '\\' ? reading.chars[reading.at++] : char;
  return wanted === undefined ? undefined : (found) => found === wanted;
}

function readClass(reading: Reading): Fits | undefined {
  const { chars } = reading;
  const isNegated = chars[reading.at] === '!' || chars[reading.at] === '^';
  if (isNegated) reading.at++;
  const ranges: (readonly [string, string])[] = [];
  for (let isFirst = true; ; isFirst = false) {
    let from = chars[reading.at++];
    if (from === undefined) return undefined;
    if (from === ']' && !isFirst) break;
    if (from === '\\') from = chars[reading.at++] ?? '';
    const isRange = chars[reading.at] === '-' && chars[reading.at + 1] !== ']' && chars[reading.at + 1] !== undefined;
    ranges.push([from, isRange ? (chars[reading.at + 1] ?? '') : from]);
    if (isRange) reading.at += 2;
  }
  return (char) => ranges.some(([from, to]) => from <= char && char <= to) !== isNegated;
}

/** `kind` is the character before the parenthesis. */
function readGroup(reading: Reading, kind: string, depth: number): boolean {
  const { chars, steps } = reading;
  if (depth > MAX_DEPTH) return false;
  const start = steps.length;
  const entry = [start + 1];
  steps.push({ to: entry });
  const ends: number[][] = [];
  const isRepeated = kind === '*' || kind === '+';
  let alternatives: number[] = [];
  do {
    reading.at++;
    alternatives = [...alternatives, steps.length];
    if (!readSequence(reading, depth)) return false;
    const end: number[] = [];
    ends.push(end);
    steps.push({ to: end });
  } while (chars[reading.at] === '|');
  if (chars[reading.at++] !== ')') return false;
  const after = steps.length;
  for (const end of ends) end.push(after, ...(isRepeated ? [start] : []));
  entry.splice(0, 1, ...alternatives, ...(kind === '?' || kind === '*' ? [after] : []));
  return true;
}

/** A set of active steps, with the set that each character leads to, once computed. */
interface Place {
  readonly steps: readonly number[];
  readonly next: Map<string, Place>;
}

/** Most cached sets for one pattern; further ones are recomputed. */
const MAX_PLACES = 500;

function matcher(steps: readonly Step[]): (value: Iterable<string>) => boolean {
  let places = new Map<string, Place>();
  let start: Place | undefined;
  const placeOf = (entered: readonly number[]): Place => {
    const all = reachable(steps, entered);
    const key = all.join();
    const known = places.get(key);
    if (known) return known;
    if (places.size >= MAX_PLACES) {
      places = new Map();
      start = undefined;
    }
    const place: Place = { steps: all, next: new Map() };
    places.set(key, place);
    return place;
  };
  return (value) => {
    start ??= placeOf([0]);
    let place = start;
    for (const char of value) {
      const from = place;
      let to = from.next.get(char);
      if (to === undefined) {
        to = placeOf(from.steps.filter((at) => fits(steps[at], char)).map((at) => at + 1));
        if (from.next.size < MAX_PLACES) from.next.set(char, to);
      }
      if (to.steps.length === 0) return false;
      place = to;
    }
    return place.steps.includes(steps.length);
  };
}

function fits(step: Step | undefined, char: string): boolean {
  return step !== undefined && 'fits' in step && step.fits(char);
}

/** The steps that consume a character, and the end, that are reachable without consuming one; in ascending order. */
function reachable(steps: readonly Step[], from: readonly number[]): number[] {
  const seen = new Set<number>();
  const waiting = [...from];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const step = steps[at];
    if (step && 'to' in step) waiting.push(...step.to);
  }
  return [...seen].filter((at) => !('to' in (steps[at] ?? {}))).sort((a, b) => a - b);
}
