import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { SandboxMode } from '@atip/core';

export interface CommandLine {
  readonly port: number;
  /** Absolute. */
  readonly cwd: string;
  /** Absolute. */
  readonly probes: readonly string[];
  /** Absent: by the trust of each tool's metadata. */
  readonly sandbox?: SandboxMode;
  /** Absent: not said. */
  readonly open?: boolean;
  readonly help: boolean;
}

/** Something on the command line that cannot be meant. */
export class UsageError extends Error {}

const SANDBOX_MODES: readonly SandboxMode[] = ['required', 'preferred', 'off'];

export const DEFAULT_PORT = 4170;

export const USAGE: string = `Usage: npm start -- [options]

Starts the companion: serves the playground on 127.0.0.1 and runs the calls that its page asks for.

  --port NUMBER   port to listen on (default ${DEFAULT_PORT}; 0 picks a free one)
  --cwd DIR       directory in which calls run (default: the current one)
  --sandbox MODE  required, preferred or off: whether tools have to run in a sandbox (default: required
                  for tools whose metadata is trusted less than an organisation's, else preferred)
  --probe PATH    executable to ask for its metadata with --agent; may be repeated
  --open          open the page in a browser; --no-open does not
  --help          show this text
`;

/**
 * Reads the companion's command line.
 *
 * @param args without node and script.
 * @param base directory that relative paths start from.
 * @throws UsageError saying what is wrong.
 */
export function parseCommandLine(args: readonly string[], base: string): CommandLine {
  const { values } = parse(args);
  return {
    port: parsePort(values.port),
    cwd: resolve(base, values.cwd ?? '.'),
    probes: (values.probe ?? []).map((path) => resolve(base, path)),
    ...(values.sandbox === undefined ? {} : { sandbox: parseSandbox(values.sandbox) }),
    ...(values.open === undefined ? {} : { open: values.open }),
    help: values.help ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowNegative: true,
      options: {
        port: { type: 'string' },
        cwd: { type: 'string' },
        sandbox: { type: 'string' },
        probe: { type: 'string', multiple: true },
        open: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function parseSandbox(text: string): SandboxMode {
  const mode = SANDBOX_MODES.find((known) => known === text);
  if (mode !== undefined) return mode;
  throw new UsageError(`--sandbox must be required, preferred or off, not ${JSON.stringify(text)}.`);
}

function parsePort(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PORT;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`--port must be a number from 0 to 65535, not ${JSON.stringify(text)}.`);
}
