import { COST_ESTIMATES } from '../effects/merge-effects.ts';
import { asksPerson, isReadOnly } from '../effects/safety-flags.ts';
import { isTrustedEnough, type TrustRow, TRUST_SOURCES } from '../effects/trust.ts';
import { KNOWN_MINOR } from '../document/protocol-version.ts';
import type {
  Decision,
  EffectLevel,
  ExecutionPolicy,
  PolicyPart,
  CallViolation,
  AnyViolationCode,
  PolicyViolation,
  PolicyPresetName,
} from '../types/policy.ts';
import type { AtipEffects, TrustSource } from '../types/tool.ts';
import { decisionOn, LEVELS, POLICY_FIELDS } from './policy-fields.ts';

/** The presence of a restricted effect; unknown is a value of its own. */
type Presence = 'stated' | 'unknown' | 'absent';

/** A command's merged effects, and how far its document is trusted. */
export interface RuleSubject {
  readonly effects: AtipEffects;
  readonly trust: TrustSource;
  /** Paths outside the writable directories that the call writes. */
  readonly outside?: readonly string[];
}

/** One field or level of a policy: when it applies, its decision, and the message. */
export interface EffectRule {
  /** The field, or the level that replaces it if the policy has one. */
  readonly part: (policy: ExecutionPolicy) => PolicyPart;
  /** True: a rule of the policy that allows the call lifts it. */
  readonly isLevel?: true;
  readonly code: AnyViolationCode;
  readonly severity: CallViolation['severity'];
  /** The decision about a stated effect; an unknown one leads to `confirm`, unless the policy is stricter. */
  readonly decision: (policy: ExecutionPolicy) => Exclude<Decision, 'allow'>;
  readonly restricts: (policy: ExecutionPolicy) => boolean;
  readonly presence: (subject: RuleSubject, policy: ExecutionPolicy) => Presence;
  /** True: the message gives the document's own reason for the effect, if it has one. */
  readonly isWorded?: boolean;
  /** Completes "The command …" where the document gives no reason. */
  readonly says: (subject: RuleSubject, policy: ExecutionPolicy) => string;
  /** The trust that the document lacks. Absent: this rule is not about trust. */
  readonly trust?: (subject: RuleSubject, policy: ExecutionPolicy) => PolicyViolation['trust'];
}

/** Gravest first: the first of the strictest decision is reported as the deciding rule. */
export const POLICY_RULES: readonly EffectRule[] = [
  {
    part: () => 'minTrustLevel',
    code: 'TRUST_BELOW_THRESHOLD',
    severity: 'error',
    decision: () => 'deny',
    restricts: (policy) => policy.minTrustLevel !== undefined,
    presence: ({ trust }, policy) => (isTrustedEnough(trust, policy.minTrustLevel) ? 'absent' : 'stated'),
    says: ({ trust }, policy) =>
      `has a document of source "${trust}", and the policy requires at least ${quote(policy.minTrustLevel)}`,
    trust: ({ trust }, { minTrustLevel: required }) => required && { actual: trust, required },
  },
  rule('allowDestructive', 'DESTRUCTIVE_OPERATION', 'error', 'permanently destroys data', (effects) =>
    isReadOnly(effects) ? 'absent' : presenceOf(effects.destructive),
  ),
  {
    // A policy without a level for it asks as it does about data.
    part: (policy) => decisionOn(policy, 'allowDestructive').part,
    isLevel: true,
    code: 'ENDS_PROCESSES',
    severity: 'error',
    decision: (policy) => strict(decisionOn(policy, 'allowDestructive').decision),
    restricts: (policy) =>
      policy.levels?.endsProcesses === undefined && decisionOn(policy, 'allowDestructive').decision !== 'allow',
    presence: ({ effects }) => (effects['x-ends'] === 'processes' ? 'stated' : 'absent'),
    says: () => 'ends processes',
  },
  rule('allowNonReversible', 'NON_REVERSIBLE_OPERATION', 'error', 'cannot be undone', (effects) =>
    isReadOnly(effects) ? 'absent' : presenceOf(effects.reversible === undefined ? undefined : !effects.reversible),
  ),
  rule('allowBillable', 'BILLABLE_OPERATION', 'error', 'may cost money', ({ cost, network }) => {
    // A local call costs nothing, unless it states a cost.
    const isFree = cost?.estimate === undefined || cost.estimate === 'free';
    return network === false && isFree && cost?.billable === undefined ? 'absent' : presenceOf(cost?.billable);
  }),
  // Read-only has the specification's meaning (§8.2); a stricter one here would contradict the flag that models see.
  rule('allowFilesystemDelete', 'FILESYSTEM_DELETE', 'warning', 'deletes files', (effects) =>
    isReadOnly(effects) ? 'absent' : presenceOf(effects.filesystem?.delete),
  ),
  rule('allowFilesystemWrite', 'FILESYSTEM_WRITE', 'warning', 'writes files', ({ filesystem }) =>
    presenceOf(filesystem?.write),
  ),
  rule('allowNetwork', 'NETWORK_OPERATION', 'warning', 'uses the network', ({ network }) => presenceOf(network)),
  {
    part: () => 'maxCostEstimate',
    code: 'COST_EXCEEDS_LIMIT',
    severity: 'error',
    isLevel: true,
    decision: () => 'deny',
    restricts: (policy) => policy.maxCostEstimate !== undefined,
    presence: ({ effects: { cost } }, policy) => {
      const ranks: readonly unknown[] = COST_ESTIMATES;
      const rank = ranks.indexOf(cost?.estimate);
      if (rank < 0) return cost?.billable === false ? 'absent' : 'unknown';
      // An unknown limit excludes every value.
      return rank > ranks.indexOf(policy.maxCostEstimate) ? 'stated' : 'absent';
    },
    says: ({ effects: { cost } }, policy) =>
      `costs more than ${quote(policy.maxCostEstimate)} (${cost?.estimate ?? 'by how much is not stated'})`,
  },
  rule(
    'allowInteractive',
    'INTERACTIVE_OPERATION',
    'error',
    ({ effects }) => whatIsWanted(effects),
    // A missing statement is harmless here: standard input is closed, so a program that asks anyway reads the end and stops.
    (effects) => (asksPerson(effects) ? 'stated' : 'absent'),
  ),
  level(
    'notReversible',
    'NON_REVERSIBLE_OPERATION',
    'cannot be undone',
    // A person who approves destruction has approved its irreversibility.
    ({ effects }) => effects.reversible === false && effects.destructive !== true,
  ),
  level('endsProcesses', 'ENDS_PROCESSES', 'ends processes', ({ effects }) => effects['x-ends'] === 'processes'),
  level(
    'runsCall',
    'RUNS_WHAT_THE_CALL_NAMES',
    'runs a program, library or code that the call names',
    ({ effects }) => effects['x-runs'] === 'call',
  ),
  level(
    'sends',
    'SENDS_DATA',
    'sends data that the call names to another machine',
    ({ effects }) => effects['x-sends'] === 'given',
  ),
  level(
    'reveals',
    'REVEALS_CREDENTIALS',
    'prints credentials',
    ({ effects }) => effects['x-reveals'] === 'credentials',
  ),
  level(
    'privilege',
    'PRIVILEGED_OPERATION',
    'acts with the rights of the administrator',
    ({ effects }) => effects['x-privilege'] !== undefined,
  ),
  level(
    'writesOutside',
    'WRITES_OUTSIDE',
    ({ effects, outside = [] }) => {
      const { write, delete: deletes } = effects.filesystem ?? {};
      const verb = deletes !== true ? 'writes to' : write === true ? 'changes' : 'deletes';
      return `${verb} ${outside.slice(0, 3).map(quote).join(', ')}, outside the directories open for writing`;
    },
    ({ outside = [] }) => outside.length > 0,
  ),
  {
    part: () => 'requireReadOnly',
    code: 'NOT_READ_ONLY',
    severity: 'error',
    decision: () => 'deny',
    restricts: (policy) => isInForce(policy.requireReadOnly),
    presence: ({ effects }) => (isReadOnly(effects) ? 'absent' : statesChange(effects) ? 'stated' : 'unknown'),
    says: () => 'changes things',
  },
  {
    part: () => 'confirmAll',
    code: 'CONFIRMATION_REQUIRED',
    severity: 'warning',
    isLevel: true,
    decision: () => 'confirm',
    restricts: (policy) => isInForce(policy.confirmAll),
    presence: () => 'stated',
    says: () => 'has to be confirmed, as this policy asks for every call',
  },
];

function rule(
  field: `allow${string}` & keyof ExecutionPolicy,
  code: AnyViolationCode,
  severity: CallViolation['severity'],
  says: string | EffectRule['says'],
  presence: (effects: AtipEffects) => Presence,
): EffectRule {
  return {
    part: (policy) => decisionOn(policy, field).part,
    code,
    severity,
    isLevel: true,
    isWorded: field !== 'allowInteractive',
    decision: (policy) => strict(decisionOn(policy, field).decision),
    restricts: (policy) => decisionOn(policy, field).decision !== 'allow',
    presence: ({ effects }, policy) => {
      const found = presence(effects);
      // A program named by the call can do anything: without a separate judgement the policy asks here.
      const isOpen = found === 'absent' && effects['x-runs'] === 'call' && policy.levels?.runsCall === undefined;
      return isOpen && field !== 'allowInteractive' ? 'unknown' : found;
    },
    says: typeof says === 'string' ? () => says : says,
  };
}

function whatIsWanted({ interactive }: AtipEffects): string {
  if (interactive?.stdin === 'password') return 'asks for a password at a terminal, which an agent does not have';
  if (interactive?.tty === true) return 'needs a terminal, which an agent does not have';
  return interactive?.stdin === 'required'
    ? 'waits for input that nobody can give it here'
    : 'asks at a terminal, which an agent does not have';
}

/**
 * The rule about a document's trust. A rule of the policy that allows the call lifts it, like any level.
 *
 * @see atip-execute-design, Trust Level Enforcement
 */
export function trustRule(
  { as, where }: TrustRow,
  decision: Exclude<Decision, 'allow'>,
  isTable: boolean,
  required: TrustSource,
): EffectRule {
  const level = `its document is trusted only as "${as}" (${where})`;
  const may = as === 'inferred' ? 'only read' : 'destroy nothing';
  const byTable =
    decision === 'confirm'
      ? `is asked about: ${level}`
      : `is refused by "byTrust" of the policy: ${level}, and commands of such a document may ${may}`;
  return {
    part: () => (isTable ? 'byTrust' : 'levels/untrusted'),
    isLevel: true,
    code: 'TRUST_BELOW_THRESHOLD',
    severity: 'error',
    decision: () => decision,
    restricts: () => true,
    presence: () => 'stated',
    says: () => (isTable ? byTable : `does not state that it only reads, and ${level}`),
    trust: () => ({ actual: as, required }),
  };
}

/** Objects to every call if the document has a later version of the protocol. */
export const VERSION_RULE: EffectRule = {
  part: () => 'levels/untrusted',
  code: 'TRUST_BELOW_THRESHOLD',
  severity: 'error',
  decision: () => 'confirm',
  restricts: () => true,
  presence: () => 'stated',
  says: () =>
    `is asked about: its document is of a later version of ATIP than 0.${KNOWN_MINOR}, and can only be understood in part`,
};

/** A value that is no decision, such as a misspelt one, is taken for the strictest. */
export function strict(decision: unknown): Exclude<Decision, 'allow'> {
  return decision === undefined || decision === 'allow' || decision === 'confirm' ? 'confirm' : 'deny';
}

/** A level without a field in the specification; it applies only to stated effects. */
function level(
  name: EffectLevel,
  code: AnyViolationCode,
  says: string | EffectRule['says'],
  holds: (subject: RuleSubject) => boolean,
): EffectRule {
  return {
    part: () => `levels/${name}`,
    code,
    severity: 'error',
    isLevel: true,
    isWorded: typeof says === 'string',
    decision: ({ levels }) => strict(levels?.[name]),
    restricts: ({ levels, allowNonReversible = true }) =>
      (levels?.[name] ?? 'allow') !== 'allow' &&
      // `allowNonReversible` already asks about it.
      !(name === 'notReversible' && allowNonReversible !== true),
    presence: (subject) => (holds(subject) ? 'stated' : 'absent'),
    says: typeof says === 'string' ? () => says : says,
  };
}

/** True if a field that restricts when true does so; any value but a clear `false`, such as null, does too. */
export function isInForce(value: unknown): boolean {
  return value !== undefined && value !== false;
}

/** A limit for messages; a value that is no text is unknown. */
function quote(limit: unknown): string {
  return typeof limit === 'string' ? JSON.stringify(limit.slice(0, 80)) : 'what cannot be read';
}

/** Use of the network does not count: a request may only read. */
function statesChange({ filesystem, cost, creates, modifies, deletes, ...effects }: AtipEffects): boolean {
  const harms = [filesystem?.write, filesystem?.delete, effects.destructive, cost?.billable];
  return (
    harms.includes(true) ||
    effects.reversible === false ||
    effects['x-ends'] === 'processes' ||
    [creates, modifies, deletes].some((list) => list !== undefined && list.length > 0)
  );
}

function presenceOf(value: unknown): Presence {
  if (value === true) return 'stated';
  return value === false ? 'absent' : 'unknown';
}

/** The fields that every preset sets. */
const EXECUTION_POLICY_DEFAULTS: Readonly<ExecutionPolicy> = {
  allowDestructive: false,
  allowInteractive: false,
};

/** Every level that no field of the specification answers. */
function levels(decision: Decision): ExecutionPolicy {
  const asked = LEVELS.filter((level) => POLICY_FIELDS[`levels/${level}`].group === 'asked');
  return { levels: Object.freeze(Object.fromEntries(asked.map((level) => [level, decision]))) };
}

const ASKED: ExecutionPolicy = /* @__PURE__ */ levels('confirm');

/**
 * Policies for common situations, frozen. Each sets every field that has a default, so that it means the same with and
 * without `withPolicyDefaults`.
 *
 * - `open`: everything is allowed without a question. For tools and machines where nothing can be lost.
 * - `standard`: a person confirms calls that are destructive or stated to be irreversible, end processes, run or send
 *   something that the call names, print credentials, act as root, or write outside the writable directories, and calls
 *   that a document trusted less than `org` does not state to be read-only. Interactive commands are denied. It holds
 *   where no preset is named.
 * - `read-only`: commands stated to be read-only run, stated changes are denied, the rest is confirmed: a network
 *   request may only read, but no document states that.
 * - `no-network`: as `standard`, and the network is denied.
 * - `ci`: no person can be asked. Commands that destroy, cannot be undone or cost money are denied, even if that is
 *   only possible, and so are inferred documents.
 *
 * @example
 * ```ts
 * import { checkCall, POLICY_PRESETS, type AtipTool, type ToolCall } from '@atip/core';
 * declare const git: AtipTool, call: ToolCall;
 * const { decision } = checkCall(call, [git], { ...POLICY_PRESETS['read-only'], minTrustLevel: 'vendor' });
 * ```
 */
export const POLICY_PRESETS: Readonly<Record<PolicyPresetName, Readonly<ExecutionPolicy>>> = Object.freeze({
  open: preset({ allowDestructive: true, allowInteractive: true, ...levels('allow') }),
  standard: preset(ASKED),
  'read-only': preset({ requireReadOnly: true, allowFilesystemWrite: false, allowFilesystemDelete: false, ...ASKED }),
  'no-network': preset({ allowNetwork: false, ...ASKED }),
  ci: preset({
    // Trust alone refuses nothing, and a question would be a refusal here; guesses are below `minTrustLevel`.
    levels: Object.freeze({ ...ASKED.levels, untrusted: 'allow' }),
    allowNonReversible: false,
    allowBillable: false,
    denyRestricted: true,
    denyUnknown: true,
    minTrustLevel: 'user',
  }),
});

function preset(fields: ExecutionPolicy): Readonly<ExecutionPolicy> {
  return Object.freeze({ ...EXECUTION_POLICY_DEFAULTS, ...fields });
}

/** Deny destructive commands, confirm others. */
const LOW: ExecutionPolicy = { denyRestricted: true, confirmAll: true };
const BY_SOURCE: Readonly<Record<TrustSource, ExecutionPolicy>> = {
  native: {},
  vendor: {},
  org: { allowNonReversible: false },
  community: LOW,
  user: LOW,
  inferred: { ...LOW, requireReadOnly: true, denyUnknown: true },
};

/**
 * The policy for tools whose documents come from one source.
 *
 * `native`, `vendor`: destructive commands are confirmed. `org`: irreversible ones too. `community`, `user`:
 * destructive commands are denied, all others confirmed. `inferred`: only commands stated to be read-only can be
 * confirmed; all others are denied. Every policy denies interactive commands, and tools of a less trusted source. An
 * unknown source counts as `inferred`.
 *
 * @see ATIP 0.3 §3.2.2, §11.1
 * @example
 * ```ts
 * import { defaultPolicyFor } from '@atip/core/internal';
 * defaultPolicyFor('community').minTrustLevel; // 'community'
 * ```
 */
export function defaultPolicyFor(source: TrustSource): ExecutionPolicy {
  const known = TRUST_SOURCES.find((one) => one === source) ?? 'inferred';
  return { ...EXECUTION_POLICY_DEFAULTS, ...BY_SOURCE[known], minTrustLevel: known };
}
