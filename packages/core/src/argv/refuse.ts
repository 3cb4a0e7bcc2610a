import { ArgumentValidationError } from '../errors/execute-errors.ts';

/** Why a value cannot be put on a command line, as the error that the caller throws. */
export function refusal(parameter: string, problem: string): ArgumentValidationError {
  return new ArgumentValidationError([{ code: 'INVALID_FORMAT', message: `"${parameter}" ${problem}.`, parameter }]);
}
