import type { ConfirmationContext, CallViolation } from '../types/policy.ts';
import type { AtipEffects, CommandMapping, TrustSource } from '../types/tool.ts';
import type { FormattedResult } from '../types/execution.ts';
import type { ArgumentErrorCode, ArgumentProblem } from '../types/validation.ts';
import { AtipError } from './atip-error.ts';
import { didYouMean } from './near-names.ts';

/**
 * The base of all errors between a model's call and its result.
 * @example
 * ```ts
 * import { type ToolCall } from '@atip/core';
 * import { type Executor, AtipExecuteError } from '@atip/core/execute';
 * declare const executor: Executor, call: ToolCall;
 * try {
 *   await executor.execute(call);
 * } catch (error) {
 *   if (error instanceof AtipExecuteError) console.error(error.tool, error.argv, error.message);
 * }
 * ```
 */
export class AtipExecuteError extends AtipError {
  override name = 'AtipExecuteError';
  declare tool?: string;
  /** The command, from the tool's name on; the argv where no document is known. */
  declare command?: readonly string[];
  /** The argv. Absent: the call did not get that far, or its tool is an MCP server's. */
  declare argv?: readonly string[];
}

/** Adds the command to an error, as far as it is known; any other error is returned unchanged. */
export function locateError<Failure>(
  error: Failure,
  { command, argv }: { readonly command?: CommandMapping | undefined; readonly argv?: readonly string[] | undefined },
): Failure {
  if (!AtipExecuteError.isInstance(error)) return error;
  if (command) {
    error.tool ??= command.tool.name;
    error.command = command.command;
  } else if (argv) error.command ??= argv;
  // The call's argv wins over the process's, whose first word is an absolute path.
  if (argv && (command || !error.argv)) error.argv = argv;
  return error;
}

/**
 * No tool has a command of that compiled name.
 * @example
 * ```ts
 * import { type ToolCall } from '@atip/core';
 * import { type Executor, UnknownCommandError } from '@atip/core/execute';
 * declare const executor: Executor, call: ToolCall;
 * try {
 *   await executor.execute(call);
 * } catch (error) {
 *   if (error instanceof UnknownCommandError) console.error(error.suggestions);
 * }
 * ```
 */
export class UnknownCommandError extends AtipExecuteError {
  override name = 'UnknownCommandError';
  readonly commandName: string;
  /** Similar compiled names, best first; at most 3. */
  readonly suggestions: readonly string[];

  constructor(commandName: string, suggestions: readonly string[]) {
    const hint = didYouMean(suggestions, (name) => name);
    super('UNKNOWN_COMMAND', `No tool has a command called ${JSON.stringify(commandName.slice(0, 80))}.${hint}`);
    this.commandName = commandName;
    this.suggestions = suggestions;
  }
}

/**
 * Arguments that the command does not take, or that no command line can express safely.
 * @example
 * ```ts
 * import { type ToolCall } from '@atip/core';
 * import { type Executor, ArgumentValidationError } from '@atip/core/execute';
 * declare const executor: Executor, call: ToolCall;
 * try {
 *   await executor.execute(call);
 * } catch (error) {
 *   if (error instanceof ArgumentValidationError) console.error(error.errors);
 * }
 * ```
 */
export class ArgumentValidationError extends AtipExecuteError {
  override name = 'ArgumentValidationError';
  readonly errors: readonly ArgumentProblem<ArgumentErrorCode>[];

  constructor(errors: readonly ArgumentProblem<ArgumentErrorCode>[]) {
    super('VALIDATION_FAILED', errors.map((error) => error.message).join(' '));
    this.errors = errors;
  }
}

/**
 * The policy forbids the call.
 * @example
 * ```ts
 * import { type ToolCall } from '@atip/core';
 * import { type Executor, PolicyViolationError } from '@atip/core/execute';
 * declare const executor: Executor, call: ToolCall;
 * try {
 *   await executor.execute(call);
 * } catch (error) {
 *   if (error instanceof PolicyViolationError) console.error(error.violations);
 * }
 * ```
 */
export class PolicyViolationError extends AtipExecuteError {
  override name = 'PolicyViolationError';
  readonly violations: readonly CallViolation[];

  constructor(violations: readonly CallViolation[]) {
    super('POLICY_VIOLATION', violations.map((violation) => violation.message).join(' '));
    this.violations = violations;
  }
}

/**
 * A person has to approve first, and the answer was no, or no person could be asked.
 * @example
 * ```ts
 * import { type ToolCall } from '@atip/core';
 * import { type Executor, RequiresConfirmationError } from '@atip/core/execute';
 * declare const executor: Executor, call: ToolCall;
 * try {
 *   await executor.execute(call);
 * } catch (error) {
 *   if (error instanceof RequiresConfirmationError) console.error(error.message);
 * }
 * ```
 */
export class RequiresConfirmationError extends AtipExecuteError {
  override name = 'RequiresConfirmationError';
  /** Not printed with the error: it holds the tool's document. */
  declare readonly context: ConfirmationContext;
  /** The settings of an executor that would let the call run: for its developer, not for the model. */
  readonly help: string;

  constructor(context: ConfirmationContext, declined: boolean) {
    const what = declined ? 'The confirmation was declined' : 'A person has to confirm this call';
    super('REQUIRES_CONFIRMATION', `${what}: ${context.reasons.join(' ')}`);
    Object.defineProperty(this, 'context', { value: context });
    const run = JSON.stringify([context.mapping.tool.name, ...context.mapping.path].join(' '));
    this.help = `confirmationHandler asks a person; policy: { rules: [{ run: ${run}, decision: "allow" }] } lets this command run.`;
  }
}

/**
 * The document's source is trusted less than the policy requires.
 * @example
 * ```ts
 * import { type ToolCall } from '@atip/core';
 * import { type Executor, InsufficientTrustError } from '@atip/core/execute';
 * declare const executor: Executor, call: ToolCall;
 * try {
 *   await executor.execute(call);
 * } catch (error) {
 *   if (error instanceof InsufficientTrustError) console.error(error.actualTrust, 'instead of', error.requiredTrust);
 * }
 * ```
 */
export class InsufficientTrustError extends AtipExecuteError {
  override name = 'InsufficientTrustError';
  readonly violations: readonly CallViolation[];
  /** How far the document is trusted. */
  readonly actualTrust: TrustSource;
  /** The least trust that the policy accepts for this call. */
  readonly requiredTrust: TrustSource;

  constructor(violations: readonly CallViolation[], trust: NonNullable<CallViolation['trust']>) {
    super('INSUFFICIENT_TRUST', violations.map((violation) => violation.message).join(' '));
    this.violations = violations;
    this.actualTrust = trust.actual;
    this.requiredTrust = trust.required;
  }
}

/**
 * The process could not be started, or the host cannot start any.
 *
 * The message may be sent to a model. `detail` may contain absolute paths and is for the person at this machine.
 * @example
 * ```ts
 * import { type ToolCall } from '@atip/core';
 * import { type Executor, ExecutionError } from '@atip/core/execute';
 * declare const executor: Executor, call: ToolCall;
 * try {
 *   await executor.execute(call);
 * } catch (error) {
 *   if (error instanceof ExecutionError) console.error(error.detail);
 * }
 * ```
 */
export class ExecutionError extends AtipExecuteError {
  override name = 'ExecutionError';
  /** The failure, with absolute paths where they help; equal to the message without any. */
  readonly detail: string;

  constructor(message: string, { detail = message, ...options }: ErrorOptions & { readonly detail?: string } = {}) {
    super('EXECUTION_FAILED', message, options);
    this.detail = detail;
  }
}

/**
 * A run exceeded its time limit. An executor throws this only with `throwOnTimeout`; else the result has `timedOut`.
 * @example
 * ```ts
 * import { type ToolCall } from '@atip/core';
 * import { type Executor, TimeoutError } from '@atip/core/execute';
 * declare const executor: Executor, call: ToolCall;
 * try {
 *   await executor.execute(call);
 * } catch (error) {
 *   if (error instanceof TimeoutError) console.error(error.timeout);
 * }
 * ```
 */
export class TimeoutError extends AtipExecuteError {
  override name = 'TimeoutError';
  /** The exceeded limit, in ms. */
  readonly timeout: number;
  /** The output until then. Absent: the host does not say. */
  declare readonly result?: FormattedResult;

  constructor(timeout: number, result?: FormattedResult) {
    super('TIMEOUT', `The command was ended after ${timeout} ms, its time limit.`);
    this.timeout = timeout;
    if (result) this.result = result;
  }
}

/**
 * The command wants a person at a terminal.
 * @example
 * ```ts
 * import { type ToolCall } from '@atip/core';
 * import { type Executor, InteractiveNotSupportedError } from '@atip/core/execute';
 * declare const executor: Executor, call: ToolCall;
 * try {
 *   await executor.execute(call);
 * } catch (error) {
 *   if (error instanceof InteractiveNotSupportedError) console.error(error.message);
 * }
 * ```
 */
export class InteractiveNotSupportedError extends AtipExecuteError {
  override name = 'InteractiveNotSupportedError';
  readonly interactive: AtipEffects['interactive'];

  constructor(message: string, interactive: AtipEffects['interactive']) {
    super('INTERACTIVE_NOT_SUPPORTED', message);
    this.interactive = interactive;
  }
}
