/** The runs of this visit; nothing of them is stored. */
import type { Provider, ToolCall } from '@atip/core';
import { type CallRun, type CallRunAction, isUnderway, NEW_RUN, updateRun } from './call-run.ts';
import type { PlainPolicy } from './working-copy.ts';

/** What was asked of the companion. */
export interface RunRequest {
  readonly call: ToolCall;
  readonly provider: Provider;
  /** Absent: only the companion's own. */
  readonly policy?: PlainPolicy;
}

export interface RunRecord {
  /** Counts up from 1. */
  readonly id: number;
  readonly request: RunRequest;
  /** ms since 1970. */
  readonly started: number;
  /** Absent while it is under way. */
  readonly ended?: number;
  readonly run: CallRun;
}

/** Newest first. */
export type RunHistory = readonly RunRecord[];

export type RunHistoryAction =
  | { readonly type: 'start'; readonly id: number; readonly request: RunRequest; readonly now: number }
  | { readonly type: 'update'; readonly id: number; readonly action: CallRunAction; readonly now: number };

/** Runs kept; older ones are forgotten. */
export const MAX_RUNS = 20;

/** Applies what happened; news of a run that is forgotten, or over, changes nothing. */
export function updateHistory(history: RunHistory, action: RunHistoryAction): RunHistory {
  const { id, now } = action;
  if (action.type === 'start') {
    return [{ id, request: action.request, started: now, run: NEW_RUN }, ...history].slice(0, MAX_RUNS);
  }
  return history.map((record) =>
    record.id === id ? advanced(record, updateRun(record.run, action.action), now) : record,
  );
}

function advanced(record: RunRecord, run: CallRun, now: number): RunRecord {
  const isOver = record.ended === undefined && !isUnderway(run);
  return { ...record, run, ...(isOver && { ended: now }) };
}

/** A time in words: `"840 ms"`, `"12.4 s"`, `"3 min 5 s"`. */
export function durationOf(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
