import type { AtipEffects, SandboxReport } from '@atip/core';

export interface AuditTool {
  readonly name: string;
  /** Of its executable. */
  readonly path?: string;
  /** Over its executable's bytes. */
  readonly hash?: string;
}

/**
 * Why a call was refused before anything ran.
 *
 * `unknown`: no command has its name; `invalid`: its arguments are not what the command takes; `policy`: the policy denies it;
 * `unasked`: a person has to confirm it, and nobody could be asked; `declined`: a person said no; `unanswered`: no answer came in
 * time; `changed`: the program, the policy or the document was another one after the answer; `unrunnable`: its program is missing
 * or is not the one described, or no sandbox can hold it.
 */
export type AuditRefused =
  | 'unknown'
  | 'invalid'
  | 'policy'
  | 'unasked'
  | 'declined'
  | 'unanswered'
  | 'changed'
  | 'unrunnable';

export interface AuditDecision {
  readonly event: 'decision';
  /** The call's id; the same in its execution. */
  readonly call: string;
  /** On whose behalf: a person, an agent, a session. */
  readonly who: string;
  readonly tool: AuditTool;
  /** Names of the subcommands, from the tool's own to the last. */
  readonly command: readonly string[];
  /** Of a call for which none could be built: its name, then its arguments as `name=value`. */
  readonly argv: readonly string[];
  /** The directory in which the call would run. */
  readonly cwd?: string;
  /** Its standard input. Absent: it has none. */
  readonly input?: AuditInput;
  readonly effects: AtipEffects;
  readonly decision: 'allow' | 'confirm' | 'deny';
  /** The name of the rule that decided. */
  readonly rule?: string;
  readonly reasons: readonly string[];
  /** The person's answer; absent when nobody was asked, or no answer came. */
  readonly approved?: boolean;
  /** Absent: the call goes ahead, or the caller did not say why it does not. */
  readonly refused?: AuditRefused;
  /** Problems of an unknown or invalid call, for a person. */
  readonly problems?: readonly string[];
  /** Of a shell line: the commands that it starts, in their order. */
  readonly parts?: readonly AuditLinePart[];
  /** Set by the log where it keeps only the first KiB of a refused call's argv: bytes of the whole, as JSON. */
  readonly argvBytes?: number;
}

/** The standard input of a program, without its text. */
export interface AuditInput {
  readonly bytes: number;
  /** SHA-256 over it. */
  readonly hash: string;
  /** The call whose output it is, as its model could see that. Absent: the call itself gives it. */
  readonly call?: string;
}

/** One command of a shell line. */
export interface AuditLinePart {
  /** As the line names it. Absent: nobody knew it before, or there is none. */
  readonly program?: string;
  /** Absent: nobody describes it. */
  readonly command?: readonly string[];
  readonly decision: 'allow' | 'confirm' | 'deny';
  readonly rule?: string;
}

/** A file that a run left and another program would run, such as a first `.envrc`. */
export interface AuditPlanted {
  readonly path: string;
  /** Absent: it was left in its place. */
  readonly movedTo?: string;
  /** For a person. */
  readonly why: string;
}

export interface AuditExecution {
  readonly event: 'execution';
  readonly call: string;
  readonly who: string;
  readonly tool: AuditTool;
  readonly argv: readonly string[];
  readonly sandbox: SandboxReport;
  /** `null` when a signal ended it, or it never ran. */
  readonly exitCode: number | null;
  /** Milliseconds. */
  readonly duration: number;
  /** Counts all that the process wrote, also output that was not kept. */
  readonly bytes: { readonly stdout: number; readonly stderr: number };
  readonly timedOut: boolean;
  readonly truncated: boolean;
  /** Why it did not run. */
  readonly error?: string;
  /** Why it failed, as far as the sandbox tells; see `RunOutcome.reason`. */
  readonly reason?: string;
  readonly planted?: readonly AuditPlanted[];
}

export type AuditEvent = AuditDecision | AuditExecution;

/** The log's own event, written when it goes on after damage. */
export interface AuditRecovery {
  readonly event: 'recovered';
  /**
   * `torn-line`: a crash left the last line unfinished; its bytes are kept in `file`. `head-lost`: the head file was gone, so
   * lines before this one may be. `log-lost`: a log was begun here before and is gone.
   */
  readonly reason: 'torn-line' | 'head-lost' | 'log-lost';
  /** The file's name, without its directory. */
  readonly file?: string;
  readonly bytes?: number;
}

/** Where an event stands in the log. */
export interface AuditReceipt {
  /** From 1; no two lines of a log share one, in whichever of its two chains they stand. */
  readonly seq: number;
  /** Over the line, which names the hash of the line before in its chain: 64 hexadecimal digits. */
  readonly hash: string;
}

/** One line of the log. */
export type AuditEntry = AuditReceipt & {
  /** ISO 8601, UTC. */
  readonly time: string;
  /** The hash of the line before, in its chain. */
  readonly prev: string;
} & (AuditEvent | AuditRecovery);

/** Gets what is on record, after it is on the disk: redacted, and in the order of the log. */
export interface AuditLineSink {
  /** For messages, such as `syslog at 127.0.0.1:514`. */
  readonly name: string;
  /** Rejects when the entry could not be handed on. The next one is tried anew. */
  write(entry: AuditEntry): Promise<void>;
  close(): Promise<void>;
}

/** Notice for what was refused, warning for what was lost. */
export function severityOf(entry: AuditEntry): 'informational' | 'notice' | 'warning' {
  if (entry.event === 'recovered') return 'warning';
  const isRefused = entry.event === 'decision' && (entry.refused !== undefined || entry.decision === 'deny');
  return isRefused ? 'notice' : 'informational';
}

/** Refused calls have a chain, files and rotation of their own, so that they never push out the calls that ran. */
export type AuditPart = 'main' | 'refused';

/** When a file is full, and how many are kept. */
export interface AuditRotation {
  /** Bytes of a file before the next is begun. */
  readonly maxBytes: number;
  /** Files that are kept besides the one that is written. */
  readonly keep: number;
  /** Days after which entries go. Absent: never. */
  readonly keepDays?: number;
}

/** `AUDIT_DAMAGED`: a line or the log's end is not as it was written; `AUDIT_CLOSED`: the log was closed before. */
export type AuditLogErrorCode = 'AUDIT_DAMAGED' | 'AUDIT_CLOSED';

/** The audit log cannot do what it was asked to. */
export class AuditLogError extends Error {
  readonly code: AuditLogErrorCode;

  constructor(code: AuditLogErrorCode, message: string) {
    super(message);
    this.name = 'AuditLogError';
    this.code = code;
  }
}
