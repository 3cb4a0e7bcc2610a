import type { AtipEffects } from '../types/effects.ts';
import type { Decision, ExecutionPolicy, PolicyDecision, PolicyViolation } from '../types/policy.ts';
import type { TrustSource } from '../types/trust.ts';
import { POLICY_RULES, type PolicyRule } from './policy-rules.ts';

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
 * metadata does not mention is never taken for absent: it has to be confirmed, and its violation is marked `assumed`.
 *
 * @see ATIP 0.3 §11.2
 */
export function decide(subject: DecisionSubject, policy: ExecutionPolicy): PolicyDecision {
  const broken = POLICY_RULES.filter((rule) => rule.restricts(policy)).flatMap((rule) => judge(rule, subject, policy));
  const deciding = broken.find(({ decision }) => decision === 'deny') ?? broken[0];
  return {
    decision: deciding?.decision ?? 'allow',
    ...(deciding && { rule: deciding.rule.field }),
    violations: broken.map(({ violation }) => violation),
  };
}

interface BrokenRule {
  readonly rule: PolicyRule;
  readonly decision: Decision;
  readonly violation: PolicyViolation;
}

function judge(rule: PolicyRule, subject: DecisionSubject, policy: ExecutionPolicy): BrokenRule[] {
  const { name, path } = subject;
  const presence = rule.presence(subject, policy);
  if (presence === 'absent') return [];
  const assumed = presence === 'unknown';
  const says = rule.says(subject, policy);
  const message = assumed
    ? `${name} does not state whether it ${says}, so the policy assumes that it does.`
    : `${name} ${says}.`;
  const violation: PolicyViolation = {
    code: rule.code,
    message,
    severity: rule.severity,
    toolName: name,
    commandPath: [...path],
    ...(assumed && { assumed }),
  };
  return [{ rule, decision: assumed ? 'confirm' : rule.decision, violation }];
}
