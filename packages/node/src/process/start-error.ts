import { ExecutionError } from '@atip/core';
import { describeSystemError } from '../files/system-error.ts';

/** Says why a file could not be started, by the system's code. */
export function startError(file: string, code: string | undefined): ExecutionError {
  const reason = describeSystemError(code ?? 'unknown reason');
  const hint = code === 'ENOENT' ? ' The file, its interpreter or the working directory is gone.' : '';
  return new ExecutionError(`${file} could not be started: ${reason} (${code ?? 'no code'}).${hint}`);
}
