import type { SandboxAccess, SandboxMode } from '@atip/core';
import { countOf } from '../text/words.ts';
import { visibleArgument } from '../text/visible-text.ts';
import type { Run } from './run.ts';

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

const PHASES: Readonly<Record<Run['phase'], string>> = {
  starting: 'Asking the companion…',
  waiting: 'Waiting for your answer',
  running: 'Running…',
  done: 'Done',
  declined: 'You said no; nothing ran.',
  failed: 'It did not finish',
  cancelled: 'You cancelled it',
};

export function phaseLine({ phase, result, problem }: Pick<Run, 'phase' | 'result' | 'problem'>): string {
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
export function exitLine({ exitCode, duration, timedOut, truncated }: NonNullable<Run['exit']>): string {
  const code = exitCode === null ? 'ended by a signal' : `exit ${exitCode}`;
  const limits = [timedOut && 'time limit reached', truncated && 'output cut at its limit'];
  return [`${code} after ${durationOf(duration)}`, ...limits].filter(Boolean).join(', ');
}

/** Names the limits on the process, for example `"In a sandbox: no network, no file changes"`. */
export function sandboxLine(sandbox: NonNullable<NonNullable<Run['exit']>['sandbox']>): string {
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
