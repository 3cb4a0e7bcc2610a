import type { ToolCall } from './call.ts';
import type { RunOptions } from './execution.ts';
import type { Decision, ExecutionPolicy, NetworkRule, PolicyDecision, SandboxMode, PolicyPart } from './policy.ts';
import type { CompileSettings } from './provider.ts';
import type { AtipEffects, CommandMapping } from './tool.ts';

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
   * Names of the variables that the process will have in its environment. A required option that one of them gives (its
   * `envVar`) need not be in the call; the variable's value is the host's and is not looked at. Absent: none.
   */
  readonly environment?: ReadonlySet<string>;
  /**
   * True if a parameter that the command has not is an error. Hosts that run the call want this: a model that made up a dry run
   * must not get a real one. Absent: it is a warning, as the specification says.
   */
  readonly refuseExtra?: boolean;
  /**
   * True: values that the document does not allow are taken as they are, and required ones may be missing. Texts that no command line
   * takes, lists in place of one value, and extra parameters stay errors. Absent: false.
   */
  readonly skipValidation?: boolean;
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
export interface CallCheckSettings {
  /**
   * How the tools were compiled: with `action` a call names a group and chooses one of its commands, with `search` it is one of
   * `run_command`. Absent: `discrete`.
   */
  readonly strategy?: CompileSettings['strategy'];
  /** Between the words of the names that the tools were compiled with. Absent: `_`. */
  readonly separator?: CompileSettings['separator'];
  /** Names of the variables that the process will have: a required option whose `envVar` is one need not be in the call. */
  readonly environment?: ReadonlySet<string>;
  /**
   * True: a parameter that the command does not have is left out with a warning. Absent: it is a problem, because a model that
   * invented a dry run must not get a real one.
   */
  readonly allowExtra?: boolean;
  /** As for `validateToolCall`: for hosts that made the call themselves. Policy and argv are checked as ever. Absent: false. */
  readonly skipValidation?: boolean;
  /**
   * A second policy, such as a client's, laid over the first: the stricter decision and the stricter sandbox win, and of the network
   * what both leave, so that it can
   * narrow what is allowed and never widen it.
   */
  readonly narrowedBy?: ExecutionPolicy;
  /**
   * Names of the MCP servers whose tools the host can call. Absent: none, and a call of one is refused. Their calls have an argv
   * that no process gets, and run where the server does: in a sandbox only if the policy asks for one, and then they are refused.
   */
  readonly servers?: ReadonlySet<string>;
  /** The directories that the process may write, for the policy's `writesOutside`. */
  readonly directories?: WritableDirectories;
}

/** Where a process may write, as absolute paths with `/`. */
export interface WritableDirectories {
  /** Relative paths of a call start here. */
  readonly cwd: string;
  /** Absent: `cwd` alone. */
  readonly writable?: readonly string[];
}

/** The standard input that a call gives its program: a text, or the output of an earlier run, by its number. */
export type CallInput = { readonly text: string } | { readonly output: number };

/** Where a call was stopped before the policy counted: its name, its arguments, or its command line. */
export type CallStop = 'command' | 'arguments' | 'argv';

/** Everything that is known about a call before anything runs. */
export interface CallCheck {
  /** As the model made it. */
  readonly call: ToolCall;
  /** The call of the command: another than `call` with the strategies `action` and `search`, where a call chooses its command. */
  readonly resolved: ToolCall;
  /** True if it may run. A call of an unknown command, or with invalid arguments, is denied. */
  readonly decision: Decision;
  /** The policy field that decided. Absent: nothing stood against the call, or it has problems. */
  readonly rule?: PolicyPart;
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
  /** The sandbox that the process has to have. */
  readonly sandbox?: SandboxMode;
  /** What the process reaches of the network that its effects ask for; it needs a sandbox then. Absent: all of it. */
  readonly network?: Exclude<NetworkRule, 'all'>;
  /** The reasons why a person has to be there. Absent: none. */
  readonly interactive?: RunOptions['interactive'];
  /** The program's standard input, which is not in its argv. Absent: nothing. */
  readonly stdin?: CallInput;
  /** The command with the effects of this call, and the document that describes it. */
  readonly mapping?: CommandMapping;
  /** Executable name first. Absent while there are problems. */
  readonly argv?: readonly string[];
}

/** A check of a call whose command line could be built; whether it may run is its `decision`. */
export type CompleteCheck = CallCheck &
  Required<Pick<CallCheck, 'mapping' | 'argv' | 'effects' | 'policy' | 'sandbox'>>;
