import { buildCommandArray } from '../argv/build-command-array.ts';
import { withCallEffects } from '../commands/call-effects.ts';
import { mapToCommand } from '../commands/map-to-command.ts';
import {
  ArgumentValidationError,
  InsufficientTrustError,
  InteractiveNotSupportedError,
  PolicyViolationError,
  RequiresConfirmationError,
} from '../errors/execute-errors.ts';
import { validateToolCall } from '../input/validate-tool-call.ts';
import type { ToolCall } from '../types/call.ts';
import type { RunOptions } from '../types/execution.ts';
import type { CommandMapping } from '../types/flat-command.ts';
import type { DecisionRecord, ExecutionPolicy, PolicyDecision } from '../types/policy.ts';
import type { AtipTool } from '../types/tool.ts';
import { isAnswered } from './answering-option.ts';
import { checkCall } from './check-call.ts';
import { wantedInput } from './wanted-input.ts';

/** A call that may run now: allowed, or confirmed by a person. */
export interface PreparedCall {
  readonly call: ToolCall;
  /** With the effects of the call. */
  readonly mapping: CommandMapping;
  readonly argv: readonly string[];
  /** What a person has to be there for. Absent: nothing. */
  readonly interactive?: RunOptions['interactive'];
}

export interface PrepareSettings {
  readonly policy: ExecutionPolicy;
  /** Names of the variables that the process will have. */
  readonly environment?: ReadonlySet<string> | undefined;
  /** Is waited for before anything follows from the decision; what it throws stops the call. */
  readonly onDecision?: ((record: DecisionRecord) => void | Promise<void>) | undefined;
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
  { policy, environment, onDecision }: PrepareSettings,
): Promise<PreparedCall> {
  const command = mapToCommand(call.name, tools);
  const validation = validateToolCall(call, command, { refuseExtra: true, ...(environment && { environment }) });
  if (!validation.valid) throw new ArgumentValidationError(validation.errors);
  const { arguments: args } = validation;
  const mapping = withCallEffects(command, args);
  const decision = checkCall(call, mapping, args, policy);
  if (decision.decision === 'deny') {
    await onDecision?.({ call, mapping, decision });
    throw denial(decision, mapping);
  }
  const argv = buildCommandArray(mapping, args);
  const record = { call, mapping, argv, decision };
  let refusal: RequiresConfirmationError | undefined;
  try {
    if (decision.decision === 'confirm') refusal = await confirm({ call, mapping, argv }, decision, policy);
  } catch (error) {
    // No answer came; that it was asked for is kept all the same.
    await onDecision?.(record);
    throw error;
  }
  const asked = decision.decision === 'confirm' && policy.confirmationHandler !== undefined;
  await onDecision?.({ ...record, ...(asked && { approved: refusal === undefined }) });
  if (refusal) throw refusal;
  const interactive = wantedInput(mapping.effects, isAnswered(mapping, args));
  return { call, mapping, argv, ...(interactive && { interactive }) };
}

function denial({ violations }: PolicyDecision, mapping: CommandMapping): Error {
  const codes = violations.map(({ code }) => code);
  if (codes.includes('TRUST_BELOW_THRESHOLD')) return new InsufficientTrustError(violations);
  const interactive = violations.find(({ code }) => code === 'INTERACTIVE_OPERATION');
  if (interactive && codes.length === 1)
    return new InteractiveNotSupportedError(interactive.message, mapping.effects.interactive);
  return new PolicyViolationError(violations);
}

/** @returns why the call does not run; nothing, when a person agreed. */
async function confirm(
  prepared: Pick<PreparedCall, 'call' | 'mapping' | 'argv'>,
  decision: PolicyDecision,
  policy: ExecutionPolicy,
): Promise<RequiresConfirmationError | undefined> {
  const context = { ...prepared, reasons: decision.violations.map(({ message }) => message) };
  if (!policy.confirmationHandler) return new RequiresConfirmationError(context, false);
  const agreed = (await policy.confirmationHandler(context)) === true;
  return agreed ? undefined : new RequiresConfirmationError(context, true);
}
