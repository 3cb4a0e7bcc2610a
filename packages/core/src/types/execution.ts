import type { ToolCall } from './call.ts';
import type { Decision, ExecutionPolicy, PolicyDecision, SandboxMode } from './policy.ts';
import type { CompileSettings } from './provider.ts';
import type { AtipEffects, CommandMapping } from './tool.ts';

/** The part of a platform's `AbortSignal` that is used here. */
export interface StopSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
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
   * `stdin`: the command needs a person at its standard input; `tty`: at a terminal. A host that cannot give it refuses with
   * InteractiveNotSupportedError. Absent: standard input is closed.
   */
  readonly interactive?: 'stdin' | 'tty';
  /** Absent: the host's choice. */
  readonly sandbox?: SandboxMode;
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
  /** Absent: the host does not say, so take it that no sandbox held the process. */
  readonly sandbox?: SandboxReport;
  /** For the model and the person, a sentence each, without absolute paths. Absent: none. */
  readonly notices?: readonly string[];
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
  /** False: it reached no network, this machine's own services included. */
  readonly network: boolean;
  /** Absolute paths that it could change; an empty list means that it could change nothing that outlives it. */
  readonly writable: readonly string[];
  /** For a person: why it was not applied, or which access was not given although the metadata asks for it. */
  readonly notes: readonly string[];
  /** Absent: the run left no file that other programs run or obey. */
  readonly planted?: PlantedReport;
}

/** The files that a run left, in directories that it could change, and that other programs run or obey without being asked. */
export interface PlantedReport {
  /** New files that were taken out of the way. */
  readonly movedAside: readonly { readonly path: string; readonly movedTo: string; readonly why: string }[];
  /** Files that were there before and are different now. */
  readonly changed: readonly { readonly path: string; readonly runs: string }[];
  /** New and left where it is: making it is what the command is for, or it could not be moved. */
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

export type ArgumentErrorCode =
  | 'MISSING_REQUIRED'
  | 'INVALID_TYPE'
  | 'INVALID_ENUM'
  | 'INVALID_FORMAT'
  | 'UNKNOWN_COMMAND'
  /** The tool's document cannot be read. */
  | 'INVALID_METADATA'
  /** Only where `refuseExtra` asks for it. */
  | 'EXTRA_PARAMETER';

export type ArgumentWarningCode = 'EXTRA_PARAMETER' | 'DEPRECATED_PARAMETER';

export interface ArgumentProblem<Code extends string> {
  readonly code: Code;
  readonly message: string;
  /** The property key as the model wrote it, or as it should have been. */
  readonly parameter: string;
}

export interface ValidationSettings {
  /**
   * Names of the variables that the process will have in its environment: a required option whose `envVar` is one need not be
   * in the call. Absent: none.
   */
  readonly environment?: ReadonlySet<string>;
  /**
   * True: a parameter that the command has not is an error, so that a model that made up a dry run gets no real one. Absent: it is
   * a warning, as the specification says.
   */
  readonly refuseExtra?: boolean;
}

/** The result of checking a model's arguments against one command. */
export interface ToolCallValidation {
  readonly valid: boolean;
  readonly errors: readonly ArgumentProblem<ArgumentErrorCode>[];
  readonly warnings: readonly ArgumentProblem<ArgumentWarningCode>[];
  /**
   * The accepted arguments by their compiled key, types coerced where that is certain; extra ones and nulls that stand
   * for "not given" are left out. Meaningful only when `valid`.
   */
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** How `checkCall` reads a call. */
export interface CallCheckSettings extends Pick<ValidationSettings, 'environment'> {
  /** How the tools were compiled: with `action` a call names a group and chooses one of its commands. Absent: `discrete`. */
  readonly strategy?: CompileSettings['strategy'];
  /** True: a parameter that the command does not have is left out with a warning. Absent: it is a problem. */
  readonly allowExtra?: boolean;
  /** A second policy, such as a client's: the stricter decision and the stricter sandbox win. Absent: none. */
  readonly narrowedBy?: ExecutionPolicy;
}

/** Where a call was stopped before the policy counted: its name, its arguments, or its command line. */
export type CallStop = 'command' | 'arguments' | 'argv';

/** Everything that is known about a call before anything runs. */
export interface CallCheck {
  /** As the model made it. */
  readonly call: ToolCall;
  /** The call of the command: another than `call` with the strategy `action`, where a call chooses its command. */
  readonly resolved: ToolCall;
  /** True if it may run. A call of an unknown command, or with invalid arguments, is denied. */
  readonly decision: Decision;
  /** The policy field that decided. Absent: nothing stood against the call, or it has problems. */
  readonly rule?: keyof ExecutionPolicy;
  /** Why it is not simply allowed, a sentence each. */
  readonly reasons: readonly string[];
  /** The faults of the call itself. Empty: its command line could be built. */
  readonly problems: readonly ArgumentProblem<ArgumentErrorCode>[];
  readonly warnings: readonly ArgumentProblem<ArgumentWarningCode>[];
  /** Absent: `problems` is empty. */
  readonly stoppedAt?: CallStop;
  /** Compiled names close to the one that is unknown, best first; at most 3. */
  readonly suggestions?: readonly string[];

  // The following fields are absent while the command is unknown.
  /** Name of the tool. */
  readonly tool?: string;
  /** Executable name and subcommands, for example `["gh", "pr", "create"]`. */
  readonly command?: readonly string[];
  readonly path?: readonly string[];
  /** Of this call: the command's, raised by what the arguments add. */
  readonly effects?: AtipEffects;
  /** As far as they are valid, by compiled key. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** The policy's verdict on the effects, also while arguments are invalid. */
  readonly policy?: PolicyDecision;
  /** True if the process has to be held by a sandbox. */
  readonly sandbox?: SandboxMode;
  /** The reasons why a person has to be there. Absent: none. */
  readonly interactive?: RunOptions['interactive'];
  /** The command with the effects of this call, and the document that describes it. */
  readonly mapping?: CommandMapping;
  /** Executable name first. Absent while there are problems. */
  readonly argv?: readonly string[];
}

/** A check of a call whose command line could be built; its `decision` says whether it may run. */
export type CompleteCheck = CallCheck &
  Required<Pick<CallCheck, 'mapping' | 'argv' | 'effects' | 'policy' | 'sandbox'>>;
