import process from 'node:process';
import { runCli } from './run-cli.ts';
import { watchOutputs } from './terminal/watch-outputs.ts';

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
/** Ms. npm tells its child of a Ctrl-C that the terminal has told it already: two signals this close are one. */
const ONE_KEY_PRESS = 300;
/** Ms in which a command has to end once its output takes no more. */
const TIME_TO_END = 10_000;

/** Runs the command line as this process: with its streams, its signals and its exit code. */
export async function runProcess(args: readonly string[]): Promise<void> {
  const abort = new AbortController();
  stopOnSignals(abort);
  const outputs = watchOutputs(process, (reason) => {
    abort.abort(reason);
    // The command may have ended before the system reported the failure.
    process.exitCode = outputs.exitCode(0);
    setTimeout(() => process.exit(outputs.exitCode(0)), TIME_TO_END).unref();
  });
  const { stdin, stdout, stderr, env } = process;
  const isAttended = stdin.isTTY === true && stderr.isTTY === true;
  const code = await runCli({
    args,
    cwd: process.cwd(),
    ...{ env, stdin, stdout, stderr },
    streams: { stdin, stdout },
    signal: abort.signal,
    ...(isAttended && { ask: (question) => ask(question, abort.signal) }),
  });
  process.exitCode = outputs.exitCode(code);
}

function stopOnSignals(abort: AbortController): void {
  let stoppedAt = 0;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Under nohup there is no terminal at the input, and the process has to live on.
    if (name === 'SIGHUP' && process.stdin.isTTY !== true) continue;
    process.on(name, () => {
      if (!abort.signal.aborted) {
        stoppedAt = performance.now();
        abort.abort(new Error(`Stopped by ${name}.`));
        // The second signal ends this process; child processes are killed as it exits.
      } else if (performance.now() - stoppedAt > ONE_KEY_PRESS) process.exit(128 + SIGNALS[name]);
    });
  }
}

async function ask(question: string, signal: AbortSignal): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question, { signal });
  } finally {
    terminal.close();
  }
}
