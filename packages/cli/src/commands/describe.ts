import { InvalidArgumentError } from 'commander';
import type { DescriptionWay } from '@atip/node';
import type { DefineCommand } from '../cli-host.ts';
import { addDescribeOptions, byOption, type DescribeOptions, writeDescription } from '../tools/describe-installed.ts';
import { findProgram } from '../tools/find-words.ts';

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
