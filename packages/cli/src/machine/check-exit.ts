import { EXIT, type ExitCode } from '../exit-code.ts';
import type { CallCheck } from './examine-call.ts';

/**
 * What a check of a call ends with: `invalid` when there is no such call to make, `refused` when it would not run by itself.
 *
 * @param confirmed whether a person has said yes, or is there to be asked
 */
export function checkExit({ valid, command }: CallCheck, confirmed = false): ExitCode {
  if (!valid || !command) return EXIT.invalid;
  const { decision } = command.decision;
  const isRefused = decision === 'deny' || (decision === 'confirm' && !confirmed);
  return isRefused || command.sandbox.problem !== undefined ? EXIT.refused : EXIT.ok;
}
