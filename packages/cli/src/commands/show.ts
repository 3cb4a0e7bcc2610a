import { AtipError, selectCommands } from '@atip/core';
import { escapeLine, listTools } from '@atip/node';
import type { AddCommand } from '../add-command.ts';
import { CliError } from '../cli-error.ts';
import { addExcerptOptions, type ExcerptOptions } from '../documents/add-excerpt-options.ts';
import { EXIT } from '../exit-code.ts';
import { describeTool } from '../machine/describe-tool.ts';
import { findTool } from '../machine/find-tool.ts';
import { loadOmitted } from '../machine/load-omitted.ts';
import { systemFailure } from '../machine/system-failure.ts';
import { writeCommands } from '../machine/write-commands.ts';
import { plainLine } from '../terminal/plain-line.ts';
import { toJson } from '../terminal/to-json.ts';

interface ShowOptions extends ExcerptOptions {
  readonly json?: boolean;
}

/** `atip show NAME` */
export const addShow: AddCommand = (program, { host }) => {
  const command = program
    .command('show')
    .description('show what a known tool can do and what that takes')
    .argument('<name>', 'the tool, as `atip list` names it');
  addExcerptOptions(command)
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
          const { version, origin, source, trust, claims, program: path } = await describeTool(found, host.env);
          const lines = [
            `${escapeLine(tool.name)} ${escapeLine(version)}  ${plainLine(tool.description)}`,
            `  described by ${escapeLine(source)} (${origin}), trust ${trust}${claims === undefined ? '' : ` (it claims: ${plainLine(claims)}; nobody has checked that)`}`,
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
