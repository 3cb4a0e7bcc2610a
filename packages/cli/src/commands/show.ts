import {
  AtipError,
  type AtipEffects,
  type AtipTool,
  type CommandMapping,
  type FlatCommand,
  flattenCommands,
  type Parameter,
  SAFETY_FLAGS,
} from '@atip/core';
import {
  type Change,
  changesOf,
  type Conditional,
  escapeUnseen,
  isRaised,
  parametersOf,
  takesMany,
  safetyFlags,
  unreadGroups,
} from '@atip/core/internal';
import type { FoundTool } from '@atip/node';
import {
  describeEffects,
  describeSignature,
  type Executable,
  findExecutable,
  readInstalledVersions,
  summarizeTool,
  type ToolSummary,
  withInstalled,
} from '@atip/node/internal';
import { type CliHost, type DefineCommand, CliError, EXIT, systemFailure, type CliOptions } from '../cli-host.ts';
import { addExcerptOptions, selectFromTools } from '../documents/excerpt.ts';
import { formatTable, cutText, plainLine, toJson } from '../terminal/text.ts';
import { createPaint, type Paint, tableWidth } from '../terminal/style.ts';
import { commandOf, excerptOf, findTool, readTools, readToolsWith, writeUnread } from '../tools/known-tools.ts';
import { readNamedPatterns, writePattern } from '../tools/pattern-summary.ts';

export const defineShow: DefineCommand = (command, { host }) => {
  command
    .argument('<name>', 'the tool or pattern, as `atip list` names it, or a command, as `atip run` does')
    .argument('[words...]', 'the words of one of its commands');
  addExcerptOptions(command)
    .option('--json', 'write its document as JSON')
    .action(async (first: string, rest: readonly string[], options: CliOptions) => {
      const [name = '', ...words] = [first, ...rest].join(' ').trim().split(/\s+/);
      const { commands = [] } = options;
      try {
        await show(name, words.length > 0 ? { ...options, commands: [...commands, words.join(' ')] } : options, host);
      } catch (error) {
        if (AtipError.isInstance(error)) throw new CliError(EXIT.invalid, error.message, { cause: error });
        throw systemFailure(error, 'The tool cannot be shown');
      }
    });
};

async function show(name: string, options: CliOptions, host: CliHost): Promise<void> {
  const { json, ...excerpt } = options;
  const load = excerptOf(excerpt, [name]);
  const scan = await readTools(host, load, (one) => one === name);
  const { patterns } = await readNamedPatterns(scan, host);
  if (!scan.found.some(({ tool }) => tool.name === name)) {
    const pattern = patterns.get(name);
    if (pattern) {
      if (json === true) host.stdout.write(`${toJson(pattern)}\n`);
      else writePattern(name, pattern, host);
      return;
    }
    const called = name.includes('_') ? await commandCalled(name, host) : undefined;
    if (called) return show(called.tool.name, { ...options, commands: [called.path.join(' ')] }, host);
  }
  const found = await findTool(name, scan, host, load);
  writeUnread(found, scan.skipped, host);
  const [tool = found.tool] = selectFromTools([found.tool], excerpt);
  if (json === true) {
    host.stdout.write(`${toJson(tool)}\n`);
    return;
  }
  await writeHead({ ...found, tool }, host);
  writeCommands(tool, host, excerpt['commands'] === undefined);
  for (const [key, one] of patterns) if (one.owner === tool.name) writePattern(key, one, host);
}

/** The command that models call by this name. */
async function commandCalled(name: string, host: CliHost): Promise<CommandMapping | undefined> {
  const { found } = await readToolsWith([name], host);
  return commandOf(
    name,
    found.map(({ tool }) => tool),
  );
}

async function writeHead(found: FoundTool, host: CliHost): Promise<void> {
  const { tool } = found;
  const summary = await askedSummary(found, host);
  const { version, origin, source, trust, claims, signature, program: path, installed } = summary;
  const lines = [
    `${escapeUnseen(tool.name)} ${escapeUnseen(version)}  ${plainLine(tool.description)}`,
    `  described by ${escapeUnseen(source)} (${origin}), trust ${trust}${claims === undefined ? '' : ` (it claims: ${plainLine(claims)}; unverified)`}`,
    ...(tool['x-described-by'] === undefined ? [] : [`  read from ${plainLine(tool['x-described-by'])}`]),
    ...(signature ? [`  ${plainLine(describeSignature(signature))}`] : []),
    `  program ${path === null ? 'not on the PATH' : escapeUnseen(path)}`,
    ...(installed === undefined ? [] : [`  ${behindText(version, installed, tool.name)}`]),
  ];
  host.stdout.write(`${lines.join('\n')}\n`);
}

/** A person named the tool, so its program may be asked for its version. */
async function askedSummary(found: FoundTool, { env, signal }: CliHost): Promise<ToolSummary> {
  const find = (name: string): Promise<Executable | null> => findExecutable(name, env);
  const summary = await summarizeTool(found, find);
  const program = found.origin === 'bundled' ? await find(found.tool.name) : null;
  if (program === null || !/\d/.test(summary.version)) return summary;
  const versions = await readInstalledVersions(env);
  await versions.ask([program], { env, signal });
  return withInstalled(summary, versions, find);
}

function behindText(version: string, installed: string, name: string): string {
  const cure = `\`atip describe ${escapeUnseen(name)} --save\` asks the program for them`;
  return `installed is ${escapeUnseen(installed)}: this document of ${escapeUnseen(version)} may lack newer commands and options; ${cure}`;
}

/** The sign of the flags that warn. */
const HARM = SAFETY_FLAGS.DESTRUCTIVE.slice(0, 1);
/** Columns of a terminal for the effects of a command. */
const MOST_EFFECTS = 34;

/** Commands of a tool up to which all are shown with their arguments; of more, a person looks for one first. */
const MOST_WHOLE = 20;

/**
 * Writes a tool's commands as `atip run` takes them, each with its safety flags and its arguments.
 *
 * @param isWhole no command was asked for: of a large tool only the list is written
 */
function writeCommands(tool: AtipTool, { stdout, env }: CliHost, isWhole: boolean): void {
  const paint = createPaint(stdout, env);
  const columns = tableWidth(stdout);
  const commands = flattenCommands(tool);
  if (isWhole && commands.length > MOST_WHOLE) {
    const rows = commands.map(({ name, metadata, effects }) => {
      // Terminals disagree on the width of pictures.
      const flags = safetyFlags(effects, isRaised(metadata)).map((flag) => flag.replace(/^[^A-Z]+/, ''));
      const isHarmful = safetyFlags(effects).some((flag) => flag.startsWith(HARM));
      return [
        isHarmful ? '!' : '',
        name,
        cut(flags.join(', '), columns && MOST_EFFECTS),
        plainLine(metadata.description),
      ];
    });
    const lines = formatTable([['', 'COMMAND', 'EFFECTS', 'DESCRIPTION'], ...rows], columns);
    const painted = lines.map((line, at) => (at === 0 ? paint('bold', line) : line.replace(/^!/, paint('red', '!'))));
    stdout.write(`\n${painted.join('\n')}\n`);
    const [example = ''] = commands.map(({ path }) => path[0] ?? '').filter((word) => word !== '');
    stdout.write(`\nThe arguments of one: atip show ${escapeUnseen(tool.name)} --commands ${escapeUnseen(example)}\n`);
  } else {
    for (const command of commands) stdout.write(`\n${describe(command, columns, paint).join('\n')}\n`);
  }
  const omitted = unreadGroups(tool).map((path) => escapeUnseen(path.join(' ')));
  if (omitted.length > 0) stdout.write(`\nGroups with commands that are not shown: ${omitted.join(', ')}\n`);
}

function describe(command: FlatCommand, columns: number | undefined, paint: Paint): string[] {
  const { name, tool, path, metadata, effects } = command;
  const words = escapeUnseen([tool.name, ...path].join(' '));
  const changes = new Map(changesOf(command).map(({ parameter, ...change }) => [parameter.key, changeTexts(change)]));
  const flags = safetyFlags(effects, changes.size > 0).map((flag) => `  [${flag}]`);
  const rows = parametersOf(command).map((parameter) => parameterRow(parameter, changes.get(parameter.key) ?? []));
  const why = metadata.effects?.['x-why'];
  const own = why === undefined ? describeEffects([effects]) : `${describeEffects([effects])}: ${plainLine(why)}`;
  return [
    `${paint('bold', name)}  ${words}${flags.join('')}`,
    cut(`  ${plainLine(metadata.description)}`, columns),
    cut(`  by itself: ${own}`, columns),
    ...formatTable(rows, columns === undefined ? undefined : columns - 4).map((line) => `    ${line}`),
  ];
}

function parameterRow(parameter: Parameter, changes: readonly string[]): string[] {
  const { key, required, source } = parameter;
  const isMany = takesMany(parameter) && source.type !== 'array';
  const type = source.enum ? source.enum.map(String).join('|') : source.type;
  return [
    escapeUnseen(`${key}=${type}${isMany ? '…' : ''}`),
    required ? 'required' : '',
    // Flags come before the prose, because a narrow terminal cuts the end.
    [...changes, plainLine(source.description ?? '')].join(' '),
  ];
}

function cut(line: string, columns: number | undefined): string {
  return columns === undefined ? line : cutText(line, columns);
}

/** Describes how one parameter changes the effects: `["[⚠️ DESTRUCTIVE when given: removes a branch]"]`; `+` adds, `=` replaces. */
function changeTexts({ added, mode, values }: Omit<Change, 'parameter'>): string[] {
  return [{ added, mode, match: undefined }, ...values].flatMap((rule) => {
    const when = rule.match === undefined ? 'when given' : `as ${escapeUnseen(cutText(rule.match, 40))}`;
    const adds = rule.added && conditionText('+', when, rule.added);
    const replaces = rule.mode && conditionText('=', when, rule.mode);
    return [adds, replaces].filter((text) => text !== undefined);
  });
}

function conditionText(sign: '+' | '=', when: string, { effects, unless, why }: Conditional): string | undefined {
  const flags = safetyFlags(effects).join(' | ');
  const words = flags === '' ? harmWords(effects) : flags;
  if (sign === '+' && Object.keys(effects).length === 0) return undefined;
  const but = unless.length === 0 ? '' : `, not with ${unless.map(({ key }) => escapeUnseen(key)).join(', ')}`;
  return `[${sign === '=' ? 'only ' : ''}${words} ${when}${but}${why === undefined ? '' : `: ${plainLine(why)}`}]`;
}

/** Describes only the added effects: all others are set to harmless, which has no words. */
function harmWords({ filesystem, network, ...added }: AtipEffects): string {
  const files = { write: false, delete: false, ...filesystem };
  return describeEffects([{ destructive: false, ...added, network: network ?? false, filesystem: files }]);
}
