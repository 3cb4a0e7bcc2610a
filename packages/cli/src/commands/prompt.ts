import { generateSafetyPrompt } from '@atip/core';
import type { AddCommand } from '../add-command.ts';
import { loadTools } from '../documents/load-tools.ts';

/** `atip prompt FILE|NAME…` */
export const addPrompt: AddCommand = (program, { host }) => {
  program
    .command('prompt')
    .description('write the part of a system prompt that says which commands are dangerous')
    .argument('<source...>', 'documents, or names of known tools; - reads standard input')
    .action(async (sources: string[]) => {
      const tools = await loadTools(sources, host);
      const prompt = generateSafetyPrompt(tools);
      if (prompt === '') host.stderr.write('No command is known to be dangerous, so that there is nothing to say.\n');
      else host.stdout.write(`${prompt}\n`);
    });
};
