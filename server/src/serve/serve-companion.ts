import type { ExecutionPolicy, SandboxMode } from '@atip/core';
import { type RunningCompanion, startCompanion } from './start-companion.ts';
import { checkServeOptions } from './check-serve-options.ts';
import { explainStart } from './explain-start.ts';
import { followInput } from './follow-input.ts';
import type { ServeHost } from './serve-host.ts';
import { showLink } from './show-link.ts';
import { startupNotes } from './startup-notes.ts';
import { createTerminalQuestions, type TerminalQuestions } from './terminal-questions.ts';
import { terminalText } from './terminal-text.ts';

/** What `atip serve` was told. */
export interface ServeOptions {
  /** 0 picks a free one. */
  readonly port: number;
  /** Directory in which calls run, absolute. */
  readonly cwd: string;
  /** Absolute paths of executables that may be run once with `--agent`. */
  readonly probes: readonly string[];
  /** Absent: by the trust of each tool's metadata. */
  readonly sandbox?: SandboxMode;
  /** What all calls are held against; a client can only narrow it. `sandbox` above counts before its own. Absent: the defaults. */
  readonly policy?: ExecutionPolicy;
  /** Absolute paths of directories that tools may change if their metadata says that they write. Absent: `cwd`. */
  readonly writableRoots?: readonly string[];
  /** Whether the page is opened in a browser. Absent: at a terminal with a display. */
  readonly open?: boolean;
  /** Exact origins of pages that may use the API besides the companion's own. */
  readonly allowOrigins?: readonly string[];
  /** Where a person is asked whether a call may run. `terminal`: standard input has to be one. Absent: `page`. */
  readonly confirm?: 'page' | 'terminal';
  /** Whether the token is written to a file, for programs of the same user. */
  readonly tokenFile?: boolean;
  /** IP address to listen on instead of 127.0.0.1; `0.0.0.0` and `::` are every interface. */
  readonly bind?: string;
}

/**
 * Runs the companion until the host's signal: lines with links on stdout, everything else on stderr.
 *
 * It resolves when every call and the server have ended.
 * @throws ServeError for options that cannot be meant, and for a port that is taken; other errors of the system as they are.
 */
export async function serveCompanion(options: ServeOptions, host: ServeHost): Promise<void> {
  await checkServeOptions(options, host);
  const report = (error: unknown): void => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    host.stderr.write(`${terminalText(text)}\n`);
  };
  let companion: RunningCompanion | undefined;
  const terminal = openTerminal(host, () => {
    if (companion) host.stdout.write(`${companion.issueLink()}\n`);
  });
  try {
    const ask = options.confirm === 'terminal' ? terminal?.ask : undefined;
    companion = await startCompanion({ ...options, ...(ask && { ask }), env: host.env, report });
    present(companion, options, host);
    await untilAborted(host.signal);
  } catch (error) {
    throw explainStart(error, options);
  } finally {
    terminal?.close();
    await companion?.close();
  }
}

/** Reads what is typed, if there is a terminal: answers to questions, and Enter for a new link. */
function openTerminal({ stdin, stderr }: ServeHost, onEmptyLine: () => void): TerminalQuestions | undefined {
  if (stdin?.isTTY !== true) return undefined;
  const input = followInput(stdin);
  const questions = createTerminalQuestions({ input: input.stream, output: stderr, onEmptyLine });
  return {
    ask: questions.ask,
    close() {
      questions.close();
      input.close();
    },
  };
}

/** Says what there is to say, and gives the first link. */
function present(companion: RunningCompanion, options: ServeOptions, host: ServeHost): void {
  for (const note of startupNotes(companion, options)) host.stderr.write(`${note}\n`);
  showLink(host, companion, options.open);
  if (host.stdin?.isTTY !== true) return;
  host.stderr.write('The link works once, for a minute. Press Enter for a new one, Ctrl-C to stop.\n');
}

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
