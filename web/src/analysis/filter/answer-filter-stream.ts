import { createResultFilter, findSecrets } from '@atip/core';
import { type FilterQuestion, toolsOf } from './answer-filter.ts';
import { createLeakFinder } from './create-leak-finder.ts';
import { type Cut, cutText } from './cut-text.ts';
import { filterOptions } from './filter-settings.ts';

export interface StreamQuestion extends FilterQuestion {
  readonly cut: Cut;
}

/** Chunks in a row of which only the last made something leave. */
export interface StreamRow {
  /** Counted from 1. */
  readonly firstChunk: number;
  readonly lastChunk: number;
  /** The part of the text that came with them. */
  readonly start: number;
  readonly end: number;
  /** What left, from its start; `""` for the rest that never made anything leave. */
  readonly out: string;
  /** Units of all that left then. */
  readonly outLength: number;
  /** True: it left at the end of the stream and not with a chunk. */
  readonly atEnd: boolean;
}

export interface StreamAnswer {
  readonly chunks: number;
  /** The first of them; `releases` counts all. */
  readonly rows: readonly StreamRow[];
  readonly releases: number;
  /** Whether what left, joined, is what the filter makes of the whole text. */
  readonly same: boolean;
  /** Where the two part, in units of what left. Absent when they are the same. */
  readonly differsAt?: number;
  /** Secrets of which a piece left. */
  readonly leaked: number;
  readonly secrets: number;
}

/** Rows kept, and units of each that are. */
const MOST_ROWS = 100;
const MOST_SHOWN = 240;

/** Sends a text through the streaming filter in pieces and watches what leaves when. */
export function answerFilterStream({ text, settings, document, cut }: StreamQuestion): StreamAnswer {
  const tools = toolsOf(document);
  const filter = createResultFilter(tools, filterOptions(settings));
  const whole = filter.filter(text, '');
  const marks = findSecrets(text, { tools, knownSecrets: settings.knownSecrets });
  const stream = filter.stream();
  const rows: StreamRow[] = [];
  let [joined, chunks, releases, firstChunk, start, at] = ['', 0, 0, 1, 0, 0];
  const release = (out: string, atEnd: boolean): void => {
    releases += 1;
    joined += out;
    const row = { firstChunk, lastChunk: chunks, start, end: at, outLength: out.length, atEnd };
    if (rows.length < MOST_ROWS) rows.push({ ...row, out: out.slice(0, MOST_SHOWN) });
    [firstChunk, start] = [chunks + 1, at];
  };
  for (const end of cutText(text.length, cut)) {
    const out = stream.push(text.slice(at, end));
    [at, chunks] = [end, chunks + 1];
    if (out !== '') release(out, false);
  }
  const rest = stream.end();
  if (rest !== '' || start < at) release(rest, true);
  return {
    chunks,
    rows,
    releases,
    same: joined === whole,
    ...(joined !== whole && { differsAt: firstDifference(joined, whole) }),
    leaked: createLeakFinder(text, marks)(joined),
    secrets: marks.length,
  };
}

/** Index of the first unit in which two texts differ. */
function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
