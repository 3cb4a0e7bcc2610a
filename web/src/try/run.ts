/** The last run, as the companion's events tell it; nothing of it is stored. */
import type { CallEvent, DecisionRequest, Kept, Problem } from '@atip/companion';
import type { Provider, ToolCall, SandboxAccess, SandboxMode } from '@atip/core';
import { stated } from '@atip/core/internal';
import { useEffect, useReducer, useRef } from 'react';
import type { KeptScope } from '../computer/client.ts';
import type { Companion } from '../computer/companion.ts';
import type { PlainPolicy } from '../document/working-copy.ts';
import { countOf } from '../text/words.ts';
import { visibleArgument } from '../text/visible-text.ts';

type DataOf<Event extends CallEvent['event']> = Extract<CallEvent, { readonly event: Event }>['data'];

export type Question = DataOf<'confirmation-required'>;
export type Remember = NonNullable<DecisionRequest['remember']>;

export interface RunRequest {
  readonly call: ToolCall;
  readonly provider: Provider;
  /** Absent: only the companion's own. */
  readonly policy?: PlainPolicy | undefined;
}

export interface PageRun {
  readonly id: number;
  readonly request: RunRequest;
  /** ms since 1970, and so is `ended`, which is absent while the run is under way. */
  readonly started: number;
  readonly ended?: number;
  readonly phase: 'starting' | 'waiting' | 'running' | 'done' | 'declined' | 'failed' | 'cancelled';
  readonly accepted?: DataOf<'accepted'>;
  /** Present only while a person has to decide. */
  readonly question?: Question;
  readonly output: readonly { readonly stream: 'stdout' | 'stderr'; readonly text: string }[];
  /** UTF-16 units that `output` lost from its start to keep the page quick. */
  readonly dropped: number;
  readonly exit?: DataOf<'exit'>;
  readonly result?: DataOf<'result'>;
  /** Rules that answers of this visit have added to the companion's policy, without those taken back. */
  readonly kept: readonly Kept[];
  readonly problem?: Pick<Problem, 'title' | 'detail' | 'code'>;
}

type RunNews =
  | CallEvent
  | { readonly event: 'error'; readonly data: NonNullable<PageRun['problem']> }
  | { readonly event: 'start'; readonly request: RunRequest }
  | { readonly event: 'decided' | 'cancelled' }
  | { readonly event: 'kept' | 'forgotten'; readonly kept: Kept };

export interface RunAction {
  readonly id: number;
  readonly now: number;
  readonly news: RunNews;
}

/** Most output kept on screen, in UTF-16 units; the result has all of it up to the companion's own limit. */
export const MAX_SHOWN_OUTPUT = 262_144;

function isUnderway({ phase }: Pick<PageRun, 'phase'>): boolean {
  return phase === 'starting' || phase === 'waiting' || phase === 'running';
}

/** Applies an event; those of an earlier or a finished run change nothing. */
export function updateRun(run: PageRun | undefined, { id, now, news }: RunAction): PageRun | undefined {
  if (news.event === 'start') {
    // Rules that earlier answers added can still be taken back.
    const kept = run?.kept ?? [];
    return { id, request: news.request, started: now, phase: 'starting', output: [], dropped: 0, kept };
  }
  if (run?.id !== id) return run;
  // Also of a run that is over.
  if (news.event === 'kept') return { ...run, kept: [...run.kept, news.kept] };
  if (news.event === 'forgotten') return { ...run, kept: run.kept.filter((one) => one.id !== news.kept.id) };
  if (!isUnderway(run)) return run;
  const next = advanced(run, news);
  return isUnderway(next) ? next : { ...next, ended: now };
}

const BROKEN_OFF = {
  code: 'stream-ended',
  title: 'The connection broke',
  detail:
    'The connection ended before the result. Look at the terminal where the companion runs; the call may have run.',
};

/** Codes of a question that a person answered with no, or too late. */
const NOT_APPROVED: ReadonlySet<string> = new Set(['confirmation-denied', 'confirmation-lapsed']);

function advanced(run: PageRun, news: RunNews): PageRun {
  // Any event after a question answers it; in the companion's terminal that happens unseen from here.
  const { question: _answered, ...rest } = run;
  switch (news.event) {
    case 'accepted':
      return { ...rest, phase: 'running', accepted: news.data };
    case 'confirmation-required':
      return { ...rest, phase: 'waiting', question: news.data };
    case 'decided':
      return { ...rest, phase: 'running' };
    case 'confirmed':
      return { ...rest, phase: 'running', kept: [...rest.kept, ...(news.data.kept ? [news.data.kept] : [])] };
    case 'stdout':
    case 'stderr':
      return withOutput({ ...rest, phase: 'running' }, { stream: news.event, text: news.data.text });
    case 'exit':
      return { ...rest, exit: news.data };
    case 'result':
      return { ...rest, phase: 'done', result: news.data };
    case 'error':
      return { ...rest, phase: NOT_APPROVED.has(news.data.code) ? 'declined' : 'failed', problem: news.data };
    case 'cancelled':
      return { ...rest, phase: 'cancelled' };
    default:
      // A newer companion may send others.
      return run;
  }
}

function withOutput(run: PageRun, piece: PageRun['output'][number]): PageRun {
  const last = run.output.at(-1);
  const output =
    last?.stream === piece.stream
      ? run.output.with(-1, { ...piece, text: last.text + piece.text })
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

export function useRun({ client, token }: Companion) {
  const [run, dispatch] = useReducer(updateRun, undefined);
  const connection = useRef<AbortController>(null);
  const lastId = useRef(0);
  useEffect(() => () => connection.current?.abort(), []);
  const underway = run !== undefined && isUnderway(run);

  const start = (request: RunRequest): void => {
    if (token === undefined || underway) return;
    const mine = new AbortController();
    connection.current?.abort();
    connection.current = mine;
    lastId.current += 1;
    const id = lastId.current;
    const tell = (news: RunNews): void => dispatch({ id, now: Date.now(), news });
    tell({ event: 'start', request });
    const onEvent = (event: CallEvent): void => {
      if (connection.current === mine) tell(event);
    };
    void client.runCall(token, stated(request), onEvent, mine.signal).then((answer) => {
      if (answer.ok) tell({ event: 'error', data: BROKEN_OFF });
      else if (answer.problem.code === 'aborted') tell({ event: 'cancelled' });
      else tell({ event: 'error', data: answer.problem });
    });
  };

  const decide = (approve: boolean, remember?: Remember): void => {
    if (run?.question === undefined || token === undefined) return;
    const { id, question } = run;
    dispatch({ id, now: Date.now(), news: { event: 'decided' } });
    void client.decide(token, question.id, stated({ approve, hash: question.hash, remember })).then((answer) => {
      if (!answer.ok) dispatch({ id, now: Date.now(), news: { event: 'error', data: answer.problem } });
    });
  };

  /** Allows a host that a run was refused. @returns the reason of a failure */
  const keepHost = async (id: number, host: string, scope: KeptScope): Promise<string | undefined> => {
    if (token === undefined) return undefined;
    const answer = await client.keepHost(token, host, scope);
    if (!answer.ok) return answer.problem.detail;
    dispatch({ id, now: Date.now(), news: { event: 'kept', kept: answer.value } });
    return undefined;
  };

  /** Takes back the rule that an answer added. @returns the reason of a failure */
  const forget = async (id: number, kept: Kept): Promise<string | undefined> => {
    if (token === undefined) return undefined;
    const answer = await client.forget(token, kept.id);
    if (!answer.ok) return answer.problem.detail;
    dispatch({ id, now: Date.now(), news: { event: 'forgotten', kept } });
    return undefined;
  };

  const cancel = (): void => {
    if (run === undefined) return;
    const mine = connection.current;
    const callId = run.accepted?.id ?? run.question?.id;
    dispatch({ id: run.id, now: Date.now(), news: { event: 'cancelled' } });
    // The companion ends a call when its page is gone, so closing the connection always works.
    if (callId === undefined || token === undefined) mine?.abort();
    else void client.cancel(token, callId).then(() => mine?.abort());
  };

  return { run, underway, start, decide, keepHost, forget, cancel };
}

/** Longest command line on a button, in UTF-16 units. */
const MAX_LENGTH = 48;

/**
 * The words of the approving button: the action instead of "OK".
 *
 * Shape: `["/usr/bin/git", "branch", "-D", "old"]` → `"Run git branch -D old"`. A longer one is cut between two arguments
 * and says what is missing: `"Run sh -c … (2 arguments, 16,020 characters)"`. The dialog shows every argument whole.
 */
export function verbOf([executable = '', ...rest]: readonly string[]): string {
  const words = [executable.replace(/^.*[/\\](?=.)/, ''), ...rest].map(visibleArgument);
  const line = words.join(' ');
  if (line.length <= MAX_LENGTH) return `Run ${line}`;
  let start = '';
  for (const word of words) {
    if (start.length + word.length >= MAX_LENGTH) break;
    start += `${word} `;
  }
  const characters = rest.reduce((sum, argument) => sum + argument.length, 0);
  return `Run ${start}… (${countOf(rest.length, 'argument')}, ${countOf(characters, 'character')})`;
}

const PHASES: Readonly<Record<PageRun['phase'], string>> = {
  starting: 'Asking the companion…',
  waiting: 'Waiting for your answer',
  running: 'Running…',
  done: 'Done',
  declined: 'You said no; nothing ran.',
  failed: 'It did not finish',
  cancelled: 'You cancelled it',
};

export function phaseLine({ phase, result, problem }: Pick<PageRun, 'phase' | 'result' | 'problem'>): string {
  if (phase === 'done' && result?.success === false) return 'The command reported a failure';
  if (phase === 'declined' && problem?.code !== 'confirmation-denied') return 'No answer came in time; nothing ran.';
  return PHASES[phase];
}

/** Seconds as a clock shows them: `102` → `"1:42"`. */
export function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A time in words: `"840 ms"`, `"12.4 s"`, `"3 min 5 s"`. */
function durationOf(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** The end of the process, for example `"exit 0 after 1.2 s, output cut at its limit"`. */
export function exitLine({ exitCode, duration, timedOut, truncated }: NonNullable<PageRun['exit']>): string {
  const code = exitCode === null ? 'ended by a signal' : `exit ${exitCode}`;
  const limits = [timedOut && 'time limit reached', truncated && 'output cut at its limit'];
  return [`${code} after ${durationOf(duration)}`, ...limits].filter(Boolean).join(', ');
}

/** Names the limits on the process, for example `"In a sandbox: no network, no file changes"`. */
export function sandboxLine(sandbox: NonNullable<NonNullable<PageRun['exit']>['sandbox']>): string {
  if (!sandbox.applied) return ['Not in a sandbox', ...sandbox.notes].join(': ');
  const network = sandbox.connections ? 'the hosts of the policy' : sandbox.network ? 'network' : 'no network';
  const writable = sandbox.writable.length === 0 ? 'no file changes' : `may write ${sandbox.writable.join(', ')}`;
  const { planted, notes, temporary } = sandbox;
  const left = temporary ? [`It left ${temporary.names.join(', ')} in its /tmp, which is ${temporary.directory}`] : [];
  return [`In a sandbox: ${network}, ${writable}`, ...left, ...(planted ? notes : [])].join('. ');
}

const SANDBOX_MODES: Readonly<Record<SandboxMode, string>> = {
  required: 'Runs only in a sandbox.',
  preferred: 'Runs in a sandbox where one works; otherwise without, and the result says so.',
  off: 'Runs without a sandbox: the program has all your rights.',
};

/** The limits on a call, a sentence each; a limit that follows from a gap in the document says so. */
export function sandboxSentences(mode: SandboxMode, access: SandboxAccess): readonly string[] {
  if (mode === 'off') return [SANDBOX_MODES.off];
  const { network, changes, emptyHome, unstated } = access;
  const silent = (fact: SandboxAccess['unstated'][number]): string =>
    unstated.includes(fact) ? ' (the document does not ask for more)' : '';
  const places = changes === 'working-directory' ? ['files in its directory'] : changes;
  const changed = places === 'nothing' ? places : `${places.join(', ')}, within the directories of the companion`;
  return [
    SANDBOX_MODES[mode],
    `${network ? 'It may use the network' : 'It gets no network'}${silent('network')}.`,
    `It may change ${changed}${silent('changes')}.`,
    emptyHome ? 'It sees an empty home directory.' : 'It may read your home directory, except keys and tokens.',
  ];
}
