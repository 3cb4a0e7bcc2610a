#!/usr/bin/env node
import { createInterface } from 'node:readline/promises';
import process from 'node:process';
import { runCli } from './run-cli.ts';
import { watchOutputs } from './terminal/watch-outputs.ts';

// Whoever looks for tools reads this file before running it: it answers --agent, as ATIP asks of a tool.
const abort = new AbortController();
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
/** Ms. npm tells its child of a Ctrl-C that the terminal has told it already: two signals this close are one. */
const ONE_KEY_PRESS = 300;
let stoppedAt = 0;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // Whoever starts it with nohup has no terminal at its input, and wants it to live on.
  if (name === 'SIGHUP' && process.stdin.isTTY !== true) continue;
  process.on(name, () => {
    if (!abort.signal.aborted) {
      stoppedAt = performance.now();
      abort.abort(new Error(`Stopped by ${name}.`));
      // Somebody has lost patience; what was started is killed as the process exits.
    } else if (performance.now() - stoppedAt > ONE_KEY_PRESS) process.exit(128 + SIGNALS[name]);
  });
}
/** Ms in which a command ends that nobody reads any more. */
const LAST_WORDS = 10_000;
const outputs = watchOutputs(process, (reason) => {
  abort.abort(reason);
  // The command may have come to its end before the system said so.
  process.exitCode = outputs.exitCode(0);
  setTimeout(() => process.exit(outputs.exitCode(0)), LAST_WORDS).unref();
});

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question, { signal: abort.signal });
  } finally {
    terminal.close();
  }
}

const code = await runCli({
  args: process.argv.slice(2),
  cwd: process.cwd(),
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  streams: { stdin: process.stdin, stdout: process.stdout },
  signal: abort.signal,
  ...(process.stdin.isTTY === true && process.stderr.isTTY === true && { ask }),
});
process.exitCode = outputs.exitCode(code);
