import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExecutionError } from '@atip/core/execute';
import type { Launch } from './launch-types.ts';

/** Opens a sandbox's descriptors, from 3, and starts it with its own terminal. */
const STARTER = `
const { openSync } = require('node:fs');
const { spawn } = require('node:child_process');
const { signals } = require('node:os').constants;
const [directory, inputs, reports, file, argv0, cwd, ...args] = process.argv.slice(1);
const opened = (count, name, flags) => Array.from({ length: Number(count) }, (_, at) => openSync(directory + '/' + name + at, flags));
const stdio = ['inherit', 'inherit', 'inherit', ...opened(inputs, 'in', 'r'), ...opened(reports, 'out', 'w')];
const child = spawn(file, args, { argv0, cwd, stdio });
child.on('error', ({ message }) => { console.error(message); process.exit(127); });
child.on('exit', (code, signal) => process.exit(code ?? 128 + signals[signal]));
`;

/** A launch whose descriptors come from files, because a terminal's process inherits only the terminal. */
export interface TerminalHolder {
  readonly launch: Launch;
  /** The report of the sandbox, after the run. */
  report(): string;
  remove(): void;
}

/**
 * Converts the launch of a sandbox into one that a terminal can start.
 *
 * @throws ExecutionError when the run may only reach certain hosts: their proxy needs a channel that a terminal lacks
 */
export function holdAtTerminal({ inherited = [], reports, onListener, ...launch }: Launch): TerminalHolder {
  if (onListener)
    throw new ExecutionError(
      'At a terminal a run has all of the network or nothing of it. Let the policy field "network" be "all" or "none".',
    );
  const directory = mkdtempSync(join(tmpdir(), 'atip-terminal-'));
  for (const [at, bytes] of inherited.entries()) writeFileSync(join(directory, `in${at}`), bytes, { mode: 0o600 });
  const outputs = Array.from({ length: reports?.pipes ?? 0 }, (_, at) => join(directory, `out${at}`));
  for (const path of outputs) writeFileSync(path, '', { mode: 0o600 });
  const { file, argv0, args, cwd = '/' } = launch;
  const own = ['-e', STARTER, directory, String(inherited.length), String(outputs.length), file, argv0, cwd, ...args];
  return {
    launch: { ...launch, file: process.execPath, argv0: process.execPath, args: own },
    report: () => outputs.map((path) => readFileSync(path, 'utf8')).join(''),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
