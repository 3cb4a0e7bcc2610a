/** The runs of this visit, as the companion's events tell them; nothing of them is stored. */
import type { CallEvent, Problem } from '@atip/companion';
import type { Message, Provider, ToolCall } from '@atip/core';
import { useEffect, useReducer, useRef } from 'react';
import type { Companion } from '../../companion/companion.ts';
import type { PlainPolicy } from '../../document/working-copy.ts';

type DataOf<Event extends CallEvent['event']> = Extract<CallEvent, { readonly event: Event }>['data'];

export type Question = DataOf<'confirmation-required'>;

export interface RunRequest {
  readonly call: ToolCall;
  readonly provider: Provider;
  /** Absent: only the companion's own. */
  readonly policy?: PlainPolicy;
}

interface OutputPiece {
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

export interface Run {
  readonly id: number;
  readonly request: RunRequest;
  /** ms since 1970, and so is `ended`, which is absent while the run is under way. */
  readonly started: number;
  readonly ended?: number;
  readonly phase: 'starting' | 'waiting' | 'running' | 'done' | 'declined' | 'failed' | 'cancelled';
  readonly accepted?: DataOf<'accepted'>;
  /** Present only while a person has to decide. */
  readonly question?: Question;
  readonly output: readonly OutputPiece[];
  /** UTF-16 units that `output` lost from its start to keep the page quick. */
  readonly dropped: number;
  readonly exit?: DataOf<'exit'>;
  readonly result?: { readonly success: boolean; readonly content: string; readonly message: Message };
  readonly problem?: Pick<Problem, 'title' | 'detail' | 'code'>;
}

export type RunAction = { readonly id: number; readonly now: number } & (
  | { readonly type: 'start'; readonly request: RunRequest }
  | { readonly type: 'event'; readonly event: CallEvent }
  | { readonly type: 'decided' | 'cancelled' | 'closed' }
  | { readonly type: 'failed'; readonly problem: NonNullable<Run['problem']> }
);

export const MAX_RUNS = 20;

/** Most output kept on screen, in UTF-16 units; the result has all of it up to the companion's own bound. */
export const MAX_SHOWN_OUTPUT = 262_144;

function isUnderway({ phase }: Pick<Run, 'phase'>): boolean {
  return phase === 'starting' || phase === 'waiting' || phase === 'running';
}

/** Applies what happened, the newest run first; news of a run that is forgotten, or over, change nothing. */
export function updateRuns(runs: readonly Run[], action: RunAction): readonly Run[] {
  const { id, now } = action;
  if (action.type === 'start') {
    const run: Run = { id, request: action.request, started: now, phase: 'starting', output: [], dropped: 0 };
    return [run, ...runs].slice(0, MAX_RUNS);
  }
  return runs.map((run) => {
    if (run.id !== id || !isUnderway(run)) return run;
    const next = advanced(run, action);
    return isUnderway(next) ? next : { ...next, ended: now };
  });
}

const BROKEN_OFF = {
  code: 'stream-ended',
  title: 'The companion broke off',
  detail:
    'The connection ended before the result. Look at the terminal where the companion runs; the call may have run.',
};

function advanced(run: Run, action: Exclude<RunAction, { readonly type: 'start' }>): Run {
  if (action.type === 'event') return withEvent(run, action.event);
  const { question: _answered, ...rest } = run;
  switch (action.type) {
    case 'decided':
      return { ...rest, phase: 'running' };
    case 'failed':
      return { ...rest, phase: 'failed', problem: action.problem };
    case 'cancelled':
      return { ...rest, phase: 'cancelled' };
    case 'closed':
      return { ...rest, phase: 'failed', problem: BROKEN_OFF };
  }
}

/** Codes of a question that a person answered with no, or not in time. */
const NOT_APPROVED: ReadonlySet<string> = new Set(['confirmation-denied', 'confirmation-lapsed']);

function withEvent(run: Run, event: CallEvent): Run {
  // Any event after a question answers it; in the companion's terminal that happens unseen from here.
  const { question: _answered, ...rest } = run;
  switch (event.event) {
    case 'accepted':
      return { ...run, phase: 'running', accepted: event.data };
    case 'confirmation-required':
      return { ...run, phase: 'waiting', question: event.data };
    case 'confirmed':
      return { ...rest, phase: 'running' };
    case 'stdout':
    case 'stderr':
      return withOutput({ ...rest, phase: 'running' }, { stream: event.event, text: event.data.text });
    case 'exit':
      return { ...rest, exit: event.data };
    case 'result':
      return { ...rest, phase: 'done', result: event.data };
    case 'error':
      return { ...rest, phase: NOT_APPROVED.has(event.data.code) ? 'declined' : 'failed', problem: event.data };
  }
}

function withOutput(run: Run, piece: OutputPiece): Run {
  const last = run.output.at(-1);
  const output =
    last?.stream === piece.stream
      ? [...run.output.slice(0, -1), { ...piece, text: last.text + piece.text }]
      : [...run.output, piece];
  const excess = Math.max(0, output.reduce((sum, { text }) => sum + text.length, 0) - MAX_SHOWN_OUTPUT);
  let left = excess;
  const kept = output.flatMap(({ stream, text }) => {
    const cut = Math.min(left, text.length);
    left -= cut;
    return cut < text.length ? [{ stream, text: text.slice(cut) }] : [];
  });
  return { ...run, output: kept, dropped: run.dropped + excess };
}

/** Runs one call at a time through the companion and follows its events. */
export function useRuns({ client, token }: Companion) {
  const [runs, dispatch] = useReducer(updateRuns, []);
  const connection = useRef<AbortController>(null);
  const lastId = useRef(0);
  useEffect(() => () => connection.current?.abort(), []);
  const newest = runs[0];
  const underway = newest !== undefined && isUnderway(newest);

  const start = (request: RunRequest): number | undefined => {
    if (token === undefined || underway) return undefined;
    const mine = new AbortController();
    connection.current?.abort();
    connection.current = mine;
    lastId.current += 1;
    const id = lastId.current;
    const now = Date.now;
    dispatch({ type: 'start', id, request, now: now() });
    const onEvent = (event: CallEvent): void => {
      if (connection.current === mine) dispatch({ type: 'event', id, event, now: now() });
    };
    void client.runCall(token, request, onEvent, mine.signal).then((answer) => {
      if (answer.ok) dispatch({ type: 'closed', id, now: now() });
      else if (answer.problem.code === 'aborted') dispatch({ type: 'cancelled', id, now: now() });
      else dispatch({ type: 'failed', id, problem: answer.problem, now: now() });
    });
    return id;
  };

  const decide = (approve: boolean): void => {
    const question = newest?.question;
    if (newest === undefined || question === undefined || token === undefined) return;
    const { id } = newest;
    dispatch({ type: 'decided', id, now: Date.now() });
    void client.decide(token, question.id, approve, question.hash).then((answer) => {
      if (!answer.ok) dispatch({ type: 'failed', id, problem: answer.problem, now: Date.now() });
    });
  };

  const cancel = (): void => {
    if (newest === undefined) return;
    const mine = connection.current;
    const callId = newest.accepted?.id ?? newest.question?.id;
    dispatch({ type: 'cancelled', id: newest.id, now: Date.now() });
    // The companion ends a call whose page is gone, so closing the connection is the way that always works.
    if (callId === undefined || token === undefined) mine?.abort();
    else void client.cancel(token, callId).then(() => mine?.abort());
  };

  return { runs, underway, start, decide, cancel };
}
