import { basename } from 'node:path';
import { compileGlob } from '@atip/core/internal';
import type { AskedOutcome, ScanCache } from './scan-cache.ts';
import { type FoundCanonicalTool, probeCanonical, probeTool } from './probe-tool.ts';
import type { Asking } from './run-question.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { type FoundTool, type SkipCode, type SkippedTool, skip } from '../documents/tool-document.ts';

export interface Candidate {
  readonly foundAs: string;
  /** State of its file, and of the files that it starts. */
  readonly state: string;
  readonly question: 'agent' | 'schema';
  /** A person named it: it is asked even without a sandbox, and despite earlier answers. */
  readonly named: boolean;
}

export interface Answers {
  readonly found: readonly FoundTool[];
  readonly canonical: readonly FoundCanonicalTool[];
  readonly skipped: readonly SkippedTool[];
  /** For the next scan: why each candidate was skipped, or that it answered. */
  readonly outcomes: ScanCache['outcomes'];
  readonly asked: number;
}

export interface AskingMany extends Asking {
  /** Most questions at the same time; each may take two seconds, most of them waiting. By default 4. */
  readonly parallel?: number | undefined;
  /** Globs for names of programs that are only asked if a person names them. @see ATIP RFC 5.2 */
  readonly skip?: readonly string[] | undefined;
}

/** With a sandbox, if one was made, and the results of earlier scans. */
type Remembering = AskingMany & {
  readonly sandbox?: Sandbox | 'off' | undefined;
  readonly before: ScanCache['outcomes'];
};

/** Skip codes that may change with the next scan although the file stays the same. */
export const TRANSIENT: readonly SkipCode[] = ['no-sandbox', 'not-asked', 'changed', 'unreadable', 'not-executable'];

/**
 * Asks candidates to describe themselves, a few at once, and yields the number done. Asks no candidate twice in the
 * same state, and without a working sandbox only those that a person named.
 */
export async function* askCandidates(
  candidates: readonly Candidate[],
  asking: Remembering,
): AsyncGenerator<number, Answers, undefined> {
  const found: FoundTool[] = [];
  const canonical: FoundCanonicalTool[] = [];
  const skipped: SkippedTool[] = [];
  const outcomes = new Map<string, AskedOutcome>();
  const { parallel: atOnce = 4, signal } = asking;
  let asked = 0;
  let done = 0;
  signal?.throwIfAborted();
  for (let start = 0; start < candidates.length; start += atOnce) {
    const group = candidates.slice(start, start + atOnce);
    // Waits for all, so that nothing still runs when one fails.
    const settled = await Promise.allSettled(group.map((candidate) => askCandidate(candidate, asking)));
    // An answer that was ended early says nothing of the program.
    signal?.throwIfAborted();
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
        const remembered = code === 'timed-out' && wasAsked ? slowness(candidate, asking.before) : code;
        if (!TRANSIENT.includes(code))
          outcomes.set(candidate.foundAs, { stamp: candidate.state, code: remembered, reason });
      }
    }
    done += group.length;
    yield done;
  }
  return { found, canonical, skipped, outcomes, asked };
}

/** True if a person wants it asked, or no remembered result speaks against it. */
export function isWorthAsking({ state, named }: Candidate, before: AskedOutcome | undefined): boolean {
  return named || before?.stamp !== state || before.code === 'answered' || before.code === SLOW;
}

/** It was too slow once, perhaps because the machine was busy. */
export const SLOW = 'timed-out-once';

function slowness({ foundAs, state }: Candidate, before: ScanCache['outcomes']): string {
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

async function askCandidate(candidate: Candidate, asking: Remembering): Promise<CandidateReading> {
  const { foundAs, question, named } = candidate;
  if (!named && asking.skip?.some((pattern) => compileGlob(pattern)?.(basename(foundAs))) === true)
    return {
      reading: skip(foundAs, 'not-asked', 'It is on the list of programs that are not asked.'),
      wasAsked: false,
    };
  const before = asking.before.get(foundAs);
  if (before !== undefined && !isWorthAsking(candidate, before)) {
    return { reading: skip(foundAs, asSkipCode(before.code), before.reason), wasAsked: false };
  }
  const { sandbox } = asking;
  const isHeld = sandbox === 'off' || sandbox?.status.available === true;
  if (!named && !isHeld) {
    const reason =
      'It may describe itself, but no sandbox works here to ask it in. Name it to have it asked all the same.';
    return { reading: skip(foundAs, 'no-sandbox', reason), wasAsked: false };
  }
  // A person who names a program wants it asked in any case.
  const settled: Asking = isHeld || sandbox === undefined ? asking : { ...asking, sandbox: 'off' };
  if (question === 'agent') return { reading: await probeTool(foundAs, settled), wasAsked: true };
  const reading = await probeCanonical(foundAs, settled);
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

/** Another program may have written the cache: an unknown code counts as `failed`. */
function asSkipCode(code: string): SkipCode {
  return REMEMBERED.find((known) => known === code) ?? 'failed';
}
