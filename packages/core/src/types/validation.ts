import type { ToolCall } from './call.ts';
import type { RunOptions } from './execution.ts';
import type { CallViolation, Decision, ExecutionPolicy, NetworkRule, PolicyPart, SandboxMode } from './policy.ts';
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
  /** Only with `refuseExtra`. */
  | 'EXTRA_PARAMETER';

export type ArgumentWarningCode = 'EXTRA_PARAMETER' | 'DEPRECATED_PARAMETER';

export interface ArgumentProblem<Code extends string> {
  readonly code: Code;
  readonly message: string;
  /** The property key as the model wrote it, or the missing one. */
  readonly parameter: string;
  /** The values that the document allows. Absent: any other code than `INVALID_ENUM`. */
  readonly expected?: readonly (string | number)[];
}

export interface ValidationSettings {
  /**
   * Names of the variables in the process's environment. A required option with such an `envVar` may be missing in the
   * call; the variable's value is not read. Absent: none.
   */
  readonly environment?: ReadonlySet<string> | undefined;
  /**
   * True: an unknown parameter is an error. Hosts that run the call should set this: a model that invents a dry run
   * must not get a real one. Absent: it is a warning, as in the specification.
   */
  readonly refuseExtra?: boolean;
  /**
   * True: accepts values that the document does not allow, and missing required ones. Texts that no command line can
   * contain, lists instead of one value, and unknown parameters stay errors. Absent: false.
   */
  readonly skipValidation?: boolean | undefined;
}

/** The result of checking a model's arguments against one command. */
export interface ToolCallValidation {
  readonly valid: boolean;
  readonly errors: readonly ArgumentProblem<ArgumentErrorCode>[];
  readonly warnings: readonly ArgumentProblem<ArgumentWarningCode>[];
  /**
   * The accepted arguments by their compiled key, converted where that is certain; unknown ones and nulls for "not
   * given" are dropped. Meaningful only when `valid`.
   */
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface CheckSettings {
  /**
   * The strategy that the tools were compiled with: with `action` a call names a group and chooses one of its commands,
   * with `search` it is one of `run_command`. Absent: `discrete`.
   */
  readonly strategy?: CompileSettings['strategy'] | undefined;
  /** Separator in the names that the tools were compiled with. Absent: `_`. */
  readonly separator?: CompileSettings['separator'] | undefined;
  /**
   * Names of variables in the process's environment: a required option with such an `envVar` may be missing in the
   * call.
   */
  readonly environment?: ReadonlySet<string> | undefined;
  /**
   * True: an unknown parameter is dropped with a warning. Absent: it is a problem, because a model that invents a dry
   * run must not get a real one.
   */
  readonly allowExtra?: boolean | undefined;
  /**
   * As in `validateToolCall`: for hosts that made the call themselves. Policy and argv are checked as usual. Absent:
   * false.
   */
  readonly skipValidation?: boolean | undefined;
  /**
   * A second policy, such as a client's, over the first: the stricter decision, the stricter sandbox and the common
   * network access win, so that it can narrow the first policy and never widen it.
   */
  readonly narrowedBy?: ExecutionPolicy | undefined;
  /**
   * Names of the MCP servers whose tools the host can call; such a call is refused where the policy requires a sandbox,
   * because it runs in the server. Absent: calls of an MCP server's tools are refused.
   */
  readonly servers?: ReadonlySet<string> | undefined;
  /** The directories that the process may write, for the policy's `writesOutside`. */
  readonly directories?: WritableDirectories | undefined;
}

/** The writable directories of a process, as absolute paths with `/`. */
export interface WritableDirectories {
  /** Relative paths of a call start here. */
  readonly cwd: string;
  /** Absent: `cwd` alone. */
  readonly writable?: readonly string[] | undefined;
  /**
   * Resolves the links of an absolute path as deep as it exists; undefined when that is impossible, as for links in a
   * circle. Absent: paths are compared as written.
   */
  readonly realPath?: ((path: string) => string | undefined) | undefined;
  /**
   * The root of the project, absolute. Documents name paths relative to it, so a path in it counts as the relative one.
   * Absent: `cwd`.
   */
  readonly root?: string | undefined;
}

/** The standard input of a call: a text, or the number of an earlier output. */
export type CallInput = { readonly text: string } | { readonly output: number };

/**
 * A call before it runs. `ok` tells the two apart, and `decision === 'allow'` implies it. With `servers` it may be a
 * `ServedCheck`.
 */
export type Check = InvalidCheck | ValidCheck;

interface AnyCheck {
  /** As the model made it. */
  readonly call: ToolCall;
  readonly warnings: readonly ArgumentProblem<ArgumentWarningCode>[];
  /** Why the call is not simply allowed, in sentences for a person: its problems, or the policy's objections. */
  readonly reasons: readonly string[];
}

/** A call for which no command line can be built. */
export interface InvalidCheck extends AnyCheck {
  readonly ok: false;
  readonly decision: 'deny';
  /**
   * The compiled name that was looked up; with a strategy or separator other than the default it may differ from the
   * call's name.
   */
  readonly name: string;
  readonly command?: CommandMapping | undefined;
  /** At least one. */
  readonly problems: readonly ArgumentProblem<ArgumentErrorCode>[];
  /** Similar compiled names for an unknown one, best first; at most 3. */
  readonly suggestions?: readonly string[] | undefined;
  readonly arguments?: undefined;
  readonly argv?: undefined;
  readonly stdin?: undefined;
  readonly effects?: undefined;
  readonly rule?: undefined;
  readonly violations?: undefined;
  readonly sandbox?: undefined;
  readonly network?: undefined;
}

/** A call whose command line could be built. */
export interface ValidCheck extends AnyCheck {
  readonly ok: true;
  readonly command: CommandMapping;
  /** The valid arguments, by compiled key. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Executable name first. */
  readonly argv: readonly [string, ...string[]];
  readonly server?: undefined;
  /** The program's standard input, which is not part of its argv. */
  readonly stdin?: CallInput | undefined;
  /** The command's, plus the harm of the arguments. */
  readonly effects: AtipEffects;
  readonly decision: Decision;
  /** The part of the policy that decided; absent when nothing objected and no rule matched. */
  readonly rule?: PolicyPart | undefined;
  readonly violations: readonly CallViolation[];
  readonly sandbox: SandboxMode;
  /** The limit on the network access in its effects: none, or these hosts; it requires a sandbox. Absent: no limit. */
  readonly network?: Exclude<NetworkRule, 'all'> | undefined;
  /** How the command needs a person, as in `RunOptions`. */
  readonly interactive?: RunOptions['interactive'] | undefined;
  readonly problems?: undefined;
  readonly suggestions?: undefined;
}

/** A call of an MCP server's tool: the server runs it, and there is no command line. */
export interface ServedCheck extends Omit<ValidCheck, 'argv' | 'server'> {
  readonly argv?: undefined;
  readonly server: {
    readonly name: string;
    readonly tool: string;
    /** By the names that the server gave them. */
    readonly arguments: Readonly<Record<string, unknown>>;
  };
}
