import { assertPolicy, isInForce, POLICY_RULES, type PolicyRule, type RuleSubject } from './policy-rules.ts';
import type { AtipEffects } from '../types/effects.ts';
import type { Decision, ExecutionPolicy, PolicyDecision, PolicyViolation } from '../types/policy.ts';
import type { TrustSource } from '../types/tool.ts';

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

/** A rule that a command does not meet. */
interface BrokenRule {
  readonly rule: PolicyRule;
  readonly decision: Exclude<Decision, 'allow'>;
  /** True: the metadata does not say, and the worst was taken. */
  readonly assumed: boolean;
}

/** The rules of a policy that a command does not meet, in the rules' order. */
export function brokenRules(
  rules: readonly PolicyRule[],
  subject: RuleSubject,
  policy: ExecutionPolicy,
): readonly BrokenRule[] {
  const broken: BrokenRule[] = [];
  for (const rule of rules) {
    const presence = rule.presence(subject, policy);
    if (presence === 'absent') continue;
    const assumed = presence === 'unknown';
    // What asks for nothing but a confirmation is met by one.
    const denies = rule.field !== 'confirmAll' && isInForce(policy[assumed ? 'denyUnknown' : 'denyRestricted']);
    broken.push({ rule, decision: denies ? 'deny' : assumed ? 'confirm' : rule.decision, assumed });
  }
  return broken;
}

/** The rule that is said to have decided: the first of the strictest. */
export function decidingRule(broken: readonly BrokenRule[]): BrokenRule | undefined {
  return broken.find(({ decision }) => decision === 'deny') ?? broken[0];
}
