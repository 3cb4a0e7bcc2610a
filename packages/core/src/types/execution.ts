import type { ToolCall } from './call.ts';
import type { NetworkRule, SandboxMode } from './policy.ts';
import type { CommandMapping } from './tool.ts';

/** The part of a platform's `AbortSignal` that is used here. */
export interface StopSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Answers what a program at a terminal asks, within limits; the run's own time and output bound it as well. */
export interface Conversation {
  /**
   * Gets what was printed since the last answer, redacted, at most its last 4,000 characters, and gives the line to type.
   * `undefined` ends the run.
   */
  readonly onPrompt: (prompt: string, turn: number) => string | undefined | Promise<string | undefined>;
  /** Answers, ≥ 1. Absent: 20. */
  readonly maxTurns?: number;
  /** Bytes of all answers. Absent: 64 KiB. */
  readonly maxInput?: number;
  /** Ms without output after an unfinished line, after which the program is taken to wait. Absent: 300. */
  readonly quiet?: number;
}

/** Settings of one run. */
export interface RunOptions {
  /** Working directory, absolute. Absent: the host's choice. */
  readonly cwd?: string;
  /** Wall-clock bound in ms, > 0. */
  readonly timeout: number;
  /** Bytes kept per stream, > 0; a tool that writes more is ended. */
  readonly maxOutput: number;
  /**
   * The needs of the command for a person, who the policy says is there: `stdin` its standard input, `tty` a terminal. A host
   * that cannot give it refuses with InteractiveNotSupportedError. Absent: nothing, standard input is closed.
   */
  readonly interactive?: 'stdin' | 'tty';
  /** Text for the program's standard input, which then ends. Absent: it is closed, or `interactive` says. */
  readonly input?: string | Uint8Array;
  /** Answers a program that `interactive` gives a terminal. Absent: nobody does. */
  readonly conversation?: Conversation;
  /** The sandbox that the process has to have. Absent: the host's choice. */
  readonly sandbox?: SandboxMode;
  /** What the process reaches of the network that its effects ask for; it needs a sandbox then. Absent: all of it. */
  readonly network?: Exclude<NetworkRule, 'all'>;
  /** The call that is run, for a host that shapes a sandbox after its effects or keeps a record. */
  readonly call?: { readonly id: string; readonly mapping: CommandMapping };
  /** Ends the run early. */
  readonly signal?: StopSignal;
  /**
   * Called with each decoded piece as it arrives, before any redaction. A promise asks the host to read no more of that stream
   * until it resolves, so that the program waits; the end of the run, for whatever reason, waits for none.
   */
  readonly onOutput?: (stream: 'stdout' | 'stderr', text: string) => void | Promise<void>;
}

/** How a process ended; the same shape for success and failure. */
export interface RunOutcome {
  /** `null` when a signal ended it or it never started. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Wall-clock time in ms. */
  readonly duration: number;
  readonly truncated: boolean;
  readonly timedOut: boolean;
  /** The sandbox that held the process. Absent: the host does not say, so take it that nothing did. */
  readonly sandbox?: SandboxReport;
  /** Further notices about the run for the model and the person, a sentence each, without absolute paths. Absent: nothing. */
  readonly notices?: readonly string[];
  /**
   * Why it failed, as far as the host can tell better than the program, with the setting that would change it: which rule of its
   * sandbox it most likely met, or which login it was not given. Without absolute paths. Absent: nothing points there.
   */
  readonly reason?: string;
}

/** The port through which core reaches a process. */
export type Run = (argv: readonly string[], options: RunOptions) => Promise<RunOutcome>;

export interface ExecutionResult extends RunOutcome {
  /** Exit code 0, in time and not cut. */
  readonly success: boolean;
  readonly command: readonly string[];
  readonly toolCallId: string;
  readonly toolName: string;
}

export interface FormattedResult {
  /** Redacted and bounded: fit to be sent to a model. */
  readonly content: string;
  readonly success: boolean;
  /** As the process gave it, secrets included: for the host only. */
  readonly raw: ExecutionResult;
}

/** The sandbox of a process while it ran. */
export interface SandboxReport {
  /** False: the process could do everything its user may do. */
  readonly applied: boolean;
  readonly kind: 'bubblewrap' | 'seatbelt' | 'none';
  /** False: it reached no network, this machine's own services included, but for `connections`. */
  readonly network: boolean;
  /** Hosts that it asked for, at most 100, where it had a proxy for the hosts of a policy instead of a network. */
  readonly connections?: readonly NetworkAttempt[];
  /** Absolute paths that it could change; an empty list means that it could change nothing that outlives it. */
  readonly writable: readonly string[];
  /** For a person: why it was not applied, or which access that the metadata asks for was not given. */
  readonly notes: readonly string[];
  /** The files that the run left and other programs run or obey; absent when it left nothing of the kind. */
  readonly planted?: PlantedReport;
  /** What the run left in its `/tmp`: ten names at most, and the directory in which they are. Absent: nothing, or it is gone. */
  readonly temporary?: { readonly directory: string; readonly names: readonly string[] };
}

/** A host that a run asked its proxy for. */
export interface NetworkAttempt {
  /** A name in lower case and punycode, or an address; of a request that names neither, how it begins. */
  readonly host: string;
  readonly port: number;
  /** Number of attempts, ≥ 1. */
  readonly count: number;
  /**
   * Why nothing was connected. Absent: it was. `host`, `port`: no rule lists it; `address`: no rule lists the address that the
   * request has in place of a name; `private`: the name leads to addresses that are not public; `malformed`: no host was named;
   * `unresolved`: the name has no address; `unreachable`: nobody answered.
   */
  readonly refused?: 'host' | 'port' | 'address' | 'private' | 'malformed' | 'unresolved' | 'unreachable';
}

/** The files that a run left, in directories that it could change, and that other programs run or obey without being asked. */
export interface PlantedReport {
  /** New files that were taken out of the way, and where they are now. */
  readonly movedAside: readonly { readonly path: string; readonly movedTo: string; readonly why: string }[];
  /** Files that were there before and are different now. */
  readonly changed: readonly { readonly path: string; readonly runs: string }[];
  /** New and left where it is, because making it is what the command is for, or because it could not be moved. */
  readonly named: readonly { readonly path: string; readonly runs: string }[];
  /** Directories in which no tool runs until a person has seen them. */
  readonly held: readonly string[];
  /** Why the lists are not whole. */
  readonly incomplete?: string;
}

/** The access that a sandbox gives a command because its metadata asks for it. */
export interface SandboxAccess {
  readonly network: boolean;
  /** The places that may be changed, as the metadata writes them, such as `"~/.cache/npm"` or `"build"`. */
  readonly changes: 'nothing' | 'working-directory' | readonly string[];
  /** True: the metadata says that the command reads no files, so the home directory is empty. */
  readonly emptyHome: boolean;
  /** Accesses of which the metadata says nothing, and which are not given for that. */
  readonly unstated: readonly ('network' | 'changes')[];
}

/** One command that an agent ran, as others are told of it. */
export interface RecentCommand {
  readonly tool: string;
  /** The command line after the tool's name, as far as it is to be shared; `"pr list"`. */
  readonly command: string;
  /** `null` when a signal ended the process or it never started. */
  readonly exitCode: number | null;
}

/** The context that agents share about their tools. @see ATIP 0.3 §10.3 */
export interface ToolContext {
  readonly availableTools: readonly string[];
  /** Those of them that are known to be logged in. */
  readonly authenticatedTools: readonly string[];
  /** Oldest first, at most 20. */
  readonly recentCommands: readonly RecentCommand[];
}

/** How one call of a batch ended; one that fails does not take the others with it. */
export type BatchOutcome =
  | { readonly ok: true; readonly call: ToolCall; readonly result: FormattedResult }
  | { readonly ok: false; readonly call: ToolCall; readonly error: Error };

/** The events of a streamed run: redacted text, then exactly one result. */
export type ExecutionEvent =
  | { readonly type: 'stdout' | 'stderr'; readonly text: string }
  | { readonly type: 'result'; readonly result: FormattedResult };
