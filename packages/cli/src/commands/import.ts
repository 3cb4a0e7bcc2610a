import {
  IMPORT_FORMATS,
  type ImportFormat,
  type ImportFormatName,
  importFrom,
  withInferredEffects,
} from '@atip/importers';
import { Argument } from 'commander';
import { type DefineCommand, CliError, EXIT, type CliOptions } from '../cli-host.ts';
import { writeImportIssues } from '../documents/format-issue.ts';
import { readSource, type InputFile } from '../documents/read-source.ts';
import { toJson } from '../terminal/text.ts';

export const defineImport: DefineCommand = (command, { host, end }) => {
  command
    .addArgument(new Argument('<format>', 'format of the source').choices(Object.keys(IMPORT_FORMATS)))
    .argument('[source]', 'file; - or none reads standard input', '-')
    .option('--name <name>', 'command that runs the tool (default: the name in the source)')
    .option('--no-effects', 'infer no effects from names, descriptions and options')
    .addHelpText('after', HELP)
    .action(async (format: ImportFormatName, file: string, { name, effects }: CliOptions) => {
      const source = await readSource(file, host);
      const value = PARSERS[IMPORT_FORMATS[format].syntax](source);
      const { tool, issues } = importFrom(format, value, name === undefined ? {} : { name });
      host.stdout.write(`${toJson(effects ? withInferredEffects(tool).tool : tool)}\n`);
      writeImportIssues(issues, host);
      if (issues.some(({ severity }) => severity === 'error')) end(EXIT.invalid);
    });
};

const HELP = `
Formats:
${Object.entries(IMPORT_FORMATS)
  .map(([name, { about }]) => `  ${name.padEnd(9)} ${about}`)
  .join('\n')}

For example:
  git commit -h | atip import help
`;

const PARSERS: Readonly<Record<ImportFormat['syntax'], (source: InputFile) => unknown>> = {
  text: ({ text }) => text,
  json: readJson,
};

function readJson({ name, text }: InputFile): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CliError(EXIT.invalid, `${name} is not JSON.`, { cause });
  }
}
