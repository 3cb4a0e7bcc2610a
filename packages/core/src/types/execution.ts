import type { ToolCall } from './call.ts';
import type { NetworkRule, SandboxMode } from './policy.ts';
import type { CommandMapping } from './tool.ts';

/** The part of a platform's `AbortSignal` that core uses. */
export interface StopSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Answers the questions of a program at a terminal, within limits; the run's own time and output limits apply too. */
export interface Conversation {
  /**
   * Receives the redacted output since the last answer, at most its last 4,000 characters, and returns the line to
   * type. `undefined` ends the run.
   */
  readonly onPrompt: (prompt: string, turn: number) => string | undefined | Promise<string | undefined>;
  /** Answers, ≥ 1. Absent: 20. */
  readonly maxTurns?: number;
  /** Bytes of all answers. Absent: 64 KiB. */
  readonly maxInput?: number;
  /** Ms without output after an unfinished line before the program counts as waiting. Absent: 300. */
  readonly quiet?: number;
}

/** Settings of one run. */
export interface RunOptions {
  /** Working directory, absolute. Absent: the host's choice. */
  readonly cwd?: string | undefined;
  /** Wall-clock limit in ms, > 0. */
  readonly timeout: number;
  /** Bytes kept per stream, > 0. A tool may write more, which only `onOutput` gets. */
  readonly maxOutput: number;
  /**
   * How the command needs a person, after the policy allowed it: `stdin` on its standard input, `tty` at a terminal. A
   * host that cannot provide this throws InteractiveNotSupportedError. Absent: no person, and standard input is closed.
   */
  readonly interactive?: 'stdin' | 'tty' | undefined;
  /**
   * Text for the program's standard input, which then ends. Absent: standard input is closed, unless `interactive` is
   * set.
   */
  readonly input?: string | Uint8Array | undefined;
  /** Answers a program that has a terminal by `interactive`. */
  readonly conversation?: Conversation | undefined;
  /** The sandbox mode of the process. Absent: the host's choice. */
  readonly sandbox?: SandboxMode | undefined;
  /** The limit on the network access in its effects: none, or these hosts; it requires a sandbox. Absent: no limit. */
  readonly network?: Exclude<NetworkRule, 'all'> | undefined;
  /** The call of this run, for a host that builds a sandbox from its effects or keeps a record. */
  readonly call?: { readonly id: string; readonly mapping: CommandMapping };
  /** Ends the run early. */
  readonly signal?: StopSignal | undefined;
  /**
   * Called with each decoded piece as it arrives, before any redaction. A promise pauses reading of that stream until
   * it resolves, so that the program waits; the end of the run does not wait for it.
   */
  readonly onOutput?: ((stream: 'stdout' | 'stderr', text: string) => void | Promise<void>) | undefined;
}

/** The end of a process; the same shape for success and failure. */
export interface RunOutcome {
  /** `null` when a signal ended it or it never started. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Wall-clock time in ms. */
  readonly duration: number;
  /** True: it wrote more than is kept. */
  readonly truncated: boolean;
  readonly timedOut: boolean;
  /** The sandbox of the process. Absent: unknown, so assume that it had no sandbox. */
  readonly sandbox?: SandboxReport;
  /**
   * Further notices about the run for the model and the person, one sentence each, without absolute paths. Absent:
   * none.
   */
  readonly notices?: readonly string[];
  /**
   * Why the run failed, if the host knows more than the program, with the setting that would change it: the sandbox
   * rule that it most likely hit, or the login that it was not given. Without absolute paths. Absent: unknown.
   */
  readonly reason?: string;
}

/** The port through which core reaches a process. */
export type RunPort = (argv: readonly string[], options: RunOptions) => Promise<RunOutcome>;

export interface ExecutionResult extends RunOutcome {
  /** True when the exit code is 0 and the run was not timed out. */
  readonly success: boolean;
  readonly command: readonly string[];
  readonly toolCallId: string;
  readonly toolName: string;
}

export interface FormattedResult {
  /** Redacted and bounded: may be sent to a model. */
  readonly content: string;
  readonly success: boolean;
  /** The original output, secrets included: for the host only. */
  readonly raw: ExecutionResult;
}

/** The sandbox of a process during its run. */
export interface SandboxReport {
  /** False: the process could do everything its user may do. */
  readonly applied: boolean;
  readonly kind: 'bubblewrap' | 'none';
  /** False: it reached no network, not even this machine's services, except `connections`. */
  readonly network: boolean;
  /**
   * Hosts that it requested, at most 100. Present if it reached the policy's hosts through a proxy, without a network
   * of its own.
   */
  readonly connections?: readonly NetworkAttempt[];
  /** Absolute paths that it could change; empty: it could change nothing that outlives it. */
  readonly writable: readonly string[];
  /** For a person: why it was not applied, or which of the document's accesses were not given. */
  readonly notes: readonly string[];
  /** Files that the run left and that other programs run or obey; absent without such files. */
  readonly planted?: PlantedReport;
  /** Files that the run left in its `/tmp`: at most ten names, and their directory. */
  readonly temporary?: { readonly directory: string; readonly names: readonly string[] };
}

/** A host that a run requested from its proxy. */
export interface NetworkAttempt {
  /** A name in lower case and punycode, or an address; for a request with neither, its beginning. */
  readonly host: string;
  readonly port: number;
  /** Number of attempts, ≥ 1. */
  readonly count: number;
  /**
   * Why the connection failed. Absent: it succeeded. `host`, `port`: no rule lists it; `address`: the request has an
   * address instead of a name, and no rule lists it; `private`: the name resolves to addresses that are not public;
   * `malformed`: the request has no host; `unresolved`: the name has no address; `unreachable`: no host answered.
   */
  readonly refused?: 'host' | 'port' | 'address' | 'private' | 'malformed' | 'unresolved' | 'unreachable';
}

/** Files that a run left in writable directories and that other programs run or obey automatically. */
export interface PlantedReport {
  /** New files that were moved away, and their new places. */
  readonly movedAside: readonly { readonly path: string; readonly movedTo: string; readonly why: string }[];
  /** Existing files that the run changed. */
  readonly changed: readonly { readonly path: string; readonly runs: string }[];
  /** New files left in place, because the command is meant to create them, or because they could not be moved. */
  readonly named: readonly { readonly path: string; readonly runs: string }[];
  /** Directories in which no tool runs until a person has reviewed them. */
  readonly held: readonly string[];
  /** Why the lists are incomplete. */
  readonly incomplete?: string;
}

/** The access that a sandbox gives a command because its document states it. */
export interface SandboxAccess {
  readonly network: boolean;
  /** The places that may be changed, in the document's words, such as `"~/.cache/npm"` or `"build"`. */
  readonly changes: 'nothing' | 'working-directory' | readonly string[];
  /** True: the document states that the command reads no files, so the home directory is empty. */
  readonly emptyHome: boolean;
  /** Accesses that the document does not state, and that are therefore not given. */
  readonly unstated: readonly ('network' | 'changes')[];
}

/** One command that an agent ran, as it is shared with others. */
export interface RecentCommand {
  readonly tool: string;
  /** The shared part of the command line after the tool's name; `"pr list"`. */
  readonly command: string;
  /** `null` when a signal ended the process or it never started. */
  readonly exitCode: number | null;
}

/** The context that agents share about their tools. @see ATIP 0.3 §10.3 */
export interface ToolContext {
  readonly availableTools: readonly string[];
  /** Tools that are known to be logged in. */
  readonly authenticatedTools: readonly string[];
  /** Oldest first, at most 20. */
  readonly recentCommands: readonly RecentCommand[];
}

/** The outcome of one call of a batch; a failed call does not affect the others. */
export type BatchOutcome =
  | { readonly ok: true; readonly call: ToolCall; readonly result: FormattedResult }
  | { readonly ok: false; readonly call: ToolCall; readonly error: Error };

/** The events of a streamed run: redacted text, then exactly one result. */
export type ExecutionEvent =
  | { readonly type: 'stdout' | 'stderr'; readonly text: string }
  | { readonly type: 'result'; readonly result: FormattedResult };
