import type { WrapLaunch } from '../process/launch-types.ts';
import type { SandboxProfile } from './sandbox-profile.ts';

/** Part of macOS, in a place that only the system can write. */
export const SANDBOX_EXEC = '/usr/bin/sandbox-exec';

/** Makes the wrap for macOS's sandbox; the program starts by its found path. */
export function wrapWithSeatbelt(profile: SandboxProfile, proxyPort?: number): WrapLaunch {
  const text = seatbeltProfile(profile, proxyPort);
  return (launch) => ({
    ...launch,
    file: SANDBOX_EXEC,
    argv0: 'sandbox-exec',
    args: ['-p', text, profile.foundAs, ...launch.args],
    cwd: profile.cwd,
  });
}

/** Devices that programs normally write to. */
const DEVICES: readonly string[] = [
  '/dev/null',
  '/dev/zero',
  '/dev/tty',
  '/dev/stdout',
  '/dev/stderr',
  '/dev/dtracehelper',
];

/** Writes a profile for macOS's `sandbox-exec`, not tested on a Mac; the last rule counts. Processes stay visible. */
function seatbeltProfile(profile: SandboxProfile, proxyPort?: number): string {
  const home = profile.emptied.filter((path) => !/^(?:\/private)?\/(?:tmp|run)$/.test(path));
  const secrets = profile.hidden.map(({ path }) => path);
  return [
    '(version 1)',
    '(allow default)',
    profile.network ? '(deny network* (remote unix-socket))' : '(deny network*)',
    ...(proxyPort === undefined ? [] : [`(allow network-outbound (remote ip "localhost:${proxyPort}"))`]),
    '(deny signal)',
    '(allow signal (target same-sandbox))',
    '(deny file-write*)',
    ...rule('allow file-write*', 'literal', DEVICES),
    ...rule('allow file-write*', 'subpath', profile.writable),
    ...rule('deny file-write*', 'subpath', profile.protected),
    ...rule('deny file-read*', 'subpath', home),
    ...rule('allow file-read*', 'subpath', [...profile.rebound, ...profile.writable]),
    ...rule('deny file-read* file-write*', 'subpath', secrets),
    ...rule('allow file-read*', 'literal', [profile.executable]),
  ].join('\n');
}

function rule(action: string, match: 'literal' | 'subpath', paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  return [`(${action} ${paths.map((path) => `(${match} ${quote(path)})`).join(' ')})`];
}

function quote(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
