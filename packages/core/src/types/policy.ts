import type { ToolCall } from './call.ts';
import type { CommandMapping, CostEstimate, StdinUse, TrustSource } from './tool.ts';

/** The host's rules. Every absent field allows. */
export interface Policy {
  /** False: destructive commands need a person's confirmation. */
  allowDestructive?: boolean;
  /** False: commands that cannot be undone need a person's confirmation. */
  allowNonReversible?: boolean;
  allowBillable?: boolean;
  allowNetwork?: boolean;
  allowFilesystemWrite?: boolean;
  allowFilesystemDelete?: boolean;
  maxCostEstimate?: CostEstimate;
  /** The least trusted source still accepted. A tool without trust counts as `inferred`. */
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

/** With those of an `ExecutionPolicy`. */
export type AnyViolationCode =
  | ViolationCode
  | 'INTERACTIVE_OPERATION'
  | 'NOT_READ_ONLY'
  | 'RUNS_WHAT_THE_CALL_NAMES'
  | 'SENDS_DATA'
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
  /** True: the metadata does not say, so the policy takes the worst case. */
  assumed?: boolean;
}

/** One of an `ExecutionPolicy`. */
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

/** A policy's decision about one call, with every rule that had a say. */
export interface PolicyDecision {
  readonly decision: Decision;
  /** The part of the policy that decided; absent when nothing stood against the call and no rule was for it. */
  readonly rule?: PolicyPart;
  readonly violations: readonly CallViolation[];
}

/** The call that a person is asked to confirm. */
export interface ConfirmationContext {
  readonly call: ToolCall;
  readonly mapping: CommandMapping;
  readonly argv: readonly string[];
  readonly reasons: readonly string[];
  /** Text that the program would read on its standard input, also where the call only names another's output. Absent: nothing. */
  readonly stdin?: string;
  /** The rules that would spare the question, narrowest first. Absent: this executor keeps none. */
  readonly offers?: readonly RuleOffer[];
  /** Of program, arguments, directory and effects: what a yes is bound to. Absent: this executor finds no programs. */
  readonly hash?: string;
}

/** A rule that would spare a person the question about a call. */
export interface RuleOffer {
  /** As a person would say it: `git push origin *`. */
  readonly label: string;
  readonly rule: PolicyRule;
}

/**
 * A person's answer; true is a yes, this once. With one of the offered rules it is a yes for calls that follow too: `session` while the
 * executor lives, `always` in the person's configuration.
 */
export type ConfirmationAnswer = boolean | { readonly remember: 'session' | 'always'; readonly rule: PolicyRule };

/** The decision about one call before anything ran. */
export interface DecisionRecord {
  readonly call: ToolCall;
  readonly mapping: CommandMapping;
  /** As the process would get it. Absent where the call was denied before it was built. */
  readonly argv?: readonly string[];
  readonly decision: PolicyDecision;
  /** The person's answer. Absent: nobody was asked, or no answer came. */
  readonly approved?: boolean;
}

/**
 * How a process is held by a sandbox. `required`: it does not run without one; `preferred`: it runs without
 * where none works, and the result says so; `off`: it runs with everything its user may do.
 */
export type SandboxMode = 'required' | 'preferred' | 'off';

/**
 * An effect that a policy decides about. `destructive`, `billable`, `network`, `interactive` stand for the specification's fields
 * and are asked about where a document is silent, too; the others are about what is stated. `notReversible` is about what does not
 * destroy, `runsCall` about a program or code that the call names, `sends` about what it names and sends to another machine,
 * `reveals` about printing credentials, `privilege` about root, `writesOutside` about paths outside the writable directories.
 */
export type EffectLevel =
  | 'destructive'
  | 'notReversible'
  | 'billable'
  | 'runsCall'
  | 'sends'
  | 'reveals'
  | 'privilege'
  | 'network'
  | 'writesOutside'
  | 'interactive';

export type PolicyPresetName = 'open' | 'standard' | 'read-only' | 'no-network' | 'ci';

/**
 * A decision about calls of some commands.
 *
 * Shape: `{ run: "git push", given: ["force", "delete"], decision: "deny" }`, `{ run: "git push", where: { repository: "origin",
 * refspec: "main" }, decision: "allow" }`, `{ run: "gh pr *", decision: "confirm", reason: "others see it" }`.
 */
export interface PolicyRule {
  /** The program and its command's words, each a glob; a `*` at the end stands for any number of words. */
  readonly run: string;
  /** Names, flags or kinds of parameters, of which the call gives at least one: `force` is also `-f`, and `+main` of a push. */
  readonly given?: readonly string[];
  /** Those of which the call gives none. */
  readonly without?: readonly string[];
  /** A glob for each parameter, by name or flag. To allow, every value fits; otherwise one is enough. */
  readonly where?: Readonly<Record<string, string>>;
  readonly decision: Decision;
  /** For the person who is asked, and the model that is told. */
  readonly reason?: string;
  /** True: it only makes stricter. It asks about what would be allowed, and lifts no denial; of an untrusted project all are so. */
  readonly tightens?: boolean;
  /** Who wrote it, when and why. Decides nothing. */
  readonly note?: string;
}

/** A field, a level or a rule of a policy: a JSON pointer without its first slash, such as `levels/sends` or `rules/2`. */
export type PolicyPart =
  | Exclude<keyof ExecutionPolicy, 'levels' | 'rules' | 'delegations'>
  | `levels/${EffectLevel}`
  | `rules/${number}`
  | `delegations/${number}`;

/**
 * What a program reaches of the network that its effects ask for: nothing, all of it, or hosts – names, `*.` and a name for all
 * below it, addresses and blocks of them – on the ports 80 and 443, or on the one that is named.
 */
export type NetworkRule = 'none' | 'all' | { readonly allow: readonly string[] };

/** In the fields that begin with `require`, `deny` and `confirm`, anything but `false` or absence restricts. */
export interface ExecutionPolicy extends Policy {
  allowInteractive?: boolean;
  /** True: what states a change of any kind is denied, and what does not state to be read-only has to be confirmed. */
  requireReadOnly?: boolean;
  /** True: a stated effect that this policy restricts is denied, also where a confirmation would do otherwise. */
  denyRestricted?: boolean;
  /** True: an effect that this policy restricts, and that the metadata leaves open, is denied instead of confirmed. */
  denyUnknown?: boolean;
  /** True: a person confirms every call that is not denied. */
  confirmAll?: boolean;
  /** True: the trust table holds besides, by the place where a document was found (`defaultPolicyFor`); a rule that fits decides over it. */
  byTrust?: boolean;
  /** The preset that holds where this policy says nothing. */
  preset?: PolicyPresetName;
  /** What happens to calls with an effect, whatever the fields of the specification say of it. */
  levels?: Partial<Readonly<Record<EffectLevel, Decision>>>;
  /** By command and argument: a rule that denies wins; of the others the first that fits decides instead of the levels. */
  rules?: readonly PolicyRule[];
  /** The hosts that programs may reach, such as `{ allow: ["github.com", "*.npmjs.org"] }`. Absent: as their effects say. */
  network?: NetworkRule;
  /** Absent: `preferred`, and `required` for tools that are trusted less than `org`. */
  sandbox?: SandboxMode;
  /** The delegations to whoever makes the calls: each holds, and no rule lifts any of it. Not for files: those have `delegation`. */
  delegations?: readonly HeldDelegation[];
  /** Asks a person. Absent: a call that needs confirmation is refused. */
  confirmationHandler?: (context: ConfirmationContext) => Promise<ConfirmationAnswer>;
}

/**
 * The effects that nothing a subagent calls may have. A command that states one is gone; about one that does not say a person is asked.
 *
 * A harm can only be ruled out (`false`) and a merit only asked for (`true`): the opposite would restrict nothing.
 */
export interface EffectRestrictions {
  readonly destructive?: false;
  readonly network?: false;
  readonly subprocess?: false;
  readonly reversible?: true;
  readonly idempotent?: true;
  readonly filesystem?: { readonly read?: false; readonly write?: false; readonly delete?: false };
  /** `stdin` is the strongest use of it that is accepted. */
  readonly interactive?: { readonly stdin?: StdinUse; readonly prompts?: false; readonly tty?: false };
  /** `estimate` is the highest that is accepted. */
  readonly cost?: { readonly estimate?: CostEstimate; readonly billable?: false };
}

/** The limits that a lead agent sets a subagent. Each absent field restricts nothing. @see ATIP 0.3 §10.2 */
export interface Delegation {
  /** Names of tools; an empty list allows none. */
  readonly allowedTools?: readonly string[];
  /** A tool's name and the keys that lead to a command or group, with spaces between: `"gh repo delete"`, `"gh repo"`, `"gh"`. */
  readonly deniedCommands?: readonly string[];
  readonly effectRestrictions?: EffectRestrictions;
}

/** A delegation in force. */
export interface HeldDelegation {
  readonly delegation: Delegation;
  /** Completes "The delegation …", for people who would change it: `of /home/me/.config/agent-tools/config.json:3`. */
  readonly origin: string;
}

/** A policy's decision about a command, without its messages. */
export interface PolicyCell {
  readonly decision: Decision;
  /** The part of the policy that decided; absent when nothing stood against it. */
  readonly rule?: PolicyPart;
  /** True: the metadata does not say, so the policy took the worst case. */
  readonly assumed?: boolean;
}

/** The decision of every policy about every command. */
export interface PolicyMatrix {
  /** With the number of commands for each decision. */
  readonly policies: readonly ({ readonly name: string } & Readonly<Record<Decision, number>>)[];
  /** In the order of the tools and their documents. */
  readonly rows: readonly PolicyMatrixRow[];
}

export interface PolicyMatrixRow {
  /** The compiled name. */
  readonly name: string;
  /** The ATIP tool's name. */
  readonly tool: string;
  /** Keys from the root to the command, without the empty key. */
  readonly path: readonly string[];
  /** In the order of `policies`. */
  readonly cells: readonly PolicyCell[];
}
