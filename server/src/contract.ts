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

/** RFC 9457 problem details; `code` is stable, `detail` is for a person. */
export interface Problem {
  readonly type: 'about:blank';
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly code: string;
}

export interface Health {
  readonly name: 'atip-companion';
  readonly version: string;
}

/** Where the companion found a tool's metadata. */
export type ToolOrigin = 'tools' | 'shims' | 'probed';

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
      };
    }
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
