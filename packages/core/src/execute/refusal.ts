import {
  ArgumentValidationError,
  type AtipExecuteError,
  InsufficientTrustError,
  InteractiveNotSupportedError,
  PolicyViolationError,
  RequiresConfirmationError,
  UnknownCommandError,
} from '../errors/execute-errors.ts';
import type { CallCheck } from '../types/call-check.ts';
import { isComplete } from './check-call.ts';

/**
 * The error that says why a checked call does not run; `undefined` for one that is allowed.
 *
 * @param declined for a call to confirm: whether a person said no. False: nobody was there to be asked.
 */
export function refusalOf(check: CallCheck, declined = false): AtipExecuteError | undefined {
  if (!isComplete(check)) {
    const { resolved: call, problems, suggestions } = check;
    if (suggestions) return new UnknownCommandError(typeof call.name === 'string' ? call.name : '', suggestions);
    return new ArgumentValidationError(problems);
  }
  const { resolved: call, mapping, argv, reasons } = check;
  if (check.decision === 'deny') return denial(check);
  if (check.decision === 'confirm') return new RequiresConfirmationError({ call, mapping, argv, reasons }, declined);
  return undefined;
}

function denial({ policy, effects }: CallCheck): AtipExecuteError {
  const violations = policy?.violations ?? [];
  const codes = violations.map(({ code }) => code);
  if (codes.includes('TRUST_BELOW_THRESHOLD')) return new InsufficientTrustError(violations);
  const interactive = violations.find(({ code }) => code === 'INTERACTIVE_OPERATION');
  if (interactive && codes.length === 1)
    return new InteractiveNotSupportedError(interactive.message, effects?.interactive);
  return new PolicyViolationError(violations);
}
