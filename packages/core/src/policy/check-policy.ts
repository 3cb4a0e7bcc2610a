import type { ToolCall } from '../types/call.ts';
import type { CommandMapping } from '../types/flat-command.ts';
import type { ExecutionPolicy, PolicyDecision } from '../types/policy.ts';
import { decide } from './decide.ts';

/** What the executor and the companion use where a policy says nothing; the absent fields allow. */
export const EXECUTION_POLICY_DEFAULTS: Readonly<ExecutionPolicy> = {
  allowDestructive: false,
  allowInteractive: false,
  minTrustLevel: 'inferred',
};

/**
 * Decides about one call: allow, confirm or deny, with the rule that decided and every violation.
 *
 * The policy is taken as it is: an absent field allows. Use `EXECUTION_POLICY_DEFAULTS` as the base for running things.
 *
 * @see ATIP 0.3 §11.2
 */
export function checkPolicy(call: ToolCall, mapping: CommandMapping, policy: ExecutionPolicy): PolicyDecision {
  return decide({ name: call.name, tool: mapping.tool, path: mapping.path, effects: mapping.effects }, policy);
}
