import { randomUUID } from 'node:crypto';
import { type AtipTool, type CommandMapping, type Parameter, readArgv, type ToolCall } from '@atip/core';
import { UnknownCommandError } from '@atip/core/execute';
import { argumentsOf, didYouMean, nearestName, parametersOf, takesMany } from '@atip/core/internal';
import type { HostOptions } from '@atip/node';
import { isHarmfulVariable, quoteWord, readSize, readTimeout, SIZE, TIMEOUT } from '@atip/node/internal';
import { InvalidArgumentError } from 'commander';
import { addCallOptions, type CallHost, readHost, repeated, warnOfConfiguration } from '../tools/call-settings.ts';
import { checkExit, describeCheck, examineCall } from '../calls/examine-call.ts';
import { runHere } from '../calls/run-call.ts';
import { withPipedInput } from '../calls/read-input.ts';
import { runLine } from '../calls/run-line.ts';
import { type CliHost, type DefineCommand, CliError, EXIT, type ExitCode, type CliOptions } from '../cli-host.ts';
import { createPaint, tableWidth } from '../terminal/style.ts';
import { fitText, toJson } from '../terminal/text.ts';
import { commandOf, readToolsWith, skippedHint } from '../tools/known-tools.ts';

export const defineRun: DefineCommand = (command, { host, end }) => {
  addCallOptions(command, 'the run')
    .argument('[name]', "the command as models call it, such as git_log, or as you type it: 'git log'")
    .argument(
      '[key=value...]',
      'its arguments, as key=value or as you type them; options that atip run also has come after --',
    )
    // Those of the command.
    .allowUnknownOption()
    .option(
      '--timeout <duration>',
      `end the run after this time: ${TIMEOUT} (default: the document's limit, if any)`,
      orSay(readTimeout, TIMEOUT),
    )
    .option(
      '--max-output <size>',
      `show at most this much of each stream, from both ends: ${SIZE} (default: all)`,
      orSay(readSize, SIZE),
    )
    .option('--yes', 'answer yes to every question of the policy; denied calls stay denied')
    .option('--dry-run', 'write the argv as JSON and run nothing')
    .addOption(repeated('--allow-env <name>', 'pass this variable to the tool; may be repeated'))
    .option('--credentials', 'give this tool, and no other, the login that its document names')
    .option('--json', 'write the result as JSON, at the end')
    .option('--line <line>', 'run this shell line in bash instead of a command, in one sandbox for all its commands')
    .option(
      '--stdin',
      'pass on standard input, up to 10 MiB; without it only piped input reaches a command that reads it',
    )
    .addHelpText('after', HELP)
    .action(async (name: string | undefined, words: string[], options: CliOptions) => {
      const { line } = options;
      if (typeof line === 'string') return end(await runLine(line, assertLineAlone(name, options), host));
      if (name === undefined) throw new CliError(EXIT.usage, IT_IS);
      if (name.startsWith('-')) throw new CliError(EXIT.usage, `unknown option '${name}'. ${IT_IS}`);
      end(await runNamed({ name, words, options }, host));
    });
};

const HELP = `
These are one call:
  atip run git_log max-count=5
  atip run git log --max-count 5

If atip run has an option of the same name, write the command's option after
--:
  atip run curl -- --json '{}' https://example.com

Answer a question with yes for this run, or with always 1, which also writes the
rule with that number. If nobody can be asked, the call is refused unless you
pass --yes. Exit code 3 when it was refused, 4 when the tool failed, 130 after
Ctrl-C.`;

function orSay(read: (text: string) => number | undefined, form: string): (text: string) => number {
  return (text) => {
    const amount = read(text);
    if (amount === undefined) throw new InvalidArgumentError(`It has to be ${form}.`);
    return amount;
  };
}

/** Runs one command by the name that models call it, or by its words. */
async function runNamed(
  {
    name: given,
    words,
    options,
  }: { readonly name: string; readonly words: readonly string[]; readonly options: CliOptions },
  host: CliHost,
) {
  const grants = grantsOf(options);
  const called = await wordsOfName(given);
  const { host: calls, mapping, name, args } = await readNamed(called, words, options, grants, host);
  warnOfConfiguration(calls.configuration, host);
  const asked: ToolCall = { id: `run-${randomUUID()}`, name, arguments: args };
  const isWanted = options.stdin === true;
  const { call, input } = mapping ? await withPipedInput(asked, mapping, { isWanted, host }) : { call: asked };
  const yes = options.yes === true;
  const json = options.json === true;
  const reread = async (): Promise<CallHost> => (await readNamed(called, words, options, grants, host)).host;
  const running =
    options.dryRun === true
      ? preview(call, calls, { yes, json }, host)
      : // An answer in advance takes no time, so nothing can have changed.
        runHere({ call, input }, { ...calls, reread: yes ? undefined : reread }, { name, yes, json }, host);
  return running.catch(async (error: unknown) => explainUnknown(error, name, host));
}

/** True for arguments as models give them, and for none. @param known a parameter may be called `--x` */
function isPairs(words: readonly string[], known: readonly Parameter[] = []): boolean {
  return words.every((word) => /^[^-=][^=]*=/.test(word) || find(known, word.replace(/=.*/s, '')) !== undefined);
}

/** The words of a name with blanks, as a shell reads them. @throws CliError `usage` for what needs a shell */
async function wordsOfName(name: string): Promise<readonly string[]> {
  if (!/\s/.test(name)) return [name];
  const { readLine } = await import('@atip/shell');
  const { parts, issues } = readLine(name);
  const [part] = parts;
  const isPlain =
    part?.kind === 'program' &&
    parts.length === 1 &&
    issues.length + part.redirects.length + part.assignments.length + part.through.length === 0 &&
    part.words.every((word) => word.unknown !== true);
  if (isPlain) return part.words.map(({ text }) => text);
  throw new CliError(EXIT.usage, `That needs a shell: atip run --line ${quoteWord(name)}`);
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

interface Named {
  readonly host: CallHost;
  /** Absent: no command has that name. */
  readonly mapping?: CommandMapping | undefined;
  /** As models call it. */
  readonly name: string;
  readonly args: Record<string, unknown>;
}

/**
 * Reads the tools and the policy for a call.
 * @param called the name, or the words of a command @param words what comes after it
 */
async function readNamed(
  called: readonly string[],
  words: readonly string[],
  options: CliOptions,
  grants: (tool: string) => HostOptions,
  cli: CliHost,
): Promise<Named> {
  const [name = ''] = called;
  const { found } = await readToolsWith([plainName(called)], cli, () => true);
  const tools = found.map(({ tool }) => tool);
  const own = called.length === 1 ? commandOf(name, tools) : undefined;
  const typed = [...called, ...(isPairs(words, own && parametersOf(own)) ? [] : words)];
  const call =
    own && typed.length === 1
      ? { name, mapping: own, args: parseArguments(words, own) }
      : readTyped([...(own?.command ?? [name]), ...typed.slice(1)], words, tools, cli);
  const { mapping } = call ?? {};
  const host = await readHost(options, cli, { found, tmp: null, ...(mapping && grants(mapping.tool.name)) });
  return { host, ...(call ?? { name: plainName(typed), args: {} }) };
}

/** The name that models may use for these words. */
function plainName(typed: readonly string[]): string {
  const first = typed.findIndex((word, at) => at > 0 && word.startsWith('-'));
  return (first < 0 ? typed : typed.slice(0, first)).join('_');
}

/**
 * Reads a command as its program does. @returns undefined: no tool has such a command
 * @throws CliError `invalid` for words that the document does not explain, and `usage` for two ways of writing at once
 */
function readTyped(
  argv: readonly string[],
  words: readonly string[],
  tools: readonly AtipTool[],
  { args }: CliHost,
): Omit<Named, 'host'> | undefined {
  const reading = readArgv(argv, tools);
  const {
    mapping,
    name,
    unknown: [unknown],
  } = reading;
  if (!mapping || name === undefined) return undefined;
  const title = mapping.command.join(' ');
  const parameters = parametersOf(mapping);
  const flags = parameters.flatMap(({ kind, source }) => (kind === 'option' ? (source.flags ?? []) : []));
  // The error for an unknown name has those that are near.
  if (unknown?.reason.startsWith('names no command')) return undefined;
  // Taken for ours, `--yes` would approve the call.
  const own = args.slice(0, [...args, '--'].indexOf('--'));
  const taken = own.find((word) => flags.includes(word.replace(/=.*/s, '')) && !words.includes(word));
  if (taken !== undefined)
    throw new CliError(
      EXIT.usage,
      `${taken} is an option of atip run and of ${title}. Write the words of ${title} after --.`,
    );
  const isPaired = isPairs(words);
  if (!isPaired && words.some((word) => word.includes('=') && find(parameters, word.replace(/=.*/s, ''))))
    throw new CliError(EXIT.usage, `Write the arguments of ${title} as key=value, or as you type them, not both.`);
  if (unknown) {
    const word = argv[unknown.word] ?? '';
    const near = word.startsWith('-') ? nearestName(word, flags) : undefined;
    throw new CliError(
      EXIT.invalid,
      `${JSON.stringify(word)} ${unknown.reason}.${didYouMean(near)} \`atip show ${mapping.tool.name}\` lists what there is.`,
    );
  }
  const said = argumentsOf(reading);
  return { name, mapping, args: isPaired ? { ...said, ...parseArguments(words, mapping) } : said };
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
  const told = describeCheck(check, createPaint(stderr, env)).join('\n');
  stderr.write(`${fitText(told, tableWidth(stderr))}\n`);
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
