#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { VERSION } from './version.ts';

// Discovery reads this file before running it; a tool answers --agent, as ATIP requires.
const args = process.argv.slice(2);
const [first, second, agent] = args;
const help = builtHelp();
// Loads nothing else: scripts ask for the version often.
if (args.length === 1 && (first === '--version' || first === '-V')) process.stdout.write(`${VERSION}\n`);
else if (help !== undefined) process.stdout.write(help);
// An agent waits for its hook before each line, so the hook loads only what the answer needs.
else if (args.length === 3 && first === 'gate' && second === '--hook' && agent !== undefined)
  void import('./gate/hook.ts').then(({ runHook }) => runHook(agent)).catch(refuse);
else void import('./run-cli.ts').then(({ runProcess }) => runProcess(args));

/** Agents go on after each exit code but 2, so a damaged installation has to block. */
function refuse(error: unknown): void {
  process.stderr.write(`atip: The hook cannot be loaded; install atip again. (${String(error)})\n`);
  process.exitCode = 2;
}

/**
 * The help as the build wrote it (`scripts/warm-cli.mjs`), in the widest form that the terminal has room for. `undefined`: no
 * help is asked for, or it has to be made.
 */
function builtHelp(): string | undefined {
  const last = args.at(-1) ?? '--help';
  if ((last !== '--help' && last !== '-h') || args.length > 2) return undefined;
  const name = args.length < 2 ? 'atip' : (first ?? '');
  const columns = process.stdout.columns || 80;
  const width = [120, 100, 80].find((one) => one <= columns);
  if (width === undefined || !/^[a-z]+$/.test(name)) return undefined;
  try {
    return readFileSync(new URL(`./help/${width}/${name}.txt`, import.meta.url), 'utf8');
  } catch {
    return undefined;
  }
}
