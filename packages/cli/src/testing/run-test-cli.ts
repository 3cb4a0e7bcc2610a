import type { CliHost, ExitCode } from '../cli-host.ts';
import { runCli } from '../run-cli.ts';

export interface CliRun {
  readonly code: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
}

/** A host in `/` with no input, discarded output and a signal that never aborts; `change` replaces its fields. */
export function testHost(change: Partial<CliHost> = {}): CliHost {
  const output = { write: (): void => undefined };
  return {
    ...{ args: [], cwd: '/', stdin: inputOf(''), stdout: output, stderr: output },
    env: { PATH: '/usr/bin:/bin', HOME: '/nowhere', XDG_DATA_DIRS: '/nowhere', NO_COLOR: '1', ATIP_SHIMS: 'off' },
    signal: new AbortController().signal,
    ...change,
  };
}

/** The text on standard input, at once. */
export async function* inputOf(input: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof input === 'string' ? new TextEncoder().encode(input) : input;
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
    readonly columns?: number;
  } = {},
): Promise<CliRun> {
  const said = { stdout: '', stderr: '' };
  const write = (name: 'stdout' | 'stderr') => ({
    write: (text: string): void => {
      said[name] += text;
    },
    ...(host.tty !== undefined && { isTTY: host.tty }),
    columns: host.columns ?? 0,
  });
  const streams = { stdin: inputOf(input), stdout: write('stdout'), stderr: write('stderr') };
  const code = await runCli(testHost({ ...host, args, ...streams }));
  return { code, ...said };
}
