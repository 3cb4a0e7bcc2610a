import type { FoundPlace } from '../effects/trust.ts';
import type { Decision } from '../types/policy.ts';
import type { TrustSource } from '../types/tool.ts';
import type { EffectRule } from './policy-rules.ts';

/** Why a source's row refuses a command. The first two refuse none. */
const REFUSED: Readonly<Record<TrustSource, string>> = {
  ...{ native: 'does harm', vendor: 'does harm', org: 'cannot be undone' },
  ...{ community: 'permanently destroys data', user: 'permanently destroys data' },
  inferred: 'does not state to be read-only',
};

/**
 * A row of the trust table as a rule that a call does not meet; a rule of the policy that allows the call lifts it, as any level.
 *
 * @param run the command as a rule names it
 * @see atip-execute-design, Trust Level Enforcement
 */
export function trustTableRule(
  { as, where }: Required<FoundPlace>,
  decision: Exclude<Decision, 'allow'>,
  run: string,
): EffectRule {
  const level = `of trust "${as}" (${where})`;
  const says =
    decision === 'confirm'
      ? `is asked about, since its document is ${level}`
      : `${REFUSED[as]}, and its document is ${level}. What lets it run: atip rules allow ${JSON.stringify(run)}, or a preset in the policy`;
  return {
    part: () => 'byTrust',
    isLevel: true,
    code: 'TRUST_BELOW_THRESHOLD',
    severity: 'error',
    decision: () => decision,
    restricts: () => true,
    presence: () => 'stated',
    says: () => says,
  };
}
