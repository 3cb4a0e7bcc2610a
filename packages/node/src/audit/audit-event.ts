import type { AtipEffects, SandboxReport } from '@atip/core';

/** The tool that a call is for. */
export interface AuditTool {
  readonly name: string;
  /** Of its executable. */
  readonly path?: string;
  /** Over its executable's bytes. */
  readonly hash?: string;
}

/** What was decided about a call, and why. */
export interface AuditDecision {
  readonly event: 'decision';
  /** The call's id; the same in its execution. */
  readonly call: string;
  /** On whose behalf: a person, an agent, a session. */
  readonly who: string;
  readonly tool: AuditTool;
  /** Names of the subcommands, from the tool's own to the last. */
  readonly command: readonly string[];
  readonly argv: readonly string[];
  readonly effects: AtipEffects;
  readonly decision: 'allow' | 'confirm' | 'deny';
  /** The name of the rule that decided. */
  readonly rule?: string;
  readonly reasons: readonly string[];
  /** What a person said; absent when nobody was asked, or no answer came. */
  readonly approved?: boolean;
}

/** What came of a process. */
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
  /** What the process wrote, whether it was kept or not. */
  readonly bytes: { readonly stdout: number; readonly stderr: number };
  readonly timedOut: boolean;
  readonly truncated: boolean;
  /** Why it did not run. */
  readonly error?: string;
}

/** What a caller puts on record. */
export type AuditEvent = AuditDecision | AuditExecution;

/** What the log itself puts on record when it goes on after something went wrong. */
export interface AuditRecovery {
  readonly event: 'recovered';
  /**
   * `torn-line`: the last line was not finished, as a crash leaves it; what there was of it is kept in `file`.
   * `head-lost`: the head file was missing or unreadable, so that lines may have been cut before this one.
   */
  readonly reason: 'torn-line' | 'head-lost';
  /** The file's name, without its directory. */
  readonly file?: string;
  readonly bytes?: number;
}

/** Where an event stands in the log. */
export interface AuditReceipt {
  /** From 1, without gaps. */
  readonly seq: number;
  /** Over the line, which names the hash of the line before: 64 hexadecimal digits. */
  readonly hash: string;
}

/** One line of the log. */
export type AuditEntry = AuditReceipt & {
  /** ISO 8601, UTC. */
  readonly time: string;
  /** The hash of the line before. */
  readonly prev: string;
} & (AuditEvent | AuditRecovery);
