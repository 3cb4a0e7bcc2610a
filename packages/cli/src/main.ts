#!/usr/bin/env node
import { createInterface } from 'node:readline/promises';
import process from 'node:process';
import { runCli } from './run-cli.ts';

// Whoever looks for tools reads this file before running it: it answers --agent, as ATIP asks of a tool.
const abort = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => abort.abort(new Error(`Stopped by ${name}.`)));
}
// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on('error', (error) => {
  if ('code' in error && error.code === 'EPIPE') process.exit(0);
  throw error;
});

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question, { signal: abort.signal });
  } finally {
    terminal.close();
  }
}

process.exitCode = await runCli({
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
