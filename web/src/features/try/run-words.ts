import type { CallCheck, CallStop, SandboxAccess, SandboxMode } from '@atip/core';
import {
  type CompanionState,
  companionTool,
  HOSTED_ADVICE,
  NEW_LINK_ADVICE,
  START_ADVICE,
} from '../../companion/companion-state.ts';
import { countOf } from '../../text/words.ts';
import { visibleArgument } from '../../text/visible-text.ts';
import type { Run } from './runs.ts';

const STOPS: Readonly<Record<CallStop, string>> = {
  command: 'The call names no command of this document.',
  arguments: 'The arguments are not valid yet: see Validate.',
  argv: 'No safe command line can be built: see argv.',
};

/**
 * Why Run cannot be pressed for a call of `tool`, and what to do; `undefined` where it can.
 *
 * The companion decides again by its own metadata and policy; this only spares a person a refusal known beforehand.
 */
export function whyNotRun(
  { stoppedAt, decision }: Pick<CallCheck, 'stoppedAt' | 'decision'>,
  tool: string,
  companion: CompanionState,
): string | undefined {
  if (stoppedAt) return STOPS[stoppedAt];
  if (decision === 'deny') return 'The policy denies this call: see Policy.';
  switch (companion.kind) {
    case 'looking':
      return 'Looking for the companion…';
    case 'absent':
      return `Running needs the companion on your own machine. ${companion.isHosted ? HOSTED_ADVICE : START_ADVICE}`;
    case 'locked':
      return `The companion is there, but this page has no key to it. ${NEW_LINK_ADVICE}`;
    case 'lost':
      return `The companion does not answer (${companion.reason}). ${START_ADVICE}`;
  }
  const known = companionTool(companion, tool);
  if (known === undefined) {
    return `The companion does not know ${tool}. “Discover tools” in its panel finds what is installed; a document of your own goes into ~/.local/share/agent-tools/shims.`;
  }
  return known.executable === null
    ? `${tool} is not installed on the companion's machine: it is not on the PATH.`
    : undefined;
}

/** Longest command line on a button, in UTF-16 units. */
const MAX_LENGTH = 48;

/**
 * The approving button's words: what will happen instead of "OK".
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

export function phaseLine({ phase, result, problem }: Pick<Run, 'phase' | 'result' | 'problem'>): string {
  switch (phase) {
    case 'starting':
      return 'Asking the companion…';
    case 'waiting':
      return 'Waiting for your decision';
    case 'running':
      return 'Running…';
    case 'done':
      return result?.success === false ? 'The command reported a failure' : 'Done';
    case 'failed':
      return problem?.code === 'confirmation-denied' ? 'Not run: you said no' : 'Did not run to its end';
    case 'cancelled':
      return 'Cancelled';
  }
}

/** A time in words: `"840 ms"`, `"12.4 s"`, `"3 min 5 s"`. */
export function durationOf(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** How the process ended, for example `"exit 0 after 1.2 s, output cut at its limit"`. */
export function exitLine({ exitCode, duration, timedOut, truncated }: NonNullable<Run['exit']>): string {
  const code = exitCode === null ? 'ended by a signal' : `exit ${exitCode}`;
  const limits = [timedOut && 'time limit reached', truncated && 'output cut at its limit'];
  return [`${code} after ${durationOf(duration)}`, ...limits].filter(Boolean).join(', ');
}

/** Names the limits on the process, for example `"In a sandbox: no network, nothing to write to"`. */
export function sandboxLine(sandbox: NonNullable<NonNullable<Run['exit']>['sandbox']>): string {
  if (!sandbox.applied) return ['Not in a sandbox', ...sandbox.notes].join(': ');
  const network = sandbox.network ? 'network' : 'no network';
  const writable = sandbox.writable.length === 0 ? 'nothing to write to' : `may write ${sandbox.writable.join(', ')}`;
  return [`In a sandbox: ${network}, ${writable}`, ...(sandbox.planted ? sandbox.notes : [])].join('. ');
}

export const SANDBOX_MODES: Readonly<Record<SandboxMode, string>> = {
  required: 'required: where no sandbox works, the program is not started',
  preferred: 'preferred: where no sandbox works, the program runs without one, and the result says so',
  off: 'off: the program may do all that its user may do',
};

interface SandboxFact {
  readonly name: string;
  readonly said: string;
  /** True: not given because the metadata does not say that it is needed. */
  readonly missing: boolean;
}

/** Which accesses a sandbox would leave a call. */
export function sandboxFacts({ network, changes, emptyHome, unstated }: SandboxAccess): readonly SandboxFact[] {
  const home = emptyHome
    ? 'the system; its home directory is empty'
    : 'the system and the home directory, without the places of keys and tokens';
  return [
    { name: 'Network', said: network ? 'yes' : 'none', missing: unstated.includes('network') },
    { name: 'May change', said: changesOf(changes), missing: unstated.includes('changes') },
    { name: 'May read', said: home, missing: false },
  ];
}

function changesOf(changes: SandboxAccess['changes']): string {
  if (changes === 'nothing') return 'nothing that outlives it';
  const places = changes === 'working-directory' ? 'the directory it works in' : changes.join(', ');
  return `${places}, cut down to the directories that the companion was given`;
}
