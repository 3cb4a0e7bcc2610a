#!/usr/bin/env node
import process from 'node:process';
import { VERSION } from './version.ts';

// Discovery reads this file before running it; a tool answers --agent, as ATIP requires.
const args = process.argv.slice(2);
const [first, second, agent] = args;
// Loads nothing else: scripts ask for the version often.
if (args.length === 1 && (first === '--version' || first === '-V')) process.stdout.write(`${VERSION}\n`);
// An agent waits for its hook before each line, so the hook loads only what the answer needs.
else if (args.length === 3 && first === 'gate' && second === '--hook' && agent !== undefined)
  await (await import('./gate/hook.ts')).runHook(agent);
else await (await import('./run-cli.ts')).runProcess(args);
