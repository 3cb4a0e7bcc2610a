import type { AtipEffects, SandboxReport } from '@atip/core';

export interface AuditTool {
  readonly name: string;
  /** Path of its executable. */
  readonly path?: string | undefined;
  /** Hash over its executable's bytes. */
  readonly hash?: string | undefined;
}

/**
 * The reason for refusing a call before anything ran.
 *
 * `unknown`: no command has its name; `invalid`: its arguments do not fit the command; `policy`: the policy
 * denies it; `unasked`: a person has to confirm it, and no person could be asked; `declined`: the person refused;
 * `unanswered`: no answer came in time; `changed`: the program, the policy or the document changed before the answer;
 * `unrunnable`: its program is missing or is not the described one, or no sandbox works for it.
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
  /** The call's id; its execution has the same. */
  readonly call: string;
  /** The caller: a person, an agent, a session. */
  readonly who: string;
  readonly tool: AuditTool;
  /** Names of the subcommands, from the tool's own to the last. */
  readonly command: readonly string[];
  /** For a call without an argv: its name, then its arguments as `name=value`. */
  readonly argv: readonly string[];
  /** The directory in which the call would run. */
  readonly cwd?: string | undefined;
  /** Its standard input. Absent: none. */
  readonly input?: AuditInput | undefined;
  readonly effects: AtipEffects;
  readonly decision: 'allow' | 'confirm' | 'deny';
  /** The name of the rule that decided. */
  readonly rule?: string | undefined;
  readonly reasons: readonly string[];
  /** The person's answer; absent when no person was asked, or no answer came. */
  readonly approved?: boolean | undefined;
  /** Absent: the call runs, or the caller gave no reason. */
  readonly refused?: AuditRefused | undefined;
  /** Problems of an unknown or invalid call, for a person. */
  readonly problems?: readonly string[] | undefined;
  /** For a shell line: the commands that it starts, in order. */
  readonly parts?: readonly AuditLinePart[] | undefined;
  /** Set when the log keeps only the first KiB of a refused call's argv: bytes of the whole argv, as JSON. */
  readonly argvBytes?: number;
}

/** The standard input of a program, without its text. */
export interface AuditInput {
  readonly bytes: number;
  /** SHA-256 over the text. */
  readonly hash: string;
  /** The call whose redacted output it is. Absent: the call itself contains the text. */
  readonly call?: string | undefined;
}

/** One command of a shell line. */
export interface AuditLinePart {
  /** In the line's words. Absent: the program is known only at run time, or there is no program. */
  readonly program?: string | undefined;
  /** Absent: no document describes it. */
  readonly command?: readonly string[] | undefined;
  readonly decision: 'allow' | 'confirm' | 'deny';
  readonly rule?: string | undefined;
}

/** A file that a run left and another program would run, such as a first `.envrc`. */
export interface AuditPlanted {
  readonly path: string;
  /** Absent: it stays in its place. */
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
  /** Counts all bytes that the process wrote, even those that were not kept. */
  readonly bytes: { readonly stdout: number; readonly stderr: number };
  readonly timedOut: boolean;
  readonly truncated: boolean;
  /** Why it did not run. */
  readonly error?: string | undefined;
  /** Why it failed, as far as the sandbox knows; see `RunOutcome.reason`. */
  readonly reason?: string | undefined;
  readonly planted?: readonly AuditPlanted[] | undefined;
}

export type AuditEvent = AuditDecision | AuditExecution;

/** The log's own event, written when the log continues after damage. */
interface AuditRecovery {
  readonly event: 'recovered';
  /**
   * `torn-line`: a crash left the last line unfinished; its bytes are kept in `file`. `head-lost`: the head file was
   * missing, so lines before this one may be missing too. `log-lost`: an earlier log at this path is missing.
   */
  readonly reason: 'torn-line' | 'head-lost' | 'log-lost';
  /** The file's name, without its directory. */
  readonly file?: string;
  readonly bytes?: number;
}

/** The place of an event in the log. */
export interface AuditReceipt {
  /** From 1, without gaps. */
  readonly seq: number;
  /** SHA-256 of the rest of the line, which contains the hash of the previous line: 64 hexadecimal digits. */
  readonly hash: string;
}

/** One line of the log. */
export type AuditEntry = AuditReceipt & {
  /** ISO 8601, UTC. */
  readonly time: string;
  /** The hash of the previous line. */
  readonly prev: string;
} & (AuditEvent | AuditRecovery);

/** `AUDIT_DAMAGED`: a line or the log's end was changed; `AUDIT_CLOSED`: the log was closed before. */
type AuditLogErrorCode = 'AUDIT_DAMAGED' | 'AUDIT_CLOSED';

/** The audit log cannot fulfil the request. */
export class AuditLogError extends Error {
  readonly code: AuditLogErrorCode;

  constructor(code: AuditLogErrorCode, message: string) {
    super(message);
    this.name = 'AuditLogError';
    this.code = code;
  }
}
