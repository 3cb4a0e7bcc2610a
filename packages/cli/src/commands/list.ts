import { listTools } from '@atip/node';
import type { AddCommand } from '../add-command.ts';
import { describeTool } from '../machine/describe-tool.ts';
import { systemFailure } from '../machine/system-failure.ts';
import { writeSkipped } from '../machine/write-skipped.ts';
import { writeToolTable } from '../machine/write-tool-table.ts';
import { toJson } from '../terminal/to-json.ts';

/** `atip list` */
export const addList: AddCommand = (program, { host }) => {
  program
    .command('list')
    .description('list the tools that are known; nothing is run')
    .option('--json', 'write them as JSON')
    .option('--verbose', 'say of everything that was left out why')
    .action(async (options: { readonly json?: boolean; readonly verbose?: boolean }) => {
      const { found, skipped } = await listTools(host.env).catch((error: unknown) => {
        throw systemFailure(error, 'The tools of this machine cannot be read');
      });
      const tools = await Promise.all(found.map((one) => describeTool(one, host.env)));
      if (options.json === true) host.stdout.write(`${toJson({ tools, skipped })}\n`);
      else writeToolTable(tools, host);
      if (tools.length === 0) host.stderr.write('No tool is known yet. `atip discover` looks for some.\n');
      writeSkipped(skipped, host, { verbose: options.verbose === true });
    });
};
