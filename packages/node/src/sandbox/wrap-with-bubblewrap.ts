import type { Launch, WrapLaunch } from '../process/launch.ts';
import { bubblewrapArguments } from './bubblewrap-arguments.ts';
import type { SandboxProfile } from './sandbox-profile.ts';

const NOTHING = new Uint8Array();

/** Only of a program that was started does it say how it ended. */
const REPORT = { wasStarted: (report: string): boolean => report.includes('"exit-code"') };

/**
 * Makes the wrap that puts a program into bubblewrap.
 *
 * Only the program and its arguments stand on bubblewrap's command line, which every user can read: the environment and
 * the paths go through a pipe. The program is started by the path it was found under, since bubblewrap 0.8 cannot give it
 * another name.
 * @param bubblewrap absolute path
 * @param filter see `seccompFilter`
 */
export function wrapWithBubblewrap(bubblewrap: string, filter: Uint8Array, profile: SandboxProfile): WrapLaunch {
  const empties = profile.hidden.filter(({ directory }) => !directory).map(() => NOTHING);
  return (launch: Launch): Launch => {
    const given = launch.inherited ?? [];
    const first = 3 + given.length;
    const report = first + 2 + empties.length;
    const args = bubblewrapArguments(profile, launch.env, { filter: first + 1, empty: first + 2, report });
    return {
      file: bubblewrap,
      argv0: 'bwrap',
      args: ['--args', String(first), '--', profile.foundAs, ...launch.args],
      cwd: '/',
      env: {},
      inherited: [...given, new TextEncoder().encode(args.map((arg) => `${arg}\0`).join('')), filter, ...empties],
      reports: REPORT,
    };
  };
}
