import { userInfo } from 'node:os';

/** On whose behalf calls are made here: the account's name, or its number where it has none. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch (error) {
    // What Node throws for an account that the system does not list, as in containers.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SYSTEM_ERROR')) throw error;
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
