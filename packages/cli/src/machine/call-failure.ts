import {
  AtipError,
  ExecutionError,
  InsufficientTrustError,
  InteractiveNotSupportedError,
  PolicyViolationError,
  RequiresConfirmationError,
} from '@atip/core';
import { detailOf } from '@atip/node';
import { CliError } from '../cli-error.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { systemFailure } from './system-failure.ts';

const REFUSALS = [
  PolicyViolationError,
  InsufficientTrustError,
  InteractiveNotSupportedError,
  RequiresConfirmationError,
];

/**
 * Makes what stopped a call before or instead of its process one sentence with its exit code; gives any other error as it is.
 *
 * @param settings `held`: false when the call has to be in a sandbox and none works here; `canAnswer`: whether somebody was
 * there to confirm it
 */
export function callFailure(
  error: unknown,
  { held, canAnswer }: { readonly held: boolean; readonly canAnswer: boolean },
): unknown {
  const fail = (code: ExitCode, message: string): CliError => new CliError(code, message, { cause: error });
  if (REFUSALS.some((refusal) => error instanceof refusal) && error instanceof Error) {
    const isUnasked = error instanceof RequiresConfirmationError && !canAnswer;
    const hint = isUnasked ? ' Nobody is at a terminal to be asked; --yes answers in advance.' : '';
    return fail(EXIT.refused, `Nothing was run. ${error.message}${hint}`);
  }
  if (error instanceof ExecutionError)
    return fail(held ? EXIT.io : EXIT.refused, `Nothing was run. ${detailOf(error)}`);
  if (AtipError.isInstance(error)) return fail(EXIT.invalid, error.message);
  return systemFailure(error, 'The call cannot be made');
}
