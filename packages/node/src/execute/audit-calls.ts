import { type DecisionRecord, ExecutionError } from '@atip/core';
import type { AuditEvent } from '../audit/audit-event.ts';
import { systemErrorCode } from '../files/system-error.ts';
import type { LocateProgram, ToolRunEnd } from './create-tool-run.ts';

/** Where events are put on record, such as an `AuditLog`. */
export interface AuditSink {
  /** When it resolves, the event is on the disk. */
  append(event: AuditEvent): Promise<unknown>;
}

export interface AuditCallsSettings {
  readonly log: AuditSink;
  /** On whose behalf calls are made. */
  readonly who: string;
  readonly locate: LocateProgram;
  /** Values that tools are given, such as tokens; they are not put on record. Shorter than 8 characters are ignored. */
  readonly knownSecrets?: readonly string[];
  /**
   * Is told when a run that is over could not be put on record; its result is then not lost, and the next call's decision
   * meets the same problem before anything runs. Absent: the call fails with the log's error.
   */
  readonly onProblem?: ((error: unknown) => void) | undefined;
}

/** What puts an executor's calls on record. */
export interface CallAuditor {
  onDecision(record: DecisionRecord): Promise<void>;
  onEnd(end: ToolRunEnd): Promise<void>;
}

const NOT_STARTED = { applied: false, kind: 'none', network: false, writable: [], notes: [] } as const;

/** Puts every decision on record before anything runs, and every run after it has ended. @see ATIP 0.3 §11 */
export function auditCalls({ log, who, locate, knownSecrets = [], onProblem }: AuditCallsSettings): CallAuditor {
  const secrets = knownSecrets.filter((secret) => secret.length >= 8);
  const masked = (text: string): string =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '[REDACTED:known-secret]'), text);
  return {
    async onDecision({ call, mapping, argv, decision, approved }) {
      const { name } = mapping.tool;
      // What was asked for is on record also where its program is missing or was replaced; running it fails by itself.
      const program = await locate(name).catch(orNone);
      await log.append({
        event: 'decision',
        call: call.id,
        who,
        tool: { name, ...(program && { path: program.path, hash: program.hash }) },
        command: mapping.path,
        argv: (argv ?? []).map(masked),
        effects: mapping.effects,
        decision: decision.decision,
        ...(decision.rule !== undefined && { rule: decision.rule }),
        reasons: decision.violations.map(({ message }) => message),
        ...(approved !== undefined && { approved }),
      });
    },
    async onEnd({ argv, options, executable, hash, outcome, error }) {
      const appended = log.append({
        event: 'execution',
        call: options.call?.id ?? '',
        who,
        tool: {
          name: argv[0] ?? '',
          ...(executable && { path: executable.path }),
          ...(hash !== undefined && { hash }),
        },
        argv: argv.map(masked),
        sandbox: outcome?.sandbox ?? NOT_STARTED,
        exitCode: outcome?.exitCode ?? null,
        duration: outcome?.duration ?? 0,
        bytes: outcome?.bytes ?? { stdout: 0, stderr: 0 },
        timedOut: outcome?.timedOut ?? false,
        truncated: outcome?.truncated ?? false,
        ...(error !== undefined && { error: masked(error instanceof Error ? error.message : String(error)) }),
      });
      if (onProblem) await appended.catch(onProblem);
      else await appended;
    },
  };
}

function orNone(error: unknown): null {
  if (error instanceof ExecutionError || systemErrorCode(error) !== undefined) return null;
  throw error;
}
