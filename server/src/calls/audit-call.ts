import type { SandboxReport } from '@atip/core';
import type { CompanionPorts, CompanionRunOutcome } from '../ports/companion-ports.ts';
import type { PreparedCall } from './prepare-call.ts';
import { ProblemError } from '../http/problem.ts';

/** On whose behalf calls are made: the companion has one user, whoever was given its link. */
const WHO = 'companion';

const NOT_STARTED: SandboxReport = { applied: false, kind: 'none', network: false, writable: [], notes: [] };

/** What came of asking a person. */
export interface Answer {
  /** Absent: nobody was asked, or no answer came. */
  readonly approved?: boolean;
  /** Why no answer came. */
  readonly note?: string;
}

/**
 * Puts on record what was decided about a call. Nothing may run before.
 *
 * @param id the companion's, which no two calls share; a model can give two calls one id.
 * @throws ProblemError 500 `audit-failed` when it could not be written; the reason is reported, not told.
 * @see ATIP 0.3 §11
 */
export async function recordDecision(
  id: string,
  { argv, check, executable, identity, mapping }: PreparedCall,
  { approved, note }: Answer,
  ports: CompanionPorts,
): Promise<void> {
  const { decision, rule, violations } = check.decision;
  try {
    await ports.audit.append({
      event: 'decision',
      call: id,
      who: WHO,
      tool: { name: mapping.tool.name, path: executable.path, hash: identity.hash },
      command: mapping.path,
      argv: argv ?? [],
      effects: mapping.effects,
      decision,
      ...(rule !== undefined && { rule }),
      reasons: [...violations.map(({ message }) => message), ...(note === undefined ? [] : [note])],
      ...(approved !== undefined && { approved }),
    });
  } catch (cause) {
    ports.report(cause);
    const detail = 'The decision could not be put on record, so nothing ran. The terminal of the companion says why.';
    throw new ProblemError(500, 'audit-failed', detail, { cause });
  }
}

/** How an allowed call ended: with an outcome, or with what kept it from one. */
export interface CallEnd {
  readonly outcome?: CompanionRunOutcome;
  readonly error?: unknown;
}

/**
 * Puts on record how an allowed call ended, also one that could not be started.
 *
 * Never rejects: what ran has run, so a record that cannot be written is reported, and the next call's decision meets the
 * same problem before anything runs.
 */
export async function recordExecution(
  id: string,
  { argv, executable, identity, mapping }: PreparedCall,
  { outcome, error }: CallEnd,
  ports: CompanionPorts,
): Promise<void> {
  const { exitCode = null, duration = 0, timedOut = false, truncated = false } = outcome ?? {};
  const appended = ports.audit.append({
    event: 'execution',
    call: id,
    who: WHO,
    tool: { name: mapping.tool.name, path: executable.path, hash: identity.hash },
    argv: argv ?? [],
    sandbox: outcome?.sandbox ?? NOT_STARTED,
    exitCode,
    duration,
    bytes: outcome?.bytes ?? { stdout: 0, stderr: 0 },
    timedOut,
    truncated,
    ...(error !== undefined && { error: error instanceof Error ? error.message : String(error) }),
  });
  await appended.catch(ports.report);
}
