/** One run through the companion, as its events tell it. */
import type { CallEvent, Problem } from '@atip/companion';
import type { Message } from '@atip/core';

type DataOf<Event extends CallEvent['event']> = Extract<CallEvent, { readonly event: Event }>['data'];

export type Question = DataOf<'confirmation-required'>;

export interface OutputPiece {
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

export interface CallRun {
  readonly phase: 'starting' | 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly accepted?: DataOf<'accepted'>;
  /** Present only while a person has to decide. */
  readonly question?: Question;
  readonly output: readonly OutputPiece[];
  /** UTF-16 units of `output` that were dropped from its start to keep the page quick. */
  readonly dropped: number;
  readonly exit?: DataOf<'exit'>;
  readonly result?: { readonly success: boolean; readonly content: string; readonly message: Message };
  readonly problem?: Pick<Problem, 'title' | 'detail' | 'code'>;
}

export type CallRunAction =
  | { readonly type: 'event'; readonly event: CallEvent }
  | { readonly type: 'decided' }
  | { readonly type: 'failed'; readonly problem: Pick<Problem, 'title' | 'detail' | 'code'> }
  | { readonly type: 'cancelled' }
  | { readonly type: 'closed' };

/** Most output kept on screen, in UTF-16 units; the result has all of it up to the companion's own bound. */
export const MAX_SHOWN_OUTPUT = 262_144;

export const NEW_RUN: CallRun = { phase: 'starting', output: [], dropped: 0 };

/** True while the companion may still send something. */
export function isUnderway(run: CallRun): boolean {
  return run.phase === 'starting' || run.phase === 'waiting' || run.phase === 'running';
}

/** Applies one event of the stream, or what happened around it. */
export function updateRun(run: CallRun, action: CallRunAction): CallRun {
  switch (action.type) {
    case 'event':
      return isUnderway(run) ? applyEvent(run, action.event) : run;
    case 'decided':
      return { ...withoutQuestion(run), phase: 'running' };
    case 'failed':
      return { ...withoutQuestion(run), phase: 'failed', problem: action.problem };
    case 'cancelled':
      return isUnderway(run) ? { ...withoutQuestion(run), phase: 'cancelled' } : run;
    case 'closed':
      return isUnderway(run) ? { ...withoutQuestion(run), phase: 'failed', problem: BROKEN_OFF } : run;
  }
}

const BROKEN_OFF = {
  code: 'stream-ended',
  title: 'The companion broke off',
  detail:
    'The connection ended before the result. Look at the terminal where the companion runs; the call may have run.',
};

function applyEvent(run: CallRun, event: CallEvent): CallRun {
  switch (event.event) {
    case 'accepted':
      return { ...run, phase: 'running', accepted: event.data };
    case 'confirmation-required':
      return { ...run, phase: 'waiting', question: event.data };
    case 'confirmed':
      // In the companion's terminal that happens unseen from here.
      return { ...withoutQuestion(run), phase: 'running' };
    case 'stdout':
    case 'stderr':
      // What speaks was approved, also by a companion that does not say so.
      return withOutput({ ...withoutQuestion(run), phase: 'running' }, { stream: event.event, text: event.data.text });
    case 'exit':
      return { ...withoutQuestion(run), exit: event.data };
    case 'result':
      return { ...withoutQuestion(run), phase: 'done', result: event.data };
    case 'error':
      return { ...withoutQuestion(run), phase: 'failed', problem: event.data };
  }
}

function withoutQuestion({ question: _answered, ...run }: CallRun): CallRun {
  return run;
}

function withOutput(run: CallRun, piece: OutputPiece): CallRun {
  const last = run.output.at(-1);
  const joined =
    last?.stream === piece.stream
      ? [...run.output.slice(0, -1), { stream: piece.stream, text: last.text + piece.text }]
      : [...run.output, piece];
  const excess = joined.reduce((sum, { text }) => sum + text.length, 0) - MAX_SHOWN_OUTPUT;
  return excess <= 0
    ? { ...run, output: joined }
    : { ...run, output: cutStart(joined, excess), dropped: run.dropped + excess };
}

function cutStart(pieces: readonly OutputPiece[], excess: number): readonly OutputPiece[] {
  const kept: OutputPiece[] = [];
  let left = excess;
  for (const piece of pieces) {
    const cut = Math.min(left, piece.text.length);
    left -= cut;
    if (cut < piece.text.length) kept.push({ stream: piece.stream, text: piece.text.slice(cut) });
  }
  return kept;
}
