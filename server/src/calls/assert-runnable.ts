import { ProblemError } from '../http/problem.ts';
import type { PreparedCall } from './prepare-call.ts';

/** A prepared call whose arguments are valid and whose policies do not deny it. */
export interface RunnableCall extends PreparedCall {
  readonly argv: readonly string[];
  readonly hash: string;
}

/** @throws ProblemError 422 `validation-failed`; 403 `policy-violation`. */
export function assertRunnable(prepared: PreparedCall): RunnableCall {
  const { argv, check } = prepared;
  if (argv === undefined || check.hash === undefined) {
    throw new ProblemError(422, 'validation-failed', check.validation.errors.map(({ message }) => message).join(' '));
  }
  if (check.decision.decision === 'deny') {
    throw new ProblemError(403, 'policy-violation', reasonsOf(prepared).join(' '));
  }
  return { ...prepared, argv, hash: check.hash };
}

/** What the policies have against a call, in words. */
export function reasonsOf({ check }: PreparedCall): string[] {
  return check.decision.violations.map(({ message }) => message);
}
