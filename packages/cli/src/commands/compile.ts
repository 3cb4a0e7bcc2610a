import {
  type AtipTool,
  buildRequest,
  type Compilation,
  type CompileSettings,
  compile,
  generateSafetyPrompt,
  PROVIDERS,
  type Provider,
} from '@atip/core';
import { exampleArguments } from '@atip/core/internal';
import { Option } from 'commander';
import { type CliHost, type DefineCommand, EXIT } from '../cli-host.ts';
import { addExcerptOptions, type ExcerptOptions, selectFromTools } from '../documents/excerpt.ts';
import { loadTools } from '../tools/load-tools.ts';
import { createPaint } from '../terminal/style.ts';
import { countOf, plainLine, toJson } from '../terminal/text.ts';

interface CompileOptions extends ExcerptOptions {
  readonly to: Provider;
  readonly strict?: boolean;
  readonly strategy: NonNullable<CompileSettings['strategy']>;
  readonly examples?: boolean;
  readonly defer?: boolean;
  readonly request?: boolean;
  readonly losses?: boolean;
}

/** `atip compile FILE|NAME… --to PROVIDER` */
export const defineCompile: DefineCommand = (command, { host, end }) => {
  command
    .argument('<source...>', 'documents, or names of known tools; - reads standard input')
    .addOption(new Option('--to <provider>', 'whose tools to write').choices([...PROVIDERS]).makeOptionMandatory())
    .option('--strict', 'have the provider hold models to the schema, where it can')
    .addOption(
      new Option('--strategy <how>', 'a tool for each command, for each group, or three that search')
        .choices(['discrete', 'action', 'search'])
        .default('discrete'),
    )
    .option('--examples', 'tell the examples: in descriptions, for anthropic as input_examples too')
    .option('--defer', "leave definitions to the provider's own tool search, where it has one");
  addExcerptOptions(command)
    .addOption(new Option('--request', 'as the part of a request body that holds the tools').conflicts('losses'))
    .option('--losses', 'an object of tools and losses: everything that the provider has no place for')
    .action(async (sources: string[], options: CompileOptions) => {
      const tools = selectFromTools(await loadTools(sources, host, options), options);
      const { strict = false, strategy, examples = false, defer: deferLoading = false } = options;
      const compilation = compile(tools, options.to, {
        strict,
        strategy,
        deferLoading,
        examples,
        ...(examples && { inputExamples: exampleArguments }),
      });
      host.stdout.write(`${toJson(toOutput(compilation, tools, options))}\n`);
      report(compilation, options, host);
      if (compilation.issues.some(({ severity }) => severity === 'error')) end(EXIT.invalid);
    });
};

function toOutput(
  { provider, tools, losses }: Compilation,
  documents: readonly AtipTool[],
  options: CompileOptions,
): unknown {
  if (options.request) return buildRequest(provider, tools, { documents });
  return options.losses ? { tools, losses } : tools;
}

function report({ tools, issues, losses }: Compilation, options: CompileOptions, { stderr, env }: CliHost): void {
  const paint = createPaint(stderr, env);
  for (const { severity, message, code } of issues) {
    const label = paint(severity === 'error' ? 'red' : 'yellow', `${severity}:`);
    stderr.write(`${label} ${plainLine(message)} ${paint('dim', `[${code}]`)}\n`);
  }
  const counts = `${countOf(tools.length, 'tool')}, ${countOf(losses.length, 'loss', 'losses')}`;
  const hint = losses.length > 0 && !options.losses ? ' (--losses lists them)' : '';
  stderr.write(`${counts}${hint}\n`);
}

/** `atip prompt FILE|NAME…` */
export const definePrompt: DefineCommand = (command, { host }) => {
  command
    .argument('<source...>', 'documents, or names of known tools; - reads standard input')
    .option('--examples', 'tell the examples of the commands too')
    .action(async (sources: string[], { examples = false }: { readonly examples?: boolean }) => {
      const tools = await loadTools(sources, host);
      const prompt = generateSafetyPrompt(tools, { examples });
      if (prompt === '') host.stderr.write('No command is known to be dangerous, so that there is nothing to say.\n');
      else host.stdout.write(`${prompt}\n`);
    });
};
