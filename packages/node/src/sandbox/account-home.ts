import { userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { systemErrorCode } from '../files/system-error.ts';

/** The home directory that the system has on record for our user, whatever `HOME` says; undefined when there is none. */
export function accountHome(): string | undefined {
  try {
    const { homedir } = userInfo();
    return isAbsolute(homedir) ? homedir : undefined;
  } catch (error) {
    // A number without an account.
    if (systemErrorCode(error) === undefined) throw error;
    return undefined;
  }
}
