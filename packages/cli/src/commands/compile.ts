import {
  type AtipTool,
  buildRequest,
  type Compilation,
  compile,
  type CompileSettings,
  generateSafetyPrompt,
  type Provider,
  PROVIDERS,
} from '@atip/core';
import {
  estimateTokens,
  FACTS,
  type FittedTools,
  fitTools,
  generatePatternPrompt,
  namePatterns,
  offerAll,
  patternsWithin,
} from '@atip/core/internal';
import { xdgPaths } from '@atip/node';
import { readPatterns } from '@atip/node/internal';
import { Option } from 'commander';
import { type CliHost, CliError, type DefineCommand, EXIT, orFail, type CliOptions } from '../cli-host.ts';
import { addExcerptOptions, selectFromTools } from '../documents/excerpt.ts';
import { delegationOption, delegatedOf } from '../tools/call-settings.ts';
import { loadTools } from '../tools/load-tools.ts';
import { createPaint } from '../terminal/style.ts';
import { countOf, plainLine, toJson } from '../terminal/text.ts';

export const defineCompile: DefineCommand = (command, { host, end }) => {
  command
    .argument('<source...>', 'documents, or names of known tools; - reads standard input')
    .addOption(new Option('--to <provider>', 'whose tools to write').choices([...PROVIDERS]))
    .addOption(
      new Option(
        '--prompt',
        'write the safety part of a system prompt instead: dangerous commands and workflows',
      ).conflicts(['to', 'request', 'losses']),
    )
    .option('--strict', 'make the provider enforce the schema, if it can')
    .addOption(
      new Option('--strategy <how>', 'one tool per command, or three that search')
        .choices(['discrete', 'search'])
        .default('discrete'),
    )
    .option('--examples', 'include examples in the descriptions')
    .addOption(delegationOption());
  addExcerptOptions(command)
    .option('--all', 'every command with every parameter, also above what one request should carry')
    .addOption(new Option('--request', 'write the part of a request body that holds the tools').conflicts('losses'))
    .option('--losses', 'write an object of tools and losses: everything that the provider cannot express')
    .addHelpText('after', HELP)
    .action(async (sources: string[], options: CliOptions) => {
      const tools = selectFromTools(await loadDelegated(sources, options, host), options);
      if (options.prompt === true) return writePrompt(tools, options.examples === true, host);
      const { to } = options;
      if (to === undefined)
        throw new CliError(EXIT.usage, `--to PROVIDER is missing: ${PROVIDERS.join(', ')}. Or --prompt.`);
      const { strict = false, strategy, examples = false, all = false } = options;
      const settings = { strict, strategy, examples };
      const isWhole = all || strategy === 'search';
      const fitted = isWhole
        ? wholeTools(all ? tools.map(offerAll) : tools, to, settings)
        : fitTools(tools, to, settings);
      const { compilation } = fitted;
      // The provider would refuse all of it.
      const isRefused = compilation.issues.some(({ severity }) => severity === 'error');
      if (!isRefused) host.stdout.write(`${toJson(toOutput(compilation, options))}\n`);
      report(fitted, options, host);
      if (isRefused) end(EXIT.invalid);
    });
};

const HELP = `
Above the provider's number of tools, or 25,000 tokens, only the commands of
daily use are written, and standard error says how many are left out.

For example:
  atip compile git --to openai --commands log,status
  atip compile git --commands lfs --to openai           (commands of a plug-in)`;

function wholeTools(tools: readonly AtipTool[], provider: Provider, settings: CompileSettings): FittedTools<Provider> {
  const compilation = compile(tools, provider, settings);
  return {
    compilation,
    isEveryday: false,
    tokens: estimateTokens(compilation.tools.map((tool) => JSON.stringify(tool)).join('')),
  };
}

async function loadDelegated(
  sources: readonly string[],
  { delegation, ...excerpt }: Partial<CliOptions>,
  host: CliHost,
): Promise<AtipTool[]> {
  return delegatedOf(await loadTools(sources, host, excerpt), delegation, host);
}

function toOutput({ provider, tools, losses }: Compilation, options: CliOptions): unknown {
  if (options.request) return buildRequest(provider, tools);
  return options.losses ? { tools, losses } : tools;
}

function report(
  { compilation, tokens, whole, isEveryday }: FittedTools<Provider>,
  options: CliOptions,
  { stderr, env }: CliHost,
): void {
  const { tools, issues, losses, provider } = compilation;
  const paint = createPaint(stderr, env);
  for (const { severity, message, code } of issues) {
    const label = paint(severity === 'error' ? 'red' : 'yellow', `${severity}:`);
    // The library's message names functions.
    const text =
      code === 'too-many-tools' && severity === 'error' ? tooMany(tools.length, provider) : plainLine(message);
    stderr.write(`${label} ${text} ${paint('dim', `[${code}]`)}\n`);
  }
  const counts = `${countOf(tools.length, 'tool')}, about ${roundly(tokens)} tokens, ${countOf(losses.length, 'loss', 'losses')}`;
  const hint = losses.length > 0 && !options.losses ? ' (--losses lists them)' : '';
  stderr.write(`${counts}${hint}\n`);
  if (whole === undefined) return;
  stderr.write(
    `Left out: ${whole.tools - tools.length} of ${whole.tools} commands, which together are about ${roundly(whole.tokens)} tokens: more ` +
      `than one request to ${FACTS[provider].label} should carry. These are ${isEveryday ? 'the commands of daily use' : 'the first that fit'}. --commands NAMES or --depth N choose others, ` +
      '--strategy search offers all of them by three tools, --all writes everything.\n',
  );
}

function tooMany(count: number, provider: Provider): string {
  return (
    `${FACTS[provider].label} refuses a request with ${count} tools, so nothing was written. --commands NAMES or --depth N choose some, ` +
    '--strategy search offers all of them by three tools.'
  );
}

/** `13,700` for 13,684: the number is an estimate. */
function roundly(count: number): string {
  return String(count < 1000 ? count : Math.round(count / 100) * 100).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

async function writePrompt(tools: readonly AtipTool[], examples: boolean, host: CliHost): Promise<void> {
  const own = await orFail('The patterns cannot be read', readPatterns(xdgPaths(host.env)));
  const patterns = patternsWithin(namePatterns(own.found, tools), tools);
  const prompts = [generateSafetyPrompt([...tools], { examples }), generatePatternPrompt(patterns)].filter(
    (text) => text !== '',
  );
  if (prompts.length > 0) host.stdout.write(`${prompts.join('\n\n')}\n`);
  else host.stderr.write('No command is known to be dangerous, so the prompt is empty.\n');
}
