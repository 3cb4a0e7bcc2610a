import type { Decision, ExecutionPolicy } from '../types/policy.ts';
import { isInForce, type PolicyRule, type RuleSubject } from './policy-rules.ts';

/** A rule that a command does not meet. */
export interface BrokenRule {
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
