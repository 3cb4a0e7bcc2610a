import {
  type CommandMapping,
  checkCall,
  type Decision,
  type ExecutionPolicy,
  type PolicyDecision,
  type ToolCall,
  type ToolCallValidation,
} from '@atip/core';
import type { ClientPolicy } from '../contract/contract.ts';

const STRICTNESS: Readonly<Record<Decision, number>> = { allow: 0, confirm: 1, deny: 2 };

/**
 * Holds a call against the companion's policy and the client's; the stricter decision wins.
 *
 * A client can so narrow what is allowed, and never widen it. Its policy is laid over the companion's, so that a field such as
 * `denyUnknown` also sharpens what the companion restricts. No process of the companion has anybody at its input, so that
 * `allowInteractive` is false whoever says otherwise.
 *
 * @param args as far as they are valid
 * @returns the stricter decision with the violations of both, each once.
 */
export function decideCall(
  call: ToolCall,
  mapping: CommandMapping,
  args: ToolCallValidation['arguments'],
  own: ExecutionPolicy,
  client: ClientPolicy | undefined,
): PolicyDecision {
  const rules: ExecutionPolicy = { ...own, allowInteractive: false };
  const ours = checkCall(call, mapping, args, rules);
  if (client === undefined) return ours;
  const theirs = checkCall(call, mapping, args, { ...rules, ...client });
  const stricter = STRICTNESS[theirs.decision] > STRICTNESS[ours.decision] ? theirs : ours;
  const known = new Set(ours.violations.map(({ code }) => code));
  return { ...stricter, violations: [...ours.violations, ...theirs.violations.filter(({ code }) => !known.has(code))] };
}
