import { parseTool } from '../../metadata/parse-tool.ts';
import type { Issue } from '../../types/issue.ts';
import type { AtipArgument, AtipOption } from '../../types/parameter.ts';
import type { AtipCommand, AtipTool } from '../../types/tool.ts';
import type { ImportHints, Imported } from '../imported.ts';
import { describeOption } from './describe-option.ts';
import type { CommandEntry } from './read-commands.ts';
import type { HelpLine } from './read-help-lines.ts';
import { type HelpReading, readHelp } from './read-help.ts';
import type { OptionEntry } from './read-options.ts';

/**
 * Makes ATIP metadata of what a program prints for `--help`, `-h`, or of a man page as text.
 *
 * Shape: `"Usage: rm [OPTION]... [FILE]...\n  -f, --force  never prompt"` → a tool `rm` with the option `force` and the
 * variadic argument `file`. Subcommands are those that the text lists; what they take stands in their own help. Effects
 * are left unknown: `inferEffects` says what can be known. Trust is `inferred`.
 *
 * Lossy, each with an issue: options that take several values, spellings that cannot stand on a command line, and rows of
 * subcommands of which nothing says where their description begins.
 * Limits: time linear in the text. Never throws.
 */
export function fromHelp(text: string, hints: ImportHints = {}): Imported {
  const reading = readHelp(text, hints.path);
  const issues: Issue[] = [];
  const [program = 'unknown', ...path] = hints.path ?? reading.usage.words;
  const name = hints.name ?? program;
  const { command } = commandFromReading(reading, pointerOf(path), issues);
  issues.push(
    ...reading.unclear.map((row) => unread(row, path.length === 0 ? '/commands' : `${pointerOf(path)}/commands`)),
  );
  const tool: AtipTool = {
    atip: { version: '0.4' },
    name,
    version: hints.version ?? versionOf(text) ?? 'unknown',
    description: (path.length === 0 && command.description) || `The program ${name}`,
    trust: { source: 'inferred' },
    ...(path.length === 0 ? rootOf(command) : { commands: nest(path, command) }),
  };
  return { tool, issues: [...issues, ...parseTool(tool).issues] };
}

/** Options of a program that has subcommands stand before them. */
function rootOf({ commands, options, ...command }: AtipCommand): Pick<AtipTool, 'commands' | 'globalOptions'> {
  if (commands === undefined) return { commands: { '': { ...command, ...(options && { options }) } } };
  return { commands, ...(options && { globalOptions: options }) };
}

/** The groups above a command are known by their names only. */
function nest([first = '', ...rest]: readonly string[], command: AtipCommand): Record<string, AtipCommand> {
  return { [first]: rest.length === 0 ? command : { description: '', commands: nest(rest, command) } };
}

function pointerOf(path: readonly string[]): string {
  const names = path.length === 0 ? [''] : path;
  return names.map((name) => `/commands/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Makes one command of a reading, for a tool or for a place in its tree. @param pointer of the command, for issues */
function commandFromReading(reading: HelpReading, pointer: string, issues: Issue[]): { readonly command: AtipCommand } {
  const options = describeOptions(reading.options, pointer, issues);
  const args = reading.arguments.map((argument) => withText(argument, reading.argumentTexts));
  const commands = Object.fromEntries(reading.commands.map((entry) => [entry.name, commandFromEntry(entry)]));
  const command: AtipCommand = {
    description: reading.description,
    ...(Object.keys(commands).length > 0 && { commands }),
    ...(args.length > 0 && { arguments: args }),
    ...(options.length > 0 && { options }),
    ...(reading.examples.length > 0 && { examples: [...reading.examples] }),
    ...(reading.usage.endsOptions && { 'x-end-of-options': true }),
  };
  return { command };
}

function commandFromEntry({ description, usage, name }: CommandEntry): AtipCommand {
  const args = usage === '' ? [] : readHelp(`Usage: ${name} ${usage}`).arguments;
  return { description, ...(args.length > 0 && { arguments: [...args] }) };
}

function withText(argument: AtipArgument, texts: ReadonlyMap<string, string>): AtipArgument {
  return { ...argument, description: texts.get(argument.name) ?? '' };
}

function describeOptions(entries: readonly OptionEntry[], pointer: string, issues: Issue[]): AtipOption[] {
  const names = new Set<string>();
  return entries.flatMap((entry) => {
    const described = describeOption(entry);
    if ('problem' in described) {
      issues.push(lost(entry, described.problem, pointer));
      return [];
    }
    return described.options.filter(({ name }) => !names.has(name) && names.add(name));
  });
}

function lost({ head, line }: OptionEntry, problem: 'no-flag' | 'several-values', path: string): Issue {
  const shown = head.flags.join(', ');
  const message =
    problem === 'no-flag'
      ? `Line ${line}: ${shown} stands for flags that it does not spell out, so it is left out.`
      : `Line ${line}: ${shown} takes ${head.values.length} values, which ATIP options cannot, so it is left out.`;
  return {
    code: problem === 'no-flag' ? 'import-placeholder' : 'import-arity',
    severity: 'info',
    message,
    path,
    section: '3.5',
  };
}

function unread({ text, number }: HelpLine, path: string): Issue {
  const name = JSON.stringify(text.split(' ', 1)[0]?.slice(0, 80) ?? '');
  const message = `Line ${number}: nothing says where the description of ${name} begins, so the command is left out. Two spaces would.`;
  return { code: 'import-row', severity: 'info', message, path, section: '3.4' };
}

/** A version that the text begins with, as clap and Info-ZIP have it. */
function versionOf(text: string): string | undefined {
  return /^.{0,60}?\bv?(\d+\.\d+(?:\.\d+)?(?:[-+][\w.]+)?)/.exec(text.trimStart().split('\n', 1)[0] ?? '')?.[1];
}
