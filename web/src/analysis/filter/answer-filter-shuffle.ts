import { createResultFilter, findSecrets, type SecretMatch } from '@atip/core';
import { type FilterQuestion, toolsOf } from './answer-filter.ts';
import { createLeakFinder } from './create-leak-finder.ts';
import { createRandom, cutText } from './cut-text.ts';
import { filterOptions } from './filter-settings.ts';

export interface ShuffleQuestion extends FilterQuestion {
  /** How many sets of boundaries to try. */
  readonly runs: number;
  /** Of the first set; the others follow from it. */
  readonly seed: number;
}

export interface ShuffleAnswer {
  /** Sets tried; fewer than asked for when time ran out. */
  readonly runs: number;
  /** Of these, those whose joined result is that of the whole text. */
  readonly same: number;
  /** Of these, those in which a piece of a secret left. */
  readonly leaking: number;
  /** Boundaries in all, and how many of them lay inside a secret. */
  readonly boundaries: number;
  readonly insideSecrets: number;
}

/** Boundaries of one set. */
const BOUNDARIES = 24;
/** Ms after which no further set is tried: other questions wait meanwhile. */
const TIME = 8000;

/** Cuts a text at many random places, half of them inside secrets, and compares each joined result with that of the whole. */
export function answerFilterShuffle({ text, settings, document, runs, seed }: ShuffleQuestion): ShuffleAnswer {
  const tools = toolsOf(document);
  const filter = createResultFilter(tools, filterOptions(settings));
  const whole = filter.filter(text, '');
  const marks = findSecrets(text, { tools, knownSecrets: settings.knownSecrets });
  const leaksOf = createLeakFinder(text, marks);
  const wholeLeaks = leaksOf(whole) > 0;
  const random = createRandom(seed);
  const result = { runs: 0, same: 0, leaking: 0, boundaries: 0, insideSecrets: 0 };
  const until = performance.now() + TIME;
  while (result.runs < runs && (result.runs === 0 || performance.now() < until)) {
    const offsets = shuffle(text, marks, random);
    const stream = filter.stream();
    let [joined, at] = ['', 0];
    for (const end of cutText(text.length, { kind: 'at', offsets })) {
      joined += stream.push(text.slice(at, end));
      at = end;
    }
    joined += stream.end();
    const same = joined === whole;
    result.runs += 1;
    if (same) result.same += 1;
    if (same ? wholeLeaks : leaksOf(joined) > 0) result.leaking += 1;
    result.boundaries += offsets.length;
    result.insideSecrets += offsets.filter((offset) => isInside(marks, offset)).length;
  }
  return result;
}

function shuffle(text: string, marks: readonly SecretMatch[], random: () => number): readonly number[] {
  const offsets = new Set<number>();
  for (let count = 0; count < BOUNDARIES; count += 1) {
    const mark = count % 2 === 0 ? marks[Math.floor(random() * marks.length)] : undefined;
    const [start, end] = mark === undefined ? [0, text.length] : [mark.start, mark.end];
    const offset = start + 1 + Math.floor(random() * Math.max(0, end - start - 1));
    if (offset < text.length) offsets.add(offset);
  }
  return [...offsets].sort((one, other) => one - other);
}

function isInside(marks: readonly SecretMatch[], offset: number): boolean {
  return marks.some(({ start, end }) => start < offset && offset < end);
}
