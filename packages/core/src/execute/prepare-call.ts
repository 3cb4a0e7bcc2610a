import { buildCommandArray } from '../argv/build-command-array.ts';
import { mapToCommand } from '../commands/map-to-command.ts';
import {
  ArgumentValidationError,
  InsufficientTrustError,
  InteractiveNotSupportedError,
  PolicyViolationError,
  RequiresConfirmationError,
} from '../errors/execute-errors.ts';
import { validateToolCall } from '../input/validate-tool-call.ts';
import { checkPolicy } from '../policy/check-policy.ts';
import type { ToolCall } from '../types/call.ts';
import type { CommandMapping } from '../types/flat-command.ts';
import type { ExecutionPolicy, PolicyDecision } from '../types/policy.ts';
import type { AtipTool } from '../types/tool.ts';

/** A call that may run now: allowed, or confirmed by a person. */
export interface PreparedCall {
  readonly call: ToolCall;
  readonly mapping: CommandMapping;
  readonly argv: readonly string[];
}

/**
 * Takes a call through every stage before a process: map, validate, policy, argv, confirmation.
 *
 * @throws UnknownCommandError, ArgumentValidationError, InsufficientTrustError, InteractiveNotSupportedError,
 * PolicyViolationError or RequiresConfirmationError: the first stage that stops it
 * @see ATIP 0.3 §7.1, §11.2
 */
export async function prepareCall(
  call: ToolCall,
  tools: readonly AtipTool[],
  policy: ExecutionPolicy,
): Promise<PreparedCall> {
  const mapping = mapToCommand(call.name, tools);
  const validation = validateToolCall(call, mapping);
  if (!validation.valid) throw new ArgumentValidationError(validation.errors);
  const decision = checkPolicy(call, mapping, policy);
  if (decision.decision === 'deny') throw denial(decision, mapping);
  const argv = buildCommandArray(mapping, validation.arguments);
  if (decision.decision === 'confirm') await confirm({ call, mapping, argv }, decision, policy);
  return { call, mapping, argv };
}

function denial({ violations }: PolicyDecision, mapping: CommandMapping): Error {
  const codes = violations.map(({ code }) => code);
  if (codes.includes('TRUST_BELOW_THRESHOLD')) return new InsufficientTrustError(violations);
  const interactive = violations.find(({ code }) => code === 'INTERACTIVE_OPERATION');
  if (interactive && codes.length === 1)
    return new InteractiveNotSupportedError(interactive.message, mapping.effects.interactive);
  return new PolicyViolationError(violations);
}

async function confirm(prepared: PreparedCall, decision: PolicyDecision, policy: ExecutionPolicy): Promise<void> {
  const context = { ...prepared, reasons: decision.violations.map(({ message }) => message) };
  if (!policy.confirmationHandler) throw new RequiresConfirmationError(context, false);
  if ((await policy.confirmationHandler(context)) !== true) throw new RequiresConfirmationError(context, true);
}
