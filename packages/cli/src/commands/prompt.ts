import { generateSafetyPrompt } from '@atip/core';
import type { DefineCommand } from '../cli-host.ts';
import { loadTools } from '../documents/load-tools.ts';

/** `atip prompt FILE|NAME…` */
export const definePrompt: DefineCommand = (command, { host }) => {
  command
    .argument('<source...>', 'documents, or names of known tools; - reads standard input')
    .action(async (sources: string[]) => {
      const tools = await loadTools(sources, host);
      const prompt = generateSafetyPrompt(tools);
      if (prompt === '') host.stderr.write('No command is known to be dangerous, so that there is nothing to say.\n');
      else host.stdout.write(`${prompt}\n`);
    });
};
