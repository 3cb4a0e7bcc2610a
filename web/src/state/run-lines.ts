/** A run in words. */
import type { CallRun } from './call-run.ts';

/** What is going on, in one line. */
export function phaseLine({ phase, result, problem }: Pick<CallRun, 'phase' | 'result' | 'problem'>): string {
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

/** How the process ended, for example `"exit 0 after 1.2 s, output cut at its limit"`. */
export function exitLine({ exitCode, duration, timedOut, truncated }: NonNullable<CallRun['exit']>): string {
  const code = exitCode === null ? 'ended by a signal' : `exit ${exitCode}`;
  const time = duration < 1000 ? `${Math.round(duration)} ms` : `${(duration / 1000).toFixed(1)} s`;
  return [`${code} after ${time}`, timedOut && 'time limit reached', truncated && 'output cut at its limit']
    .filter(Boolean)
    .join(', ');
}

/** What held the process and what it left for other programs, for example `"In a sandbox: no network, nothing to write to"`. */
export function sandboxLine(sandbox: NonNullable<CallRun['exit']>['sandbox']): string | undefined {
  if (sandbox === undefined) return undefined;
  if (!sandbox.applied) return ['Not in a sandbox', ...sandbox.notes].join(': ');
  const network = sandbox.network ? 'network' : 'no network';
  const writable = sandbox.writable.length === 0 ? 'nothing to write to' : `may write ${sandbox.writable.join(', ')}`;
  const held = `In a sandbox: ${network}, ${writable}`;
  return sandbox.planted ? [held, ...sandbox.notes].join('. ') : held;
}
