import type { ToolCall } from './call.ts';
import type { CommandMapping, CostEstimate, StdinUse, TrustSource } from './tool.ts';

/** The host's settings. Every absent field allows. */
export interface Policy {
  /** False: destructive commands need a person's confirmation. */
  allowDestructive?: boolean;
  /** False: irreversible commands need a person's confirmation. */
  allowNonReversible?: boolean;
  allowBillable?: boolean;
  allowNetwork?: boolean;
  allowFilesystemWrite?: boolean;
  allowFilesystemDelete?: boolean;
  maxCostEstimate?: CostEstimate;
  /** The least trusted source that is still accepted. A tool without trust counts as `inferred`. */
  minTrustLevel?: TrustSource;
}

export type ViolationCode =
  | 'DESTRUCTIVE_OPERATION'
  | 'NON_REVERSIBLE_OPERATION'
  | 'BILLABLE_OPERATION'
  | 'NETWORK_OPERATION'
  | 'FILESYSTEM_WRITE'
  | 'FILESYSTEM_DELETE'
  | 'COST_EXCEEDS_LIMIT'
  | 'TRUST_BELOW_THRESHOLD'
  | 'UNKNOWN_COMMAND';

/** Including the codes of an `ExecutionPolicy`. */
export type AnyViolationCode =
  | ViolationCode
  | 'INTERACTIVE_OPERATION'
  | 'NOT_READ_ONLY'
  | 'RUNS_WHAT_THE_CALL_NAMES'
  | 'SENDS_DATA'
  | 'ENDS_PROCESSES'
  | 'REVEALS_CREDENTIALS'
  | 'PRIVILEGED_OPERATION'
  | 'WRITES_OUTSIDE'
  | 'CONFIRMATION_REQUIRED'
  | 'DENIED_BY_RULE'
  | 'CONFIRMED_BY_RULE'
  | 'BEYOND_DELEGATION';

export interface PolicyViolation<Code extends AnyViolationCode = ViolationCode> {
  code: Code;
  message: string;
  severity: 'error' | 'warning';
  toolName: string;
  commandPath?: string[];
  /** True: the document does not state the effect, so the policy assumes the worst case. */
  assumed?: boolean;
  /** How far the document is trusted, and how far the policy requires it. Absent: its trust is not why. */
  trust?: { readonly actual: TrustSource; readonly required: TrustSource };
}

/** A violation of an `ExecutionPolicy`. */
export type CallViolation = PolicyViolation<AnyViolationCode>;

/** A policy's answer to one call of a compiled name. */
export interface ValidationResult<Code extends AnyViolationCode = ViolationCode> {
  valid: boolean;
  violations: PolicyViolation<Code>[];
}

export interface Validator<Code extends AnyViolationCode = ViolationCode> {
  validate(toolName: string, args: Record<string, unknown>): ValidationResult<Code>;
}

export type Decision = 'allow' | 'confirm' | 'deny';

/** A policy's decision about one call, with every violation. */
export interface PolicyDecision {
  readonly decision: Decision;
  /** The part of the policy that decided; absent when nothing objected and no rule matched. */
  readonly rule?: PolicyPart;
  readonly violations: readonly CallViolation[];
}

/** The call that a person is asked to confirm. */
export interface ConfirmationContext {
  readonly call: ToolCall;
  readonly mapping: CommandMapping;
  /** For an MCP server's tool: `mcp:NAME`, the tool's name and its arguments as JSON; no process gets these. */
  readonly argv: readonly string[];
  readonly reasons: readonly string[];
  /** Text for the program's standard input, resolved if the call only refers to another's output. */
  readonly stdin?: string | undefined;
  /** The rules that would avoid the question, narrowest first. Absent: this executor keeps no rules. */
  readonly offers?: readonly RuleOffer[];
  /** Why `offers` is empty. */
  readonly noOffer?: string | undefined;
  /**
   * Hash over program, arguments, directory and effects: an approval is bound to it. Absent: this executor finds no
   * programs.
   */
  readonly hash?: string;
}

/** A rule that would avoid the question about a call. */
export interface RuleOffer {
  /**
   * The rule in words: `git push where repository is origin and refspec is main, and nothing else, in /home/me/shop`.
   */
  readonly label: string;
  readonly rule: PolicyRule;
}

/**
 * A person's answer; true approves this call once. With an offered rule it also approves later calls: `session` during
 * the executor's life, `always` in the person's configuration.
 */
export type ConfirmationAnswer = boolean | { readonly remember: 'session' | 'always'; readonly rule: PolicyRule };

/** The decision about one call before anything ran. */
export interface DecisionRecord {
  readonly call: ToolCall;
  readonly mapping: CommandMapping;
  /** As in `ConfirmationContext`. */
  readonly argv?: readonly string[];
  readonly decision: PolicyDecision;
  /** The person's answer. Absent: no person was asked, or no answer came. */
  readonly approved?: boolean | undefined;
}

/**
 * The sandbox of a process. `required`: it does not run without one; `preferred`: without a working sandbox it runs
 * anyway, and the result says so; `off`: it runs with all rights of its user.
 */
export type SandboxMode = 'required' | 'preferred' | 'off';

/**
 * An effect that a policy decides about. `destructive`, `billable`, `network`, `interactive` replace the
 * specification's fields and also apply to unstated effects; the others apply only to stated ones. `notReversible`:
 * irreversible but not destructive. `endsProcesses`: ends or stops running processes; without this level that counts as
 * destructive. `runsCall`: runs a program or code that the call names. `sends`: sends data that the call names to
 * another machine. `reveals`: prints credentials. `privilege`: acts as root. `writesOutside`: writes paths outside the
 * writable directories. `untrusted`: a document trusted less than `org` does not state that it only reads; if a program
 * hands the document over, a policy with `allowDestructive: true` or `minTrustLevel` lifts this.
 */
export type EffectLevel =
  | 'destructive'
  | 'notReversible'
  | 'billable'
  | 'endsProcesses'
  | 'runsCall'
  | 'sends'
  | 'reveals'
  | 'privilege'
  | 'network'
  | 'writesOutside'
  | 'untrusted'
  | 'interactive';

export type PolicyPresetName = 'open' | 'standard' | 'read-only' | 'no-network' | 'ci';

/**
 * A decision about calls of some commands.
 *
 * Shape: `{ run: "git push", given: ["force", "delete"], decision: "deny" }`, `{ run: "git push", where: { repository:
 * "origin", refspec: "main" }, decision: "allow" }`, `{ run: "gh pr *", decision: "confirm", reason: "others see it"
 * }`. An answer "always" to `kubectl delete pod x`: `{ run: "kubectl delete", where: { resource: ["pod", "x"] }, exact:
 * true, project: "/home/me/shop", decision: "allow" }`.
 */
export interface PolicyRule {
  /** The program and its command's words, each a glob; a final `*` matches any number of words. */
  readonly run: string;
  /**
   * Names, flags or kinds of parameters; the call must have at least one: `force` is also `-f`, and `+main` of a push.
   */
  readonly given?: readonly string[];
  /** Parameters that the call must not have. */
  readonly without?: readonly string[];
  /**
   * A glob for each parameter, by name or flag. To allow, every value must match; otherwise one is enough. A list has
   * one glob for each value, in this order, and matches no other number of values.
   */
  readonly where?: Readonly<Record<string, string | readonly string[]>>;
  /** True: the call has the parameters of `where` and no others, in the order of the command line. */
  readonly exact?: true;
  /**
   * An absolute directory, without links: the rule counts for calls that start in it, not below it, because relative
   * paths name other files elsewhere. Absent: everywhere.
   */
  readonly project?: string;
  readonly decision: Decision;
  /** Shown to the person who is asked, and to the model. */
  readonly reason?: string;
  /**
   * True: the rule only tightens. It asks about otherwise allowed calls and lifts no denial; all rules of an untrusted
   * project do so.
   */
  readonly tightens?: boolean;
  /** Its author, date and purpose. Decides nothing. */
  readonly note?: string;
}

/**
 * A field, a level or a rule of a policy: a JSON pointer without its first slash, such as `levels/sends` or `rules/2`.
 */
export type PolicyPart =
  | Exclude<keyof ExecutionPolicy, 'levels' | 'rules' | 'delegations'>
  | `levels/${EffectLevel}`
  | `rules/${number}`
  | `delegations/${number}`;

/**
 * The network access of a program whose effects state it: none, all, or hosts – names, `*.` and a name for all below
 * it, addresses and blocks of them – on the ports 80 and 443, or on the named one.
 */
export type NetworkRule = 'none' | 'all' | { readonly allow: readonly string[] };

/** In the fields that begin with `require`, `deny` and `confirm`, any value but `false` or absence restricts. */
export interface ExecutionPolicy extends Policy {
  allowInteractive?: boolean;
  /**
   * True: commands that state a change of any kind are denied, and commands not stated to be read-only must be
   * confirmed.
   */
  requireReadOnly?: boolean;
  /** True: a stated, restricted effect is denied, even where it would otherwise be confirmed. */
  denyRestricted?: boolean;
  /** True: a restricted effect that the document does not state is denied instead of confirmed. */
  denyUnknown?: boolean;
  /** True: a person confirms every call that is not denied. */
  confirmAll?: boolean;
  /**
   * True: the trust table of the execute design applies too, by the place where a document was found
   * (`defaultPolicyFor`), and denies; a matching rule overrides it. False: no document is trusted less than another.
   * Absent: `levels.untrusted` decides.
   */
  byTrust?: boolean;
  /** The preset for all fields that this policy does not set. Absent: `standard`, wherever a call may run. */
  preset?: PolicyPresetName;
  /** The decision about calls with an effect; it overrides the specification's fields. */
  levels?: Partial<Readonly<Record<EffectLevel, Decision>>>;
  /** By command and argument: a rule that denies wins; otherwise the first match decides instead of the levels. */
  rules?: readonly PolicyRule[];
  /**
   * The hosts that programs may reach, such as `{ allow: ["github.com", "*.npmjs.org"] }`. Absent: as their effects
   * state.
   */
  network?: NetworkRule;
  /** Absent: `preferred`, and `required` for tools that are trusted less than `org`. */
  sandbox?: SandboxMode;
  /** The delegations to the caller: each applies, and no rule lifts it. Not for files: those have `delegation`. */
  delegations?: readonly HeldDelegation[];
  /** Asks a person. Absent: a call that needs confirmation is refused. */
  confirmationHandler?: (context: ConfirmationContext) => Promise<ConfirmationAnswer>;
}

/**
 * The effects that a subagent's calls may not have. A command that states one is removed; an unstated one makes the
 * policy ask a person.
 *
 * Harm can only be excluded (`false`), reassurance only required (`true`): the opposite would restrict nothing.
 */
export interface EffectRestrictions {
  readonly destructive?: false;
  readonly network?: false;
  readonly subprocess?: false;
  readonly reversible?: true;
  readonly idempotent?: true;
  readonly filesystem?: { readonly read?: false; readonly write?: false; readonly delete?: false };
  /** `stdin` is the strongest accepted use. */
  readonly interactive?: { readonly stdin?: StdinUse; readonly prompts?: false; readonly tty?: false };
  /** `estimate` is the highest accepted cost. */
  readonly cost?: { readonly estimate?: CostEstimate; readonly billable?: false };
}

/** The limits that a lead agent sets for a subagent. An absent field restricts nothing. @see ATIP 0.3 §10.2 */
export interface Delegation {
  /** Names of tools; an empty list allows none. */
  readonly allowedTools?: readonly string[];
  /**
   * A tool's name and the keys that lead to a command or group, with spaces between: `"gh repo delete"`, `"gh repo"`,
   * `"gh"`.
   */
  readonly deniedCommands?: readonly string[];
  readonly effectRestrictions?: EffectRestrictions;
}

/** An active delegation. */
export interface HeldDelegation {
  readonly delegation: Delegation;
  /**
   * Completes "The delegation …", for people who want to change it: `of /home/me/.config/agent-tools/config.json:3`.
   */
  readonly origin: string;
}

/** A policy's decision about a command, without its messages. */
export interface PolicyCell {
  readonly decision: Decision;
  /** The part of the policy that decided; absent when nothing objected. */
  readonly rule?: PolicyPart;
  /** True: the document does not state the effect, so the policy assumed the worst case. */
  readonly assumed?: boolean;
}
