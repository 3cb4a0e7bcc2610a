import { PassThrough, type Readable } from 'node:stream';
import { type RunningCompanion, startCompanion } from './start-companion.ts';
import { checkServeOptions, explainStart } from './check-serve-options.ts';
import type { ServeHost, ServeInput, ServeOptions } from './serve-host.ts';
import { showLink } from './show-link.ts';
import { startupNotes, terminalText } from './startup-notes.ts';
import { createTerminalQuestions, type TerminalQuestions } from './terminal-questions.ts';

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

/** What is typed, for one reader. */
interface FollowedInput {
  readonly stream: Readable;
  /** Ends it, and stops reading: a terminal that is read keeps a process alive. */
  close(): void;
}

/** Starts to read an input. */
function followInput(input: ServeInput): FollowedInput {
  const stream = new PassThrough();
  const pass = (chunk: string | Uint8Array): void => {
    stream.write(chunk);
  };
  input.on('data', pass);
  return {
    stream,
    close() {
      input.off('data', pass);
      input.pause();
      stream.end();
    },
  };
}
