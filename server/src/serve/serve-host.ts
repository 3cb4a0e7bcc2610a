import { stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Environment } from '@atip/node';
import { pageOriginProblem, publicPageOf } from '../guard/allowed-hosts.ts';
import type { CompanionSettings } from './start-companion.ts';

export interface ServeHost {
  readonly env: Environment;
  /** Node's `process.platform`. */
  readonly platform: string;
  /** A `Readable`, read only at a terminal: the page reads this package's types and does not know Node's. Absent: no input. */
  readonly stdin?: { readonly isTTY?: boolean; pause(): unknown } | undefined;
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly stderr: { write(text: string): unknown };
  /** Aborts when the companion has to end. */
  readonly signal: AbortSignal;
  /** Every local user can read its arguments while it runs. */
  openBrowser(url: string, onFailure: () => void): void;
}

export interface ServeOptions extends Omit<CompanionSettings, 'askToSave' | 'report' | 'pageRoot' | 'limits'> {
  /** Opens the page in a browser. Absent: only at a terminal with a display. */
  readonly open?: boolean | undefined;
  /** Where a person answers whether a call may run. `terminal` requires a terminal at standard input. Absent: `page`. */
  readonly confirm?: 'page' | 'terminal' | undefined;
  /** Starts nothing: prints a new link of the companion that already runs on the port. */
  readonly newLink?: boolean | undefined;
}

/** The reason why the companion cannot be started as requested; one sentence or two for a person, with the way out. */
export class ServeError extends Error {
  /** `usage`: an option is invalid; `io`: the machine refuses. */
  readonly kind: 'usage' | 'io';

  /** @param message not yet escaped for a terminal; holds no secret */
  constructor(kind: 'usage' | 'io', message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ServeError';
    this.kind = kind;
  }
}

/** @throws ServeError `usage` for the first option that is invalid, or unavailable in this process. */
export async function checkServeOptions(options: ServeOptions, { stdin }: Pick<ServeHost, 'stdin'>): Promise<void> {
  const { host, bind, confirm, publicUrl, allowOrigins = [] } = options;
  await assertDirectory('--cwd', host.cwd);
  if (confirm === 'terminal' && stdin?.isTTY !== true) {
    throw usage(
      '--confirm terminal asks at a terminal, and standard input is not one. Leave it out, and the page asks.',
    );
  }
  // A zone, as in fe80::1%eth0, cannot be typed into a browser's address bar.
  if (bind !== undefined && (isIP(bind) === 0 || bind.includes('%'))) {
    throw usage('--dangerously-bind must be an IP address, such as 192.168.1.5; 0.0.0.0 and :: mean every interface.');
  }
  if (publicUrl !== undefined && publicPageOf(publicUrl) === undefined) {
    throw usage(
      `--public-url ${JSON.stringify(publicUrl)} is refused. Write the address of a hosted page, such as https://play.example.org/: https (or http on this machine), without a password, a question mark or a #.`,
    );
  }
  for (const origin of allowOrigins) {
    const problem = pageOriginProblem(origin);
    if (problem !== undefined) throw usage(`--allow-origin ${JSON.stringify(origin)} is refused. ${problem}`);
  }
}

async function assertDirectory(option: string, path: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isDirectory()) throw usage(`${option} must name a directory, and ${path} is not one.`);
}

function usage(message: string): ServeError {
  return new ServeError('usage', message);
}

/** Turns a listen error, such as `EADDRINUSE`, into advice; returns any other error as it is. */
export function explainStart(error: unknown, { port, bind }: ServeOptions): unknown {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error && error.syscall === 'listen')) return error;
  const other = port < 65_535 ? port + 1 : port - 1;
  const texts: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is taken. Stop what uses it, or choose another: --port ${other}`,
    EADDRNOTAVAIL: `This machine has no address ${bind}. Name one that it has.`,
    EACCES: `This user may not listen on port ${port}. Choose one from 1024 on, such as --port 4170.`,
  };
  const text = texts[String(error.code)];
  return text === undefined ? error : new ServeError('io', text, { cause: error });
}
