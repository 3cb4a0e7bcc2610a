import { withCallEffects } from '../commands/call-effects.ts';
import { checkPolicy } from '../policy/check-policy.ts';
import type { ToolCall } from '../types/call.ts';
import type { CommandMapping } from '../types/flat-command.ts';
import type { ExecutionPolicy, PolicyDecision, PolicyViolation } from '../types/policy.ts';
import type { ToolCallValidation } from '../types/validation.ts';
import { answeringOption, isAnswered } from './answering-option.ts';

/**
 * Decides about one call as `checkPolicy` does, and about a program's own questions by the call's arguments.
 *
 * Where questions are all that a policy without `allowInteractive` holds against the call, an option such as `--yes` that
 * the call gives makes it one to confirm: the program no longer asks, so a person is asked here. Where the call does not
 * give it, the violation's message names it. Nothing is ever added to the call.
 *
 * @param args what `validateToolCall` accepted
 * @see ATIP 0.3 §3.6, §11.2
 */
export function decideCall(
  asked: ToolCall,
  command: CommandMapping,
  args: ToolCallValidation['arguments'],
  policy: ExecutionPolicy,
): PolicyDecision {
  // The text "false" that the call has became a false that gives nothing: what counts is what was accepted.
  const call = { ...asked, arguments: args };
  const mapping = withCallEffects(command, args);
  const decision = checkPolicy(call, mapping, policy);
  const asks = decision.violations.find(isInteractive);
  const option = asks && answeringOption(mapping);
  if (!option) return decision;
  const { effects } = mapping;
  const silent = { ...mapping, effects: { ...effects, interactive: { ...effects.interactive, prompts: false } } };
  const rest = checkPolicy(call, silent, policy);
  if (rest.violations.some(isInteractive)) return decision;
  const key = JSON.stringify(option.key);
  const isGiven = isAnswered(mapping, args);
  const message = isGiven
    ? `${call.name} asks before it acts, and ${key} answers in advance.`
    : `${asks.message} With ${key} it does not ask, and a person is asked here instead.`;
  const violations = decision.violations.map((violation) => (violation === asks ? { ...asks, message } : violation));
  if (!isGiven) return { ...decision, violations };
  return { decision: rest.decision === 'deny' ? 'deny' : 'confirm', rule: rest.rule ?? 'allowInteractive', violations };
}

function isInteractive({ code }: PolicyViolation): boolean {
  return code === 'INTERACTIVE_OPERATION';
}
