import {
  ArgumentValidationError,
  AtipExecuteError,
  ExecutionError,
  RequiresConfirmationError,
  UnknownCommandError,
} from '@atip/core';
import { detailOf, ProgramError, type ProgramProblem } from '@atip/node';
import { ProblemError } from '../http/problem.ts';

const PROGRAM_CODES: Readonly<Record<ProgramProblem, string>> = {
  missing: 'executable-missing',
  unreadable: 'executable-unreadable',
  replaced: 'executable-replaced',
  checksum: 'checksum-mismatch',
  changed: 'executable-changed',
};

/**
 * Writes what stopped a call as the problem that clients are told of; gives any other error as it is.
 *
 * 404 `unknown-command`; 422 `validation-failed`; 403 `policy-violation`, `confirmation-denied`; 409 for its program; 500
 * `execution-failed`.
 */
export function callProblem(error: unknown): unknown {
  const options = { cause: error };
  if (error instanceof UnknownCommandError) return new ProblemError(404, 'unknown-command', error.message, options);
  if (error instanceof ArgumentValidationError)
    return new ProblemError(422, 'validation-failed', error.message, options);
  if (error instanceof RequiresConfirmationError)
    return new ProblemError(403, 'confirmation-denied', 'It was denied.', options);
  if (error instanceof ProgramError)
    return new ProblemError(409, PROGRAM_CODES[error.problem], detailOf(error), options);
  if (error instanceof ExecutionError) return new ProblemError(500, 'execution-failed', detailOf(error), options);
  if (error instanceof AtipExecuteError) return new ProblemError(403, 'policy-violation', error.message, options);
  return error;
}
