import type { WrapLaunch } from '../process/launch.ts';
import type { SandboxProfile } from './sandbox-profile.ts';
import { seatbeltProfile } from './seatbelt-profile.ts';

/** Part of macOS, in a place that only the system writes. */
export const SANDBOX_EXEC = '/usr/bin/sandbox-exec';

/** Makes the wrap that puts a program into macOS's sandbox; the program starts by the path that it was found under. */
export function wrapWithSeatbelt(profile: SandboxProfile): WrapLaunch {
  const text = seatbeltProfile(profile);
  return (launch) => ({
    ...launch,
    file: SANDBOX_EXEC,
    argv0: 'sandbox-exec',
    args: ['-p', text, profile.foundAs, ...launch.args],
    cwd: profile.cwd,
  });
}
