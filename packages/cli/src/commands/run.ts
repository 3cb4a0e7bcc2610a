import { randomUUID } from 'node:crypto';
import type { AtipTool, CommandMapping, Parameter, ToolCall } from '@atip/core';
import { mapToCommand, UnknownCommandError } from '@atip/core/execute';
import { parametersOf, takesMany } from '@atip/core/internal';
import type { HostOptions } from '@atip/node';
import { isHarmfulVariable } from '@atip/node/internal';
import { addCallOptions, type CallHost, readHost, repeated, warnOfConfiguration } from '../tools/call-settings.ts';
import { checkExit, describeCheck, examineCall } from '../calls/examine-call.ts';
import { runHere } from '../calls/run-call.ts';
import { withPipedInput } from '../calls/read-input.ts';
import { runLine } from '../calls/run-line.ts';
import { type CliHost, type DefineCommand, CliError, EXIT, type ExitCode, type CliOptions } from '../cli-host.ts';
import { createPaint } from '../terminal/style.ts';
import { toJson } from '../terminal/text.ts';
import { readToolsWith, skippedHint } from '../tools/known-tools.ts';

export const defineRun: DefineCommand = (command, { host, end }) => {
  addCallOptions(command, 'the run')
    .argument('[name]', 'the command as models call it, such as git_log; `atip show` lists them')
    .argument('[key=value...]', 'its arguments; for a list repeat the key, or write JSON')
    .option('--yes', 'answer yes to every question of the policy; denied calls stay denied')
    .option('--dry-run', 'write the argv as JSON and run nothing')
    .addOption(repeated('--allow-env <name>', 'a variable that this tool gets; may be repeated'))
    .option('--credentials', 'give this tool, and no other, the login that its document names')
    .option('--json', 'write the result as JSON, at the end')
    .option('--line <line>', 'run this shell line in bash instead of a command, in one sandbox for all its commands')
    .option(
      '--stdin',
      'pass on standard input, up to 10 MiB; without it only piped input reaches a command that reads it',
    )
    .action(async (name: string | undefined, words: string[], options: CliOptions) => {
      const { line } = options;
      if (typeof line === 'string') return end(await runLine(line, assertLineAlone(name, options), host));
      if (name === undefined) throw new CliError(EXIT.usage, IT_IS);
      end(await runNamed({ name, words, options }, host));
    });
};

/** Runs one command by the name that models call it. */
async function runNamed(
  { name, words, options }: { readonly name: string; readonly words: readonly string[]; readonly options: CliOptions },
  host: CliHost,
) {
  const grants = grantsOf(options);
  const { host: calls, mapping } = await readNamed(name, options, grants, host);
  warnOfConfiguration(calls.configuration, host);
  const asked: ToolCall = {
    id: `run-${randomUUID()}`,
    name,
    arguments: mapping ? parseArguments(words, mapping) : {},
  };
  const isWanted = options.stdin === true;
  const { call, input } = mapping ? await withPipedInput(asked, mapping, { isWanted, host }) : { call: asked };
  const yes = options.yes === true;
  const json = options.json === true;
  const reread = async (): Promise<CallHost> => (await readNamed(name, options, grants, host)).host;
  const running =
    options.dryRun === true
      ? preview(call, calls, { yes, json }, host)
      : // An answer in advance takes no time, so nothing can have changed.
        runHere({ call, input }, { ...calls, reread: yes ? undefined : reread }, { name, yes, json }, host);
  return running.catch(async (error: unknown) => explainUnknown(error, name, host));
}

const IT_IS = "Usage: atip run NAME [key=value…], or atip run --line 'LINE'.";

/** Options for one tool cannot go with a line. @throws CliError `usage` */
function assertLineAlone(name: string | undefined, options: CliOptions): CliOptions {
  if (name !== undefined) throw new CliError(EXIT.usage, IT_IS);
  if (options.allowEnv.length > 0 || options.credentials === true)
    throw new CliError(
      EXIT.usage,
      '--allow-env and --credentials are for one tool. For a line, name it in the settings "environment" and "credentials".',
    );
  return options;
}

/** Makes the grants to the tool of this call. @throws CliError `usage` for a variable that no tool gets */
function grantsOf({ allowEnv, credentials }: CliOptions): (tool: string) => HostOptions {
  const harmful = allowEnv.find(isHarmfulVariable);
  if (harmful !== undefined) {
    const why = `${JSON.stringify(harmful)} could make a tool run other code, so --allow-env does not take it.`;
    throw new CliError(EXIT.usage, why);
  }
  return (tool) => ({
    environment: allowEnv.length > 0 ? { [tool]: allowEnv } : undefined,
    credentials: credentials === true ? { [tool]: true } : undefined,
  });
}

/** Reads the tools and the policy for a call; `mapping` is there when a command has that name. */
async function readNamed(
  name: string,
  options: CliOptions,
  grants: (tool: string) => HostOptions,
  cli: CliHost,
): Promise<{ readonly host: CallHost; readonly mapping: CommandMapping | undefined }> {
  const { found } = await readToolsWith([name], cli, () => true);
  const tools = found.map(({ tool }) => tool);
  const mapping = commandOf(name, tools);
  const host = await readHost(options, cli, { found, tmp: null, ...(mapping && grants(mapping.tool.name)) });
  return { host, mapping };
}

function commandOf(name: string, tools: readonly AtipTool[]): CommandMapping | undefined {
  try {
    return mapToCommand(name, tools);
  } catch (error) {
    if (error instanceof UnknownCommandError) return undefined;
    throw error;
  }
}

/** Adds to an unknown command why its document was left out, or where to find the names. */
async function explainUnknown(error: unknown, name: string, host: CliHost): Promise<never> {
  const unknown = error instanceof Error && error.cause instanceof UnknownCommandError ? error.cause : undefined;
  if (!unknown) throw error;
  const isClose = unknown.suggestions.length > 0;
  const hint = isClose ? '' : ' `atip list` names the tools, `atip show` their commands.';
  const left = skippedHint(name, await readToolsWith([name], host, () => true));
  throw new CliError(EXIT.invalid, unknown.message + (left || hint), { cause: unknown });
}

/** Does everything but run the process and ask the question. */
async function preview(
  call: ToolCall,
  calls: CallHost,
  { yes, json }: { readonly yes: boolean; readonly json: boolean },
  host: CliHost,
): Promise<ExitCode> {
  const { env, stdout, stderr } = host;
  // A dry run is not on record, so its id leads nowhere.
  const check = await examineCall({ ...call, id: call.name }, calls);
  if (!check.command)
    throw new CliError(EXIT.invalid, check.errors.map(({ message }) => message).join(' '), {
      cause: new UnknownCommandError(call.name, []),
    });
  const { argv } = check.command ?? {};
  if (json) stdout.write(`${toJson(check)}\n`);
  else if (argv) stdout.write(`${toJson(argv, 0)}\n`);
  stderr.write(`${describeCheck(check, createPaint(stderr, env)).join('\n')}\n`);
  return checkExit(check, yes || host.ask !== undefined);
}

/**
 * Reads `key=value` words as a call's arguments, by the type of each parameter. Numbers stay text and unknown keys stay, because
 * the check judges them.
 * Shape: `["draft=true", "label=a", "label=b"]` → `{ draft: true, label: ["a", "b"] }`; a list may also be JSON,
 * `label=["a","b"]`.
 * @throws CliError `usage` for a word that is not `key=value`, `invalid` for a single value given twice and for a list that is not
 * JSON. No message contains a value.
 */
export function parseArguments(words: readonly string[], mapping: CommandMapping): Record<string, unknown> {
  const parameters = parametersOf(mapping);
  const given = new Map<Parameter, string[]>();
  const unknown: [string, string][] = [];
  for (const [at, word] of words.entries()) {
    const [key, value] = splitWord(word, at + 1);
    const parameter = find(parameters, key);
    if (parameter) given.set(parameter, [...(given.get(parameter) ?? []), value]);
    else unknown.push([key, value]);
  }
  const known = [...given].map(([parameter, values]) => [parameter.key, readValue(parameter, values)] as const);
  return Object.fromEntries([...known, ...unknown]);
}

function splitWord(word: string, position: number): readonly [key: string, value: string] {
  const at = word.indexOf('=');
  if (at > 0) return [word.slice(0, at), word.slice(at + 1)];
  throw new CliError(EXIT.usage, `Argument ${position} is not written as key=value.`);
}

/** The exact spelling of a key wins over another parameter's second spelling. */
function find(parameters: readonly Parameter[], key: string): Parameter | undefined {
  return parameters.find((one) => one.key === key) ?? parameters.find((one) => one.narrowKey === key);
}

function readValue(parameter: Parameter, values: readonly string[]): unknown {
  const { key, source } = parameter;
  const isList = takesMany(parameter);
  const [first = ''] = values;
  if (values.length > 1 && !isList) throw new CliError(EXIT.invalid, `${key} is given twice and takes one value.`);
  if (isList) return values.length === 1 && first.startsWith('[') ? readList(key, first) : values;
  return source.type === 'boolean' && (first === 'true' || first === 'false') ? first === 'true' : first;
}

function readList(key: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const item = JSON.stringify(['[…']);
    throw new CliError(
      EXIT.invalid,
      `${key} begins like a JSON list but is not one. Write a text that begins with [ as ${key}=${item}.`,
    );
  }
}
