import type { CliHost, ExitCode } from '../cli-host.ts';
import { runCli } from '../run-cli.ts';

export interface CliRun {
  readonly code: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line in a directory with some input, and returns its output. */
export async function runTestCli(
  args: readonly string[],
  {
    input = '',
    ...host
  }: Partial<Omit<CliHost, 'args' | 'stdin' | 'stdout' | 'stderr'>> & {
    readonly input?: string | Uint8Array;
    readonly tty?: boolean;
  } = {},
): Promise<CliRun> {
  const said = { stdout: '', stderr: '' };
  const write = (name: 'stdout' | 'stderr') => ({
    write: (text: string): void => {
      said[name] += text;
    },
    ...(host.tty !== undefined && { isTTY: host.tty }),
  });
  const code = await runCli({
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', HOME: '/nowhere', XDG_DATA_DIRS: '/nowhere', NO_COLOR: '1', ATIP_SHIMS: 'off' },
    signal: new AbortController().signal,
    ...host,
    args,
    stdin: (async function* () {
      yield typeof input === 'string' ? new TextEncoder().encode(input) : input;
    })(),
    stdout: write('stdout'),
    stderr: write('stderr'),
  });
  return { code, ...said };
}
