import type {
  AtipEffects,
  AtipTool,
  ExecutionPolicy,
  FlatCommand,
  Issue,
  Message,
  PolicyDecision,
  Provider,
  SandboxReport,
  ToolCall,
  ToolCallValidation,
  TrustSource,
} from '@atip/core';
import type { AuditEntry } from '@atip/node';

/** RFC 9457 problem details; `code` is stable, `detail` is for a person. */
export interface Problem {
  readonly type: 'about:blank';
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly code: string;
}

export interface Health {
  readonly name: 'atip-companion' | 'atip-edge';
  readonly version: string;
}

/**
 * Where the companion found a tool's metadata: in directories, from the tool itself, which was discovered or named, among what it
 * brings along, or in the registry of a host, for example `registry:tools.example`.
 */
export type ToolOrigin = 'tools' | 'shims' | 'probed' | 'bundled' | `registry:${string}`;

export interface ToolSummary {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly origin: ToolOrigin;
  readonly trust: TrustSource;
  /** Absolute path; `null` when no such executable is on the PATH, so the tool can be shown but not run. */
  readonly executable: string | null;
  /** `sha256:` and 64 hex digits over the metadata's text. */
  readonly hash: string;
  /** Invocable commands. */
  readonly commands: number;
  readonly issues: readonly Issue[];
}

/** A file or executable that was looked at and left out. */
export interface SkippedTool {
  readonly source: string;
  readonly code: string;
  readonly reason: string;
}

export interface ToolList {
  readonly tools: readonly ToolSummary[];
  readonly skipped: readonly SkippedTool[];
}

export interface ToolDetail extends ToolSummary {
  readonly tool: AtipTool;
}

/** What a link's code is exchanged with. */
export interface SessionRequest {
  readonly code: string;
}

/** A person's answer about one call. */
export interface DecisionRequest {
  readonly approve: boolean;
  /** Of `confirmation-required`: an answer counts for that command only. */
  readonly hash: string;
}

/** What of a tool to load into the companion: names of commands at its top level. */
export interface CommandsRequest {
  readonly commands: readonly string[];
}

export interface DiscoveryRequest {
  /** True: what is remembered about programs does not count; all are read, and asked, anew. */
  readonly refresh?: boolean;
}

/** What a discovery did, in numbers. */
export interface DiscoveryCounts {
  /** PATH entries that counted. */
  readonly directories: number;
  readonly executables: number;
  readonly skipped: number;
  /** Verdicts about programs that were remembered. */
  readonly cached: number;
  /** Files that were read. */
  readonly read: number;
  /** Bytes that were read. */
  readonly bytes: number;
  /** Programs whose bytes say that they may describe themselves. */
  readonly marked: number;
  readonly canonical: number;
  /** Programs that were asked. */
  readonly asked: number;
  /** Processes that were started for it. */
  readonly started: number;
}

/** What `POST /discoveries` streams; `done` or `error` is the last, and the tools are in the list by then. */
export type DiscoveryEvent =
  | {
      readonly event: 'progress';
      readonly data: {
        /** Programs are read, then those that may describe themselves are asked. */
        readonly phase: 'screening' | 'asking';
        readonly done: number;
        /** Absent while it is not known. */
        readonly total?: number;
      };
    }
  | { readonly event: 'found'; readonly data: ToolSummary }
  | { readonly event: 'skipped'; readonly data: SkippedTool }
  | {
      readonly event: 'done';
      readonly data: {
        /** How many tools were found. */
        readonly found: number;
        readonly counts: DiscoveryCounts;
        /** In ms. */
        readonly duration: number;
      };
    }
  | { readonly event: 'error'; readonly data: Problem };

/** What is on record behind the number that was asked for, the oldest first. */
export interface AuditList {
  /** At most 500. */
  readonly entries: readonly AuditEntry[];
  /** Whether there are more behind the last. */
  readonly more: boolean;
}

/** Every rule of a policy; a person is asked over the call's own events. */
export type ClientPolicy = Omit<ExecutionPolicy, 'confirmationHandler'>;

export interface CallRequest {
  readonly call: ToolCall;
  /** May only narrow what the companion's own policy allows. */
  readonly policy?: ClientPolicy;
  /** Absent: `openai`. */
  readonly provider?: Provider;
}

/** Every stage of a call up to, and without, running it. */
export interface CallCheck {
  readonly tool: string;
  readonly path: FlatCommand['path'];
  readonly effects: AtipEffects;
  readonly executable: string;
  readonly validation: ToolCallValidation;
  readonly decision: PolicyDecision;
  /** Executable first, exactly as the process will get it and as `hash` has it. Absent while the arguments are invalid. */
  readonly argv?: readonly string[];
  readonly cwd: string;
  /** Binds an approval to executable, its content, argv, cwd and effects: `sha256:` and 64 hex digits. */
  readonly hash?: string;
}

/** What `POST /calls` streams: one server-sent event per member, `event:` is the tag, `data:` the rest as JSON. */
export type CallEvent =
  | { readonly event: 'accepted'; readonly data: { readonly id: string; readonly check: CallCheck } }
  | {
      readonly event: 'confirmation-required';
      readonly data: {
        readonly id: string;
        readonly hash: string;
        readonly executable: string;
        /** Exactly what `hash` is over; whoever shows it escapes it so that no two look the same. */
        readonly argv: readonly string[];
        readonly cwd: string;
        readonly effects: AtipEffects;
        readonly reasons: readonly string[];
        /** Milliseconds from now until the question lapses and the call is refused. */
        readonly expiresIn: number;
        /** Where it can be answered; in the terminal of the companion nobody else's decision counts. */
        readonly where: 'page' | 'terminal';
      };
    }
  /** A person said yes, here or in the terminal; the program runs once there is a place for it. */
  | { readonly event: 'confirmed'; readonly data: { readonly id: string } }
  | { readonly event: 'stdout' | 'stderr'; readonly data: { readonly text: string } }
  | {
      readonly event: 'exit';
      readonly data: {
        readonly exitCode: number | null;
        readonly duration: number;
        readonly timedOut: boolean;
        readonly truncated: boolean;
        /** What held the process. */
        readonly sandbox?: SandboxReport;
      };
    }
  | {
      readonly event: 'result';
      readonly data: { readonly success: boolean; readonly content: string; readonly message: Message };
    }
  | { readonly event: 'error'; readonly data: Problem };

/** The data of one kind of call event. */
export type CallEventData<Kind extends CallEvent['event'], Event = CallEvent> = Event extends {
  readonly event: infer Tag;
  readonly data: infer Data;
}
  ? Kind extends Tag
    ? Data
    : never
  : never;

/** What `POST /calls` answers with to `Accept: application/json`. */
export interface CallResult {
  readonly id: string;
  readonly check: CallCheck;
  readonly exit: CallEventData<'exit'>;
  readonly result: CallEventData<'result'>;
}
