import {
  type CommandMapping,
  checkPolicy,
  type Decision,
  type ExecutionPolicy,
  type Policy,
  type PolicyDecision,
  type ToolCall,
} from '@atip/core';

const STRICTNESS: Readonly<Record<Decision, number>> = { allow: 0, confirm: 1, deny: 2 };

/**
 * Holds a call against the companion's policy and the client's; the stricter decision wins.
 *
 * A client can so narrow what is allowed, and never widen it.
 * @returns the stricter decision with the violations of both, each once.
 */
export function decideCall(
  call: ToolCall,
  mapping: CommandMapping,
  own: ExecutionPolicy,
  client: Policy | undefined,
): PolicyDecision {
  const ours = checkPolicy(call, mapping, own);
  if (client === undefined) return ours;
  const theirs = checkPolicy(call, mapping, client);
  const stricter = STRICTNESS[theirs.decision] > STRICTNESS[ours.decision] ? theirs : ours;
  const known = new Set(ours.violations.map(({ code }) => code));
  return { ...stricter, violations: [...ours.violations, ...theirs.violations.filter(({ code }) => !known.has(code))] };
}
