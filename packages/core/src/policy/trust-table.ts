import type { FoundPlace } from '../effects/trust.ts';
import type { Decision } from '../types/policy.ts';
import type { EffectRule } from './policy-rules.ts';

/**
 * A row of the trust table, as a violation of a call; a rule of the policy that allows the call lifts it, as it lifts
 * any level.
 *
 * @param run the command in a rule's words
 * @see atip-execute-design, Trust Level Enforcement
 */
export function trustTableRule(
  { as, where }: Required<FoundPlace>,
  decision: Exclude<Decision, 'allow'>,
  run: string,
): EffectRule {
  const level = `its document is trusted as "${as}" and no further (${where})`;
  const may = as === 'inferred' ? 'only read' : 'destroy nothing';
  const says =
    decision === 'confirm'
      ? `is asked about: ${level}`
      : `is refused: ${level}, and what such a document describes may ${may}. To let it run: atip rules allow ${JSON.stringify(run)}, or name a preset in the policy`;
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
