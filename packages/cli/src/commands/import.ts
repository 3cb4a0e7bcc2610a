import {
  fromArgparse,
  fromCanonical,
  fromCarapace,
  fromClick,
  fromFig,
  fromHelp,
  fromMcp,
  fromOclif,
  type ImportHints,
  type Imported,
  withInferredEffects,
} from '@atip/importers';
import { Argument } from 'commander';
import { parse as parseYaml, YAMLParseError } from 'yaml';
import { type DefineCommand, CliError, EXIT } from '../cli-host.ts';
import { writeImportIssues } from '../documents/format-issue.ts';
import { readSource, type Source } from '../documents/read-source.ts';
import { toJson } from '../terminal/text.ts';

interface ImportOptions {
  readonly name?: string;
  readonly effects: boolean;
}

const IMPORTERS = {
  help: ({ text }: Source, hints: ImportHints) => fromHelp(text, hints),
  fig: (source: Source, hints: ImportHints) => fromFig(readJson(source), hints),
  carapace: (source: Source, hints: ImportHints) => fromCarapace(readYaml(source), hints),
  oclif: (source: Source, hints: ImportHints) => fromOclif(readJson(source), hints),
  click: (source: Source, hints: ImportHints) => fromClick(readJson(source), hints),
  argparse: (source: Source, hints: ImportHints) => fromArgparse(readJson(source), hints),
  mcp: (source: Source, hints: ImportHints) => fromMcp(readJson(source), hints),
  canonical: (source: Source, hints: ImportHints) => fromCanonical(readJson(source), hints),
} as const satisfies Record<string, (source: Source, hints: ImportHints) => Imported>;

/** `atip import FORMAT [SOURCE] [--name N]` */
export const defineImport: DefineCommand = (command, { host, end }) => {
  command
    .addArgument(new Argument('<format>', 'what the source is').choices(Object.keys(IMPORTERS)))
    .argument('[source]', 'file; - or none reads standard input', '-')
    .option('--name <name>', 'what is typed to run the tool (default: as the source has it)')
    .option('--no-effects', 'infer no effects from names, descriptions and options')
    .addHelpText('after', HELP)
    .action(async (format: keyof typeof IMPORTERS, file: string, { name, effects }: ImportOptions) => {
      const source = await readSource(file, host);
      const { tool, issues } = IMPORTERS[format](source, name === undefined ? {} : { name });
      host.stdout.write(`${toJson(effects ? withInferredEffects(tool).tool : tool)}\n`);
      writeImportIssues(issues, host);
      if (issues.some(({ severity }) => severity === 'error')) end(EXIT.invalid);
    });
};

const HELP = `
Formats:
  help      what a program prints for --help, or a man page as text
  fig       a Fig completion specification, as JSON
  carapace  a carapace specification, as YAML
  oclif     an oclif.manifest.json
  click     what click's Context.to_info_dict() gives, as JSON
  argparse  a dump of an ArgumentParser, as JSON
  mcp       what an MCP server answers to tools/list, as JSON
  canonical what a program answers to --schema, as JSON

For example:
  git commit -h | atip import help
`;

function readJson({ name, text }: Source): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CliError(EXIT.invalid, `${name} is no JSON.`, { cause });
  }
}

function readYaml({ name, text }: Source): unknown {
  try {
    // Aliases are counted, so that a few lines cannot become a giant.
    return parseYaml(text, { maxAliasCount: 100, schema: 'core' });
  } catch (cause) {
    if (!(cause instanceof YAMLParseError || cause instanceof ReferenceError)) throw cause;
    throw new CliError(EXIT.invalid, `${name} is no YAML: ${cause.message}`, { cause });
  }
}
