import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Environment } from '@atip/node';
import { type CommandLine, parseCommandLine, UsageError, USAGE } from './command-line.ts';
import type { SkippedTool } from '../contract/contract.ts';
import { hasDisplay } from './open-browser.ts';
import { type RedirectFile, writeRedirectFile } from './redirect-file.ts';
import { type RunningCompanion, startCompanion } from '../start-companion.ts';
import { terminalLine, terminalText } from './terminal-text.ts';

/** The process that the companion runs as. */
export interface Host {
  /** Without node and script. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly stderr: { write(text: string): unknown };
  /** Calls back at each SIGINT and SIGTERM. */
  onStop(listener: () => void): void;
  /** Ends the process; what the companion started is killed with it. */
  exit(code: number): void;
  /** Its arguments can be read by every local user while it runs. */
  openBrowser(url: string, onFailure: () => void): void;
}

const EXIT = { stopped: 0, forced: 1, usage: 2, io: 5 } as const;

/**
 * Runs the companion's command line: one line with the link on stdout, everything else on stderr.
 *
 * Exit codes: 0 stopped by a signal, 1 stopped by a second one, 2 usage, 5 the port is taken or another system error.
 */
export async function runCompanion(host: Host): Promise<void> {
  const report = (error: unknown): void => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    host.stderr.write(`${terminalText(text)}\n`);
  };
  let line: CommandLine | undefined;
  try {
    line = parseCommandLine(host.args, host.cwd);
    if (line.help) {
      host.stdout.write(USAGE);
      return;
    }
    await assertDirectory(line.cwd);
    const companion = await startCompanion({ ...line, env: host.env, report });
    stopOnSignal(host, companion, report);
    if (companion.skipped.length > 0) host.stderr.write(`${leftOut(companion.skipped)}\n`);
    if (!companion.sandbox.available) host.stderr.write(`${terminalLine(noSandbox(companion, line))}\n`);
    showLinks(host, companion, line);
  } catch (error) {
    host.exit(explain(error, line, host, report));
  }
}

function noSandbox({ sandbox }: RunningCompanion, { sandbox: mode }: CommandLine): string {
  const reason = sandbox.reason ?? '';
  if (mode !== undefined && mode !== 'required') return `Tools run without a sandbox. ${reason}`;
  return `No sandbox works here, so most tools will not run. ${reason} To run them without one: --sandbox preferred`;
}

/** Most files named on one line; the page lists all of them. */
const MAX_NAMED = 5;

function leftOut(skipped: readonly SkippedTool[]): string {
  const named = skipped.slice(0, MAX_NAMED).map(({ source, reason }) => terminalLine(`${source}: ${reason}`));
  const more = skipped.length > MAX_NAMED ? [`and ${skipped.length - MAX_NAMED} more, listed in the page.`] : [];
  const files = skipped.length === 1 ? '1 tool file' : `${skipped.length} tool files`;
  return `${files} left out: ${[...named, ...more].join(' ')}`;
}

function showLinks(host: Host, companion: RunningCompanion, { open }: CommandLine): void {
  if (open ?? (host.stdout.isTTY === true && hasDisplay(host.env, host.platform))) openLink(host, companion);
  else host.stdout.write(`${companion.issueLink()}\n`);
  if (host.stdin.isTTY === true) {
    host.stderr.write('The link works once, for a minute. Press Enter for a new one, Ctrl-C to stop.\n');
    createInterface({ input: host.stdin }).on('line', () => host.stdout.write(`${companion.issueLink()}\n`));
  }
}

/** Prints a link, and opens it through a file that is gone once the link has stopped working. */
function openLink(host: Host, companion: RunningCompanion): void {
  let file: RedirectFile | undefined;
  const link = companion.issueLink(() => file?.remove());
  host.stdout.write(`${link}\n`);
  const onFailure = (): void => {
    host.stderr.write('No browser could be opened; open the link yourself.\n');
  };
  try {
    file = writeRedirectFile(link);
    host.openBrowser(file.url, onFailure);
  } catch (error) {
    // A full or read-only disk; the printed link works without a file.
    if (!(error instanceof Error && 'code' in error)) throw error;
    onFailure();
  }
}

function stopOnSignal(host: Host, companion: RunningCompanion, report: (error: unknown) => void): void {
  let stopping = false;
  host.onStop(() => {
    // The second time, somebody has lost patience.
    if (stopping) {
      host.exit(EXIT.forced);
      return;
    }
    stopping = true;
    companion.close().then(
      () => host.exit(EXIT.stopped),
      (error: unknown) => {
        report(error);
        host.exit(EXIT.io);
      },
    );
  });
}

async function assertDirectory(path: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isDirectory()) throw new UsageError(`--cwd must name a directory, and ${path} is none.`);
}

/** Says what went wrong. @returns the exit code. */
function explain(error: unknown, line: CommandLine | undefined, host: Host, report: (error: unknown) => void): number {
  if (error instanceof UsageError) {
    host.stderr.write(`${terminalText(error.message)}\n\n${USAGE}`);
    return EXIT.usage;
  }
  if (line !== undefined && error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    const other = line.port < 65_535 ? line.port + 1 : line.port - 1;
    host.stderr.write(
      `Port ${line.port} is taken. Stop what uses it, or choose another: npm start -- --port ${other}\n`,
    );
    return EXIT.io;
  }
  report(error);
  return EXIT.io;
}
