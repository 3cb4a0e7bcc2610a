import { isAbsolute, resolve } from 'node:path';
import type { DescriptionWay, Executable } from '@atip/node';
import { explainMissing, findExecutable, resolveExecutable } from '@atip/node/internal';
import { InvalidArgumentError } from 'commander';
import { type CliHost, CliError, type DefineCommand, EXIT } from '../cli-host.ts';
import { addDescribeOptions, byOption, type DescribeOptions, writeDescription } from '../tools/describe-installed.ts';

interface Options extends DescribeOptions {
  readonly depth?: number;
  readonly by?: DescriptionWay;
}

export const defineDescribe: DefineCommand = (command, { host }) => {
  command
    .argument('<command>', 'a name on the PATH, or the path of a program')
    .option('--depth <levels>', 'by help: only this many levels of subcommands (default: 4)', readDepth)
    .addOption(byOption());
  addDescribeOptions(command).action(async (called: string, options: Options) => {
    await writeDescription(await findProgram(called, host), called, options, host);
  });
};

function readDepth(text: string): number {
  if (/^[1-9]$/.test(text)) return Number(text);
  throw new InvalidArgumentError('A number from 1 to 9 is expected.');
}

/** Finds a program by its name or path. @throws CliError without a match */
async function findProgram(command: string, { cwd, env }: CliHost): Promise<Executable> {
  const isPath = isAbsolute(command) || /[\\/]/.test(command);
  const wanted = isPath ? resolve(cwd, command) : command;
  const executable = await (isPath ? resolveExecutable(wanted) : findExecutable(wanted, env));
  if (executable !== null) return executable;
  throw new CliError(EXIT.invalid, await explainMissing(wanted, env));
}
