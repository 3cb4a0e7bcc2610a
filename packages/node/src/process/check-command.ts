import { isAbsolute } from 'node:path';
import { ExecutionError } from '@atip/core';
import type { ExecuteOptions } from './execute-options.ts';

/** Bytes of one argument, as Linux has it: 32 pages, with the NUL at its end. */
const MAX_ARGUMENT = 131_071;
/** Bytes of all arguments and the environment: the least that a system with Linux's usual stack gives, less a margin. */
const MAX_COMMAND = 2_000_000;
/** UTF-16 units of the whole command line. */
const MAX_COMMAND_ON_WINDOWS = 32_767;

/**
 * Refuses what no program can be started with, before anything is started.
 *
 * @returns the file to execute
 * @throws ExecutionError for a path that is not absolute, a NUL, and what is too long for the system
 */
export function checkCommand(
  argv: readonly string[],
  { executable, cwd, env = {} }: Pick<ExecuteOptions, 'executable' | 'cwd' | 'env'>,
): string {
  const file = executable ?? argv[0];
  if (file === undefined || !isAbsolute(file)) {
    throw new ExecutionError('The executable must be an absolute path, as found when the tool was discovered.');
  }
  if (cwd !== undefined && !isAbsolute(cwd)) {
    throw new ExecutionError('The working directory must be an absolute path.');
  }
  const broken = argv.findIndex((argument) => argument.includes('\0'));
  if (broken >= 0)
    throw new ExecutionError(`Argument ${broken} contains a NUL character, which no program can receive.`);
  checkLengths(argv, env);
  return file;
}

function checkLengths(argv: readonly string[], env: Readonly<Record<string, string>>): void {
  if (process.platform === 'win32') {
    if (sum(argv.map((argument) => argument.length + 3)) > MAX_COMMAND_ON_WINDOWS) throw tooLong();
    return;
  }
  const sizes = argv.map((argument) => Buffer.byteLength(argument));
  const long = sizes.findIndex((size) => size > MAX_ARGUMENT);
  if (long >= 0) {
    throw new ExecutionError(
      `Argument ${long} has ${sizes[long]} bytes; a program can receive ${MAX_ARGUMENT} in one. Write it to a file, or to the input, if the program reads one.`,
    );
  }
  // What the system counts besides the text: its end and a pointer to it.
  const variables = Object.entries(env).map(([name, value]) => Buffer.byteLength(`${name}=${value}`));
  if (sum([...sizes, ...variables].map((size) => size + 9)) > MAX_COMMAND) throw tooLong();
}

function tooLong(): ExecutionError {
  return new ExecutionError('The arguments are together longer than a program can receive. Give fewer at a time.');
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}
