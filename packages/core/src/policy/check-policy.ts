import { callEffects } from '../commands/call-effects.ts';
import type { ToolCall } from '../types/call.ts';
import type { CommandMapping } from '../types/flat-command.ts';
import type { ExecutionPolicy, PolicyDecision } from '../types/policy.ts';
import { assertPolicy } from './policy-rules.ts';
import { decide } from './decide.ts';
import { trustSourceOf } from './trust.ts';

/** What the executor and the companion use where a policy says nothing; the absent fields allow. */
export const EXECUTION_POLICY_DEFAULTS: Readonly<ExecutionPolicy> = {
  allowDestructive: false,
  allowInteractive: false,
  minTrustLevel: 'inferred',
};

/**
 * `policy` over `EXECUTION_POLICY_DEFAULTS`; a field that is there but undefined says nothing, so its default holds.
 *
 * @throws AtipValidationError when the policy is no object
 */
export function withPolicyDefaults(policy: ExecutionPolicy = {}): ExecutionPolicy {
  assertPolicy(policy);
  const stated = Object.entries(policy).filter(([, value]) => value !== undefined);
  return { ...EXECUTION_POLICY_DEFAULTS, ...Object.fromEntries(stated) };
}

/**
 * Decides about one call: allow, confirm or deny, with the rule that decided and every violation.
 *
 * The effects are those of the call, arguments included (`callEffects`). The policy is taken as it is: an absent field allows. Use `EXECUTION_POLICY_DEFAULTS` as the base for running things.
 *
 * @throws AtipValidationError when the policy is no object
 * @see ATIP 0.3 §11.2
 * @example
 * ```ts
 * import { type AtipTool, checkPolicy, mapToCommand, type ToolCall } from '@atip/core';
 * declare const git: AtipTool, call: ToolCall;
 * const { decision } = checkPolicy(call, mapToCommand(call.name, [git]), { allowDestructive: false }); // 'confirm'
 * ```
 */
export function checkPolicy(call: ToolCall, mapping: CommandMapping, policy: ExecutionPolicy): PolicyDecision {
  return decide(
    {
      name: call.name,
      path: mapping.path,
      effects: callEffects(mapping, call.arguments),
      trust: trustSourceOf(mapping.tool),
    },
    policy,
  );
}
