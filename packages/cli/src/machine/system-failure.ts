import { AuditLogError, LockTimeoutError, RegistryError } from '@atip/node';
import { CliError } from '../cli-error.ts';
import { EXIT } from '../exit-code.ts';

/**
 * Makes what the machine refuses, such as a full disk, one sentence; gives any other error as it is.
 *
 * @param task what could not be done; begins the sentence
 */
export function systemFailure(error: unknown, task: string): unknown {
  if (error instanceof CliError) return error;
  const isKnown = error instanceof AuditLogError || error instanceof LockTimeoutError || error instanceof RegistryError;
  if (isKnown) return new CliError(EXIT.io, `${task}: ${error.message}`, { cause: error });
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return error;
  return new CliError(EXIT.io, `${task} (${String(error.code)}).`, { cause: error });
}
