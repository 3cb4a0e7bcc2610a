import { AtipError, selectCommands } from '@atip/core';
import { listTools } from '@atip/node';
import { InvalidArgumentError } from 'commander';
import type { AddCommand } from '../add-command.ts';
import { CliError } from '../cli-error.ts';
import { EXIT } from '../exit-code.ts';
import { describeTool } from '../machine/describe-tool.ts';
import { findTool } from '../machine/find-tool.ts';
import { loadOmitted } from '../machine/load-omitted.ts';
import { systemFailure } from '../machine/system-failure.ts';
import { writeCommands } from '../machine/write-commands.ts';
import { escapeLine } from '../terminal/escape-line.ts';
import { plainLine } from '../terminal/plain-line.ts';
import { toJson } from '../terminal/to-json.ts';

interface ShowOptions {
  readonly commands?: readonly string[];
  readonly depth?: number;
  readonly json?: boolean;
}

/** `atip show NAME` */
export const addShow: AddCommand = (program, { host }) => {
  program
    .command('show')
    .description('show what a known tool can do and what that takes')
    .argument('<name>', 'the tool, as `atip list` names it')
    .option('--commands <names>', 'only these, with commas between', (names) => names.split(',').map((n) => n.trim()))
    .option('--depth <levels>', 'only so many levels of commands', readDepth)
    .option('--json', 'write its document as JSON')
    .action(async (name: string, { commands, depth, json }: ShowOptions) => {
      try {
        const known = findTool(name, await listTools(host.env));
        // The overview has the first level.
        const wanted = commands?.map((words) => words.split(' ')[0] ?? '');
        const { found, skipped } = depth === 1 ? { found: known } : await loadOmitted(known, host, wanted);
        if (skipped) host.stderr.write(`Not all of its commands are known: ${plainLine(skipped.reason)}\n`);
        const tool = selectCommands(found.tool, { commands, depth });
        if (json === true) host.stdout.write(`${toJson(tool)}\n`);
        else {
          const { version, origin, source, trust, program: path } = await describeTool(found, host.env);
          const lines = [
            `${escapeLine(tool.name)} ${escapeLine(version)}  ${plainLine(tool.description)}`,
            `  described by ${escapeLine(source)} (${origin}), trust ${trust}`,
            `  program ${path === null ? 'not on the PATH' : escapeLine(path)}`,
          ];
          host.stdout.write(`${lines.join('\n')}\n`);
          writeCommands(tool, host);
        }
      } catch (error) {
        if (AtipError.isInstance(error)) throw new CliError(EXIT.invalid, error.message, { cause: error });
        throw systemFailure(error, 'The tool cannot be shown');
      }
    });
};

function readDepth(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a whole number above 0.');
}
