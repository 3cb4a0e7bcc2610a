import { documentError } from '../commands/assert-document.ts';
import { COST_ESTIMATES } from '../effects/merge-effects.ts';
import { isReadOnly } from '../effects/safety-flags.ts';
import { isTrustedEnough, TRUST_SOURCES } from '../effects/trust.ts';
import { isPlainObject } from '../json/is-record.ts';
import type { Decision, ExecutionPolicy, PolicyViolation, ViolationCode } from '../types/policy.ts';
import type { AtipEffects, TrustSource } from '../types/tool.ts';

/** How a restricted effect is present; unknown is an answer of its own. */
type Presence = 'stated' | 'unknown' | 'absent';

/** A command's merged effects, and how far its metadata is trusted. */
export interface RuleSubject {
  readonly effects: AtipEffects;
  readonly trust: TrustSource;
  /** The paths of the call that are written outside the writable directories. Absent: no call is known. */
  readonly outside?: readonly string[];
}

/** One field of a policy: when it speaks, what it then decides, and in which words. */
export interface PolicyRule {
  readonly field: keyof ExecutionPolicy;
  readonly code: ViolationCode;
  readonly severity: PolicyViolation['severity'];
  /** The decision about a stated effect; an unknown one leads to `confirm`, unless the policy denies more. */
  readonly decision: Exclude<Decision, 'allow'> | ((policy: ExecutionPolicy) => Exclude<Decision, 'allow'>);
  readonly restricts: (policy: ExecutionPolicy) => boolean;
  readonly presence: (subject: RuleSubject, policy: ExecutionPolicy) => Presence;
  /** Completes "The command …". */
  readonly says: (subject: RuleSubject, policy: ExecutionPolicy) => string;
}

/** Gravest first: the first of the strictest decision is the rule that is said to have decided. */
export const POLICY_RULES: readonly PolicyRule[] = [
  {
    field: 'minTrustLevel',
    code: 'TRUST_BELOW_THRESHOLD',
    severity: 'error',
    decision: 'deny',
    restricts: (policy) => policy.minTrustLevel !== undefined,
    presence: ({ trust }, policy) => (isTrustedEnough(trust, policy.minTrustLevel) ? 'absent' : 'stated'),
    says: ({ trust }, policy) =>
      `has metadata of source "${trust}", and at least ${quote(policy.minTrustLevel)} is asked for`,
  },
  rule('allowDestructive', 'DESTRUCTIVE_OPERATION', 'error', 'confirm', 'permanently destroys data', (effects) =>
    isReadOnly(effects) ? 'absent' : presenceOf(effects.destructive),
  ),
  rule('allowNonReversible', 'NON_REVERSIBLE_OPERATION', 'error', 'confirm', 'cannot be undone', (effects) =>
    isReadOnly(effects) ? 'absent' : presenceOf(effects.reversible === undefined ? undefined : !effects.reversible),
  ),
  rule('allowBillable', 'BILLABLE_OPERATION', 'error', 'deny', 'may cost money', ({ cost, network }) => {
    // Nothing that stays on this machine sends a bill, unless it says that it costs something.
    const isFree = cost?.estimate === undefined || cost.estimate === 'free';
    return network === false && isFree && cost?.billable === undefined ? 'absent' : presenceOf(cost?.billable);
  }),
  // Read-only is what the specification tells models by that word (§8.2): a policy that doubted it would mean another thing.
  rule('allowFilesystemDelete', 'FILESYSTEM_DELETE', 'warning', 'deny', 'deletes files', (effects) =>
    isReadOnly(effects) ? 'absent' : presenceOf(effects.filesystem?.delete),
  ),
  rule('allowFilesystemWrite', 'FILESYSTEM_WRITE', 'warning', 'deny', 'writes files', ({ filesystem }) =>
    presenceOf(filesystem?.write),
  ),
  rule('allowNetwork', 'NETWORK_OPERATION', 'warning', 'deny', 'uses the network', ({ network }) =>
    presenceOf(network),
  ),
  {
    field: 'maxCostEstimate',
    code: 'COST_EXCEEDS_LIMIT',
    severity: 'error',
    decision: 'deny',
    restricts: (policy) => policy.maxCostEstimate !== undefined,
    presence: ({ effects: { cost } }, policy) => {
      const ranks: readonly unknown[] = COST_ESTIMATES;
      const rank = ranks.indexOf(cost?.estimate);
      if (rank < 0) return cost?.billable === false ? 'absent' : 'unknown';
      // An unknown limit is none that anything could be within.
      return rank > ranks.indexOf(policy.maxCostEstimate) ? 'stated' : 'absent';
    },
    says: ({ effects: { cost } }, policy) =>
      `costs more than ${quote(policy.maxCostEstimate)} (${cost?.estimate ?? 'by how much is not stated'})`,
  },
  rule(
    'allowInteractive',
    'INTERACTIVE_OPERATION',
    'error',
    'deny',
    'wants a person at a terminal',
    ({ interactive }) => {
      // Silence is no danger here: input is closed, so a program that asks after all reads its end and gives up.
      const asks = interactive?.prompts === true || interactive?.tty === true;
      return asks || interactive?.stdin === 'required' || interactive?.stdin === 'password' ? 'stated' : 'absent';
    },
  ),
  level(
    'notReversible',
    'NON_REVERSIBLE_OPERATION',
    'cannot be undone',
    // Whoever agrees to what destroys has agreed to what comes with it.
    ({ effects }) => effects.reversible === false && effects.destructive !== true,
  ),
  level(
    'runsCall',
    'RUNS_WHAT_THE_CALL_NAMES',
    'runs a program, library or code that the call names',
    ({ effects }) => effects['x-runs'] === 'call',
  ),
  level(
    'sends',
    'SENDS_DATA',
    'sends what the call names to another machine',
    ({ effects }) => effects['x-sends'] === 'given',
  ),
  level('reveals', 'REVEALS_CREDENTIALS', 'prints credentials', ({ effects }) => effects['x-reveals'] !== undefined),
  level(
    'privilege',
    'PRIVILEGED_OPERATION',
    'acts with the rights of the administrator',
    ({ effects }) => effects['x-privilege'] !== undefined,
  ),
  level(
    'writesOutside',
    'WRITES_OUTSIDE',
    ({ outside = [] }) => `writes outside the writable directories: ${outside.slice(0, 3).map(quote).join(', ')}`,
    ({ outside = [] }) => outside.length > 0,
  ),
  {
    field: 'requireReadOnly',
    code: 'NOT_READ_ONLY',
    severity: 'error',
    decision: 'deny',
    restricts: (policy) => isInForce(policy.requireReadOnly),
    presence: ({ effects }) => (isReadOnly(effects) ? 'absent' : statesChange(effects) ? 'stated' : 'unknown'),
    says: () => 'changes things',
  },
  {
    field: 'confirmAll',
    code: 'CONFIRMATION_REQUIRED',
    severity: 'warning',
    decision: 'confirm',
    restricts: (policy) => isInForce(policy.confirmAll),
    presence: () => 'stated',
    says: () => 'has to be confirmed, as this policy asks for every call',
  },
];

function rule(
  field: `allow${string}` & keyof ExecutionPolicy,
  code: ViolationCode,
  severity: PolicyViolation['severity'],
  decision: PolicyRule['decision'],
  says: string,
  presence: (effects: AtipEffects) => Presence,
): PolicyRule {
  return {
    field,
    code,
    severity,
    decision,
    // Anything but true, such as the text "false" from a configuration file, is no permission.
    restricts: (policy) => policy[field] !== undefined && policy[field] !== true,
    presence: ({ effects }, policy) => {
      const own = presence(effects);
      // A program that the call names can do anything: whoever has not judged that by itself is asked here.
      const isOpen = own === 'absent' && effects['x-runs'] === 'call' && policy.runsCall === undefined;
      return isOpen && field !== 'allowInteractive' ? 'unknown' : own;
    },
    says: () => says,
  };
}

/** A field that is itself a decision, about what is stated and nothing else. */
function level(
  field: 'notReversible' | 'runsCall' | 'sends' | 'reveals' | 'privilege' | 'writesOutside',
  code: ViolationCode,
  says: string | PolicyRule['says'],
  holds: (subject: RuleSubject) => boolean,
): PolicyRule {
  return {
    field,
    code,
    severity: 'error',
    decision: (policy) => (policy[field] === 'deny' ? 'deny' : 'confirm'),
    // As of the others: only what is clearly a permission is one.
    // `allowNonReversible` asks about the same already.
    restricts: (policy) =>
      policy[field] !== undefined &&
      policy[field] !== 'allow' &&
      !(field === 'notReversible' && (policy.allowNonReversible ?? true) !== true),
    presence: (subject) => (holds(subject) ? 'stated' : 'absent'),
    says: typeof says === 'string' ? () => says : says,
  };
}

/** True if a field that restricts when it is true does so; anything else that is no clear `false`, such as null, does too. */
export function isInForce(value: unknown): boolean {
  return value !== undefined && value !== false;
}

/** A limit as messages show it; what is no text is none that is known. */
function quote(limit: unknown): string {
  return typeof limit === 'string' ? JSON.stringify(limit.slice(0, 80)) : 'what cannot be read';
}

/** Using the network is none: what is sent may only ask. */
function statesChange({ filesystem, cost, creates, modifies, deletes, ...effects }: AtipEffects): boolean {
  const harms = [filesystem?.write, filesystem?.delete, effects.destructive, cost?.billable];
  return (
    harms.includes(true) ||
    effects.reversible === false ||
    [creates, modifies, deletes].some((list) => list !== undefined && list.length > 0)
  );
}

function presenceOf(value: unknown): Presence {
  if (value === true) return 'stated';
  return value === false ? 'absent' : 'unknown';
}

/**
 * Refuses what is no policy: null, a text or a `Map` has none of a policy's fields, and every absent field allows.
 *
 * @throws AtipValidationError
 */
export function assertPolicy(policy: unknown): void {
  if (!isPlainObject(policy)) throw documentError('The policy cannot be applied', '', 'must be an object', policy);
}

/** Every field of a policy but the handler, which is code. */
export type PolicyKey = Exclude<keyof ExecutionPolicy, 'confirmationHandler'>;

/** A field of a policy as a person sets it. */
export type PolicyField = {
  readonly group: 'unasked' | 'asked' | 'strict' | 'limits';
  /** Its name; of a switch, what holds while it is on. */
  readonly label: string;
  /** Its effect, in one sentence. */
  readonly help: string;
} & (
  | {
      readonly kind: 'switch';
      /** Of an absent field. */
      readonly byDefault: boolean;
      /** True: off restricts. False: on restricts. */
      readonly allows: boolean;
    }
  | {
      readonly kind: 'select';
      /** The value that holds where the field is absent; itself absent where there is none. */
      readonly byDefault?: string;
      /** The name of the absent field; absent where it is one of the values. */
      readonly none?: string;
      readonly values: readonly string[];
    }
);

/** In the order in which a person is shown them. Policy files, the companion's requests and the page read this table. */
export const POLICY_FIELDS: Readonly<Record<PolicyKey, PolicyField>> = {
  allowDestructive: allows('Destroy data', 'Off: a person confirms what destroys data for good.', false),
  allowNonReversible: allows('Do what cannot be undone', 'Off: a person confirms what cannot be undone.', true),
  allowBillable: allows('Cost money', 'Off: what may cost money is denied.', true),
  allowFilesystemDelete: allows('Delete files', 'Off: what deletes files is denied.', true),
  allowFilesystemWrite: allows('Write files', 'Off: what writes files is denied.', true),
  allowNetwork: allows('Use the network', 'Off: what uses the network is denied.', true),
  allowInteractive: allows('Ask at a terminal', 'Off: what waits for a person at a terminal is denied.', false),
  notReversible: decides('Irreversible', 'About what is stated not to be reversible.'),
  runsCall: decides('Run what a call names', 'About programs, libraries and code that the call itself names.'),
  sends: decides('Send data', 'About sending what the call names to another machine.'),
  reveals: decides('Print credentials', 'About output that has a secret in it.'),
  privilege: decides('Act as administrator', 'About acting with the rights of root.'),
  writesOutside: decides('Write elsewhere', 'About paths outside the working directory and the writable ones.'),
  requireReadOnly: restricts(
    'Only what reads',
    'On: stated changes are refused, and a command that does not state to be read-only is asked about.',
  ),
  denyRestricted: restricts(
    'Refuse instead of asking',
    'On: a stated effect that may not run is refused and never asked about.',
  ),
  denyUnknown: restricts(
    'Refuse what is not stated',
    'On: a command is refused instead of asked about where it does not state an effect that may not run.',
  ),
  confirmAll: restricts('Ask before every command', 'On: a person confirms each command that is not refused.'),
  maxCostEstimate: {
    group: 'limits',
    kind: 'select',
    label: 'Highest cost',
    help: 'What states to cost more is denied; what does not state its cost is confirmed.',
    none: 'no limit',
    values: COST_ESTIMATES,
  },
  minTrustLevel: {
    group: 'limits',
    kind: 'select',
    label: 'Least trusted metadata',
    help: 'Tools whose metadata comes from a less trusted source are denied; inferred accepts every source.',
    byDefault: 'inferred',
    values: TRUST_SOURCES,
  },
  sandbox: {
    group: 'limits',
    kind: 'select',
    label: 'Sandbox',
    help: 'Required: nothing runs unheld. By source: required for metadata trusted less than org, else preferred.',
    none: 'by source',
    values: ['required', 'preferred', 'off'],
  },
};

function allows(label: string, help: string, byDefault: boolean): PolicyField {
  return { group: 'unasked', kind: 'switch', label, help, byDefault, allows: true };
}

function decides(label: string, help: string): PolicyField {
  return { group: 'asked', kind: 'select', label, help, byDefault: 'allow', values: ['allow', 'confirm', 'deny'] };
}

function restricts(label: string, help: string): PolicyField {
  return { group: 'strict', kind: 'switch', label, help, byDefault: false, allows: false };
}
