#!/usr/bin/env node
import process from 'node:process';
import { VERSION } from './version.ts';

// Discovery reads this file before it runs it: it answers --agent, as ATIP asks of a tool.
const args = process.argv.slice(2);
// Nothing else is loaded for it: scripts ask for the version often.
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) process.stdout.write(`${VERSION}\n`);
else await (await import('./run-cli.ts')).runProcess(args);
