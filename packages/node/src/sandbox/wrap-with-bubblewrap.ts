import type { HolderReport, Launch, WrapLaunch } from '../process/launch.ts';
import { bubblewrapArguments } from './bubblewrap-arguments.ts';
import type { PipeDefence } from './named-pipes.ts';
import type { SandboxProfile } from './sandbox-profile.ts';
import { WRITE_GUARD_PATH } from './write-guard.ts';

const NOTHING = new Uint8Array();

/** Only of a program that was started does it say how it ended. */
const isEnded = (report: string): boolean => report.includes('"exit-code"');
const REPORT: HolderReport = { pipes: 1, wasStarted: isEnded };
/** The guard has a descriptor of its own, on which it says that it started nothing. */
const REPORT_WITH_GUARD: HolderReport = {
  pipes: 2,
  wasStarted: (report) => isEnded(report) && !report.includes('refused'),
};

/**
 * Makes the wrap that puts a program into bubblewrap.
 *
 * Only the program and its arguments stand on bubblewrap's command line, which every user can read: the environment and
 * the paths go through a pipe. The program is started by the path it was found under, since bubblewrap 0.8 cannot give it
 * another name. Where there is a guard, bubblewrap starts that one, which becomes the program.
 * @param bubblewrap absolute path
 * @param filter see `seccompFilter`
 */
export function wrapWithBubblewrap(
  bubblewrap: string,
  filter: Uint8Array,
  profile: SandboxProfile,
  { guard, ...pipes }: PipeDefence,
): WrapLaunch {
  const empties = profile.hidden.filter(({ directory }) => !directory).map(() => NOTHING);
  return (launch: Launch): Launch => {
    const given = launch.inherited ?? [];
    const first = 3 + given.length;
    const next = first + 2 + empties.length;
    const report = guard === undefined ? next : next + 1;
    const descriptors = { filter: first + 1, empty: first + 2, report, ...(guard && { guard: next }) };
    const args = bubblewrapArguments(profile, launch.env, descriptors, pipes);
    const text = new TextEncoder().encode(args.map((arg) => `${arg}\0`).join(''));
    return {
      file: bubblewrap,
      argv0: 'bwrap',
      args: ['--args', String(first), '--', ...(guard ? [WRITE_GUARD_PATH] : []), profile.foundAs, ...launch.args],
      cwd: '/',
      env: {},
      inherited: [...given, text, filter, ...empties, ...(guard ? [guard(report + 1)] : [])],
      reports: guard ? REPORT_WITH_GUARD : REPORT,
    };
  };
}
