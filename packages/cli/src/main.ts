#!/usr/bin/env node
import process from 'node:process';
import { VERSION } from './version.ts';

// Discovery reads this file before it runs it: it answers --agent, as ATIP asks of a tool.
const args = process.argv.slice(2);
const [first, second, agent] = args;
// Nothing else is loaded for it: scripts ask for the version often.
if (args.length === 1 && (first === '--version' || first === '-V')) process.stdout.write(`${VERSION}\n`);
// An agent asks before each line, and waits: its hook loads no more than the answer needs.
else if (args.length === 3 && first === 'gate' && second === '--hook' && agent !== undefined)
  await (await import('./gate/hook.ts')).runHook(agent);
else await (await import('./run-cli.ts')).runProcess(args);
