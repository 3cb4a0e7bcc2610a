import { listTools } from '@atip/node';
import type { DefineCommand } from '../cli-host.ts';
import { systemFailure } from '../exit-code.ts';
import { toJson } from '../terminal/text.ts';
import { describeTools, writeSkipped, writeToolTable } from '../tools/tool-summary.ts';

/** `atip list` */
export const defineList: DefineCommand = (command, { host }) => {
  command
    .option('--json', 'write them as JSON')
    .option('--verbose', 'say of everything that was left out why')
    .action(async (options: { readonly json?: boolean; readonly verbose?: boolean }) => {
      const { found, skipped } = await listTools(host.env).catch((error: unknown) => {
        throw systemFailure(error, 'The tools of this machine cannot be read');
      });
      const tools = await describeTools(found, host.env);
      if (options.json === true) host.stdout.write(`${toJson({ tools, skipped })}\n`);
      else writeToolTable(tools, host);
      if (tools.length === 0) host.stderr.write('No tool is known yet. `atip discover` looks for some.\n');
      writeSkipped(skipped, host, { verbose: options.verbose === true });
    });
};
