import { COST_ESTIMATES } from '../effects/merge-effects.ts';
import { isReadOnly } from '../effects/read-only.ts';
import type { AtipEffects } from '../types/effects.ts';
import type { Decision, ExecutionPolicy, PolicyViolation, ViolationCode } from '../types/policy.ts';
import type { TrustSource } from '../types/trust.ts';
import { isTrustedEnough } from './trust.ts';

/** Whether an effect that a policy restricts is there; unknown is its own answer. */
type Presence = 'stated' | 'unknown' | 'absent';

/** What a rule looks at. */
interface RuleSubject {
  readonly effects: AtipEffects;
  readonly trust: TrustSource;
}

/** One field of a policy: when it speaks, what it then decides, and in which words. */
export interface PolicyRule {
  readonly field: keyof ExecutionPolicy;
  readonly code: ViolationCode;
  readonly severity: PolicyViolation['severity'];
  /** What a stated effect leads to; an unknown one always leads to `confirm`. */
  readonly decision: Exclude<Decision, 'allow'>;
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
    presence: ({ trust }, policy) => (isTrustedEnough(trust, policy.minTrustLevel ?? 'inferred') ? 'absent' : 'stated'),
    says: ({ trust }, policy) =>
      `has metadata of source "${trust}", and at least "${policy.minTrustLevel}" is asked for`,
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
  rule('allowFilesystemDelete', 'FILESYSTEM_DELETE', 'warning', 'deny', 'deletes files', ({ filesystem }) =>
    presenceOf(filesystem?.delete),
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
      if (cost?.estimate === undefined) return cost?.billable === false ? 'absent' : 'unknown';
      return COST_ESTIMATES.indexOf(cost.estimate) > COST_ESTIMATES.indexOf(policy.maxCostEstimate ?? 'high')
        ? 'stated'
        : 'absent';
    },
    says: ({ effects: { cost } }, policy) =>
      `costs more than "${policy.maxCostEstimate}" (${cost?.estimate ?? 'by how much is not stated'})`,
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
    presence: ({ effects }) => presence(effects),
    says: () => says,
  };
}

function presenceOf(value: unknown): Presence {
  if (value === true) return 'stated';
  return value === false ? 'absent' : 'unknown';
}
