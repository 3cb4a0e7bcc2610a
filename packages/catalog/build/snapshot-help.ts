import { homedir } from 'node:os';
import { describeProgram } from '../../node/src/discover/describe-program.ts';
import { placeCommands } from './build-shim.ts';
import { readRows } from './read-files.ts';
import { commandOf } from './sources.ts';
import type { AtipTool } from '@atip/core';
import { createSandbox } from '@atip/node';
import { findExecutable } from '@atip/node/internal';

/** The result of a snapshot. */
export interface Snapshot {
  readonly tool: AtipTool;
  /** Commands with rows in the table that are missing in the program's help. */
  readonly missing: readonly string[];
}

/**
 * Asks an installed program for its help, like `atip describe`, and keeps the commands with rows in the table.
 *
 * @param folder absolute path of `packages/catalog`
 * @param isHeld false: not in a sandbox, for programs that start others from the user's home, as pyenv and rustup do
 * @throws Error when it is not installed or has no useful help
 */
export async function snapshotHelp(folder: string, name: string, isHeld: boolean): Promise<Snapshot> {
  const env = process.env;
  const executable = await findExecutable(name, env);
  if (executable === null) throw new Error(`${name} is not installed`);
  const rows = readRows(folder).filter(({ command }) => command.split(' ')[0] === name);
  const paths = [...new Set(rows.map(({ command }) => command))].map((command) => command.split(' ').slice(1));
  const depth = Math.max(1, ...paths.map(({ length }) => length));
  const sandbox = isHeld ? await createSandbox({ env }) : 'off';
  const described = await describeProgram(executable, { env, sandbox, depth, timeout: 10_000 });
  if (described === undefined) throw new Error(`${name} says nothing of use for --help`);
  const { tool } = described;
  const missing = paths.filter((path) => commandOf(tool, path.length === 0 ? [''] : path) === undefined);
  // Defaults that a program works out from the home are nobody else's.
  const pruned = JSON.stringify(pruneTool(tool, paths)).replaceAll(`${homedir()}/`, '~/');
  return { tool: JSON.parse(pruned), missing: missing.map((path) => path.join(' ')) };
}

/** The tool with only the commands for shims. @param paths words after the tool's name */
export function pruneTool(tool: AtipTool, paths: readonly (readonly string[])[]): AtipTool {
  const commands = paths.flatMap((path) => {
    const command = commandOf(tool, path.length === 0 ? [''] : path);
    return command ? [{ path, command }] : [];
  });
  return { ...tool, commands: placeCommands(commands) };
}
