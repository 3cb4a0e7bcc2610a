import type { AtipEffects } from '../types/effects.ts';
import type { ExecutionPolicy, PolicyDecision, PolicyViolation } from '../types/policy.ts';
import type { TrustSource } from '../types/trust.ts';
import { assertPolicy } from './assert-policy.ts';
import { type BrokenRule, brokenRules, decidingRule } from './broken-rules.ts';
import { POLICY_RULES } from './policy-rules.ts';

/** What a policy is asked about: a command's merged effects and how far its metadata is trusted. */
export interface DecisionSubject {
  /** The compiled name, for messages. */
  readonly name: string;
  readonly path: readonly string[];
  readonly effects: AtipEffects;
  readonly trust: TrustSource;
}

/**
 * Holds a command's effects against a policy, rule by rule, and takes the strictest answer.
 *
 * A stated effect that the policy does not allow is denied or has to be confirmed, as its rule says. An effect that the
 * metadata does not mention is never taken for absent: it has to be confirmed, and its violation is marked `assumed`. With
 * `denyRestricted` and `denyUnknown` the policy denies either instead.
 *
 * @throws AtipValidationError when the policy is no object
 * @see ATIP 0.3 §11.2
 */
export function decide(subject: DecisionSubject, policy: ExecutionPolicy): PolicyDecision {
  assertPolicy(policy);
  const rules = POLICY_RULES.filter((rule) => rule.restricts(policy));
  const broken = brokenRules(rules, subject, policy);
  const deciding = decidingRule(broken);
  return {
    decision: deciding?.decision ?? 'allow',
    ...(deciding && { rule: deciding.rule.field }),
    violations: broken.map((entry) => toViolation(entry, subject, policy)),
  };
}

function toViolation(
  { rule, assumed }: BrokenRule,
  subject: DecisionSubject,
  policy: ExecutionPolicy,
): PolicyViolation {
  const { name, path } = subject;
  const says = rule.says(subject, policy);
  const message = assumed
    ? `${name} does not state whether it ${says}, so the policy assumes that it does.`
    : `${name} ${says}.`;
  return {
    code: rule.code,
    message,
    severity: rule.severity,
    toolName: name,
    commandPath: [...path],
    ...(assumed && { assumed }),
  };
}
