import { basename } from 'node:path';
import { compileGlob, isRecord } from '@atip/core/internal';
import { readCacheFile, saveCacheFile } from '../files/cache-file.ts';
import { type FoundCanonicalTool, type ProbeSettings, probeCanonical, probeTool } from './probe-tool.ts';
import { type FoundTool, type SkipCode, type SkippedTool, skip } from '../documents/tool-document.ts';

export interface Candidate {
  readonly foundAs: string;
  /** State of its file, and of those that it hands over to. */
  readonly state: string;
  readonly question: 'agent' | 'schema';
  /** A person named it: it is asked also without a sandbox, and whatever it answered before. */
  readonly named: boolean;
}

export interface Answers {
  readonly found: readonly FoundTool[];
  readonly canonical: readonly FoundCanonicalTool[];
  readonly skipped: readonly SkippedTool[];
  /** For the next scan: of these candidates alone, why they were left out, or that they answered. */
  readonly outcomes: ProbeCache;
  readonly asked: number;
}

interface AskSettings extends ProbeSettings {
  /** Questions at the same time. Absent: `ASKED_AT_ONCE`. */
  readonly parallel?: number;
  /** Globs for names of programs that are asked only if they are named. */
  readonly skip?: readonly string[];
  readonly before: ProbeCache;
  readonly signal?: AbortSignal | undefined;
}

/** Programs asked at once. Each may take its two seconds and is mostly waited for. */
const ASKED_AT_ONCE = 4;

/** Reasons that may be gone at the next scan although the file stays the same. */
export const TRANSIENT: readonly SkipCode[] = ['no-sandbox', 'not-asked', 'changed', 'unreadable', 'not-executable'];

/**
 * Asks candidates what they say about themselves, a few at once, and yields how many are done. Asks none twice in the same
 * state, and without a working sandbox only those that a person named.
 */
export async function* askCandidates(
  candidates: readonly Candidate[],
  settings: AskSettings,
): AsyncGenerator<number, Answers, undefined> {
  const found: FoundTool[] = [];
  const canonical: FoundCanonicalTool[] = [];
  const skipped: SkippedTool[] = [];
  const outcomes = new Map<string, RememberedOutcome>();
  const atOnce = settings.parallel ?? ASKED_AT_ONCE;
  let asked = 0;
  let done = 0;
  for (let start = 0; start < candidates.length; start += atOnce) {
    settings.signal?.throwIfAborted();
    const group = candidates.slice(start, start + atOnce);
    // Settled, so that nothing still runs when one of them fails.
    const settled = await Promise.allSettled(group.map((candidate) => askCandidate(candidate, settings)));
    for (const [index, result] of settled.entries()) {
      if (result.status === 'rejected') throw result.reason;
      const { reading, wasAsked } = result.value;
      const candidate = group[index];
      if (wasAsked) asked += 1;
      if (candidate && (reading.canonical ?? reading.found)) {
        outcomes.set(candidate.foundAs, { stamp: candidate.state, code: 'answered', reason: '' });
      }
      if (reading.canonical) canonical.push(reading.canonical);
      else if (reading.found) found.push(reading.found);
      else if (reading.skipped && candidate) {
        skipped.push(reading.skipped);
        const { code, reason } = reading.skipped;
        const remembered = code === 'timed-out' && wasAsked ? slowness(candidate, settings.before) : code;
        if (!TRANSIENT.includes(code))
          outcomes.set(candidate.foundAs, { stamp: candidate.state, code: remembered, reason });
      }
    }
    done += group.length;
    yield done;
  }
  return { found, canonical, skipped, outcomes, asked };
}

/** True when a person wants it asked, or nothing that is remembered speaks against it. */
export function isWorthAsking({ state, named }: Candidate, before: RememberedOutcome | undefined): boolean {
  return named || before?.stamp !== state || before.code === 'answered' || before.code === SLOW;
}

/** It was too slow once, which may have been the machine's fault. */
export const SLOW = 'timed-out-once';

function slowness({ foundAs, state }: Candidate, before: ProbeCache): string {
  const outcome = before.get(foundAs);
  const wasSlow = outcome?.stamp === state && (outcome.code === SLOW || outcome.code === 'timed-out');
  return wasSlow ? 'timed-out' : SLOW;
}

interface CandidateReading {
  readonly reading: {
    readonly found?: FoundTool | undefined;
    readonly canonical?: FoundCanonicalTool | undefined;
    readonly skipped?: SkippedTool | undefined;
  };
  readonly wasAsked: boolean;
}

async function askCandidate(candidate: Candidate, settings: AskSettings): Promise<CandidateReading> {
  const { foundAs, question, named } = candidate;
  if (!named && settings.skip?.some((pattern) => compileGlob(pattern)?.(basename(foundAs))) === true)
    return {
      reading: skip(foundAs, 'not-asked', 'It is on the list of programs that are not asked.'),
      wasAsked: false,
    };
  const before = settings.before.get(foundAs);
  if (before !== undefined && !isWorthAsking(candidate, before)) {
    return { reading: skip(foundAs, asSkipCode(before.code), before.reason), wasAsked: false };
  }
  const { sandbox } = settings;
  const isHeld = sandbox === 'off' || sandbox?.status.available === true;
  if (!named && !isHeld) {
    const reason =
      'It may describe itself, but no sandbox works here to ask it in. Name it to have it asked all the same.';
    return { reading: skip(foundAs, 'no-sandbox', reason), wasAsked: false };
  }
  // The person who named it wants it asked in any case.
  const asking: AskSettings = isHeld || sandbox === undefined ? settings : { ...settings, sandbox: 'off' };
  if (question === 'agent') return { reading: await probeTool(foundAs, asking), wasAsked: true };
  const reading = await probeCanonical(foundAs, asking);
  return { reading: reading.found ? { canonical: reading.found } : reading, wasAsked: true };
}

const REMEMBERED: readonly SkipCode[] = [
  'failed',
  'timed-out',
  'too-large',
  'not-utf8',
  'invalid-metadata',
  'hidden-characters',
  'unusable-commands',
  'unsafe-name',
  'name-mismatch',
  'not-executable',
];

/** A cache that somebody else wrote may say anything; what it says is shown, and stands for no more than "left out". */
function asSkipCode(code: string): SkipCode {
  return REMEMBERED.find((known) => known === code) ?? 'failed';
}

interface RememberedOutcome {
  /** Of its file, and of those that it hands over to. */
  readonly stamp: string;
  /** `answered`, or that of the skip. */
  readonly code: string;
  readonly reason: string;
}

/** By where the program was found; so that nobody is asked twice for nothing. */
export type ProbeCache = ReadonlyMap<string, RememberedOutcome>;

/** Counts up when the questions or what counts as an answer change. */
const VERSION = 2;

/** Reads what came of the questions of earlier scans; see `readCacheFile`. */
export async function loadProbeCache(path: string): Promise<ProbeCache> {
  const outcomes = (await readCacheFile(path, VERSION))?.['outcomes'];
  return new Map(Array.isArray(outcomes) ? outcomes.flatMap(readEntry) : []);
}

export function saveProbeCache(path: string, cache: ProbeCache): Promise<void> {
  return saveCacheFile(path, VERSION, { outcomes: [...cache] });
}

function readEntry(entry: unknown): [string, RememberedOutcome][] {
  if (!Array.isArray(entry)) return [];
  const [path, outcome]: unknown[] = entry;
  if (typeof path !== 'string' || !isRecord(outcome)) return [];
  const { stamp, code, reason } = outcome;
  if (typeof stamp !== 'string' || typeof code !== 'string' || typeof reason !== 'string') return [];
  return [[path, { stamp, code, reason }]];
}
