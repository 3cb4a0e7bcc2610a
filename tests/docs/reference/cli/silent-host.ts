import { Readable } from 'node:stream';
import type { CliHost } from '../../../../packages/cli/src/cli-host.ts';

/** A process in which nothing is run: commands are looked at, not called. */
export function silentHost(): CliHost {
  const refuse = (text: string): never => {
    throw new Error(`Nothing should be written: ${text}`);
  };
  return {
    args: [],
    cwd: '/',
    env: {},
    stdin: Readable.from([]),
    stdout: { write: refuse },
    stderr: { write: refuse },
    signal: new AbortController().signal,
  };
}
