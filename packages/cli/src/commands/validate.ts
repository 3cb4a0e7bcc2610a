import { parseTool } from '@atip/core';
import type { AddCommand } from '../add-command.ts';
import { EXIT } from '../exit-code.ts';
import { readSource } from '../read-source.ts';

/** `atip validate FILE…` */
export const addValidate: AddCommand = (program, { host, end }) => {
  program
    .command('validate')
    .description('check ATIP documents and say where they are wrong')
    .argument('<file...>', 'documents; - reads standard input')
    .action(async (files: string[]) => {
      for (const file of files) {
        const { name, text } = await readSource(file, host);
        const { issues } = parseTool(text);
        for (const { severity, message, range } of issues) {
          const at = range ? `${range.start.line}:${range.start.column}: ` : '';
          host.stdout.write(`${name}:${at}${severity}: ${message}\n`);
        }
        if (issues.some(({ severity }) => severity === 'error')) end(EXIT.invalid);
      }
    });
};
