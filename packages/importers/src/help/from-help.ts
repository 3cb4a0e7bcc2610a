import { type AtipArgument, type AtipCommand, type AtipOption, type AtipTool, type Issue, parseTool } from '@atip/core';
import { isLegalFlag, joinPointer, stated } from '@atip/core/internal';
import type { CommandEntry } from './read-commands.ts';
import type { HelpLine } from './help-lines.ts';
import type { OptionHead, ShownValue } from './option-head.ts';
import { type HelpReading, readHelp } from './read-help.ts';
import type { OptionEntry } from './read-options.ts';
import { readNotedType, readValueFacts } from './value-facts.ts';
import { type Imported, type ImportHints, noCommand } from '../document/finish-tool.ts';

/**
 * Converts a program's output for `--help` or `-h`, or a man page as text, to an ATIP document.
 *
 * Shape: `"Usage: rm [OPTION]... [FILE]...\n  -f, --force  never prompt"` → a tool `rm` with the option `force` and the
 * variadic argument `file`. If a usage has several forms, arguments missing in one of them are optional. Subcommands
 * are listed in the text or begin its usage; their parameters are usually in their own help. A value in brackets after
 * its flag, `--color[=WHEN]`, gives `x-optional-value`, `-NUM` gives `x-number-flag`. Effects stay unknown:
 * `inferEffects` infers them. Trust is `inferred`.
 *
 * An option that takes several values has `x-words`.
 *
 * Lossy, each with an issue: spellings that a command line cannot contain, and lines
 * that look like an option or a subcommand but whose description has no clear start. Limits: time linear in the text.
 * Never throws.
 * @example
 * ```ts
 * import { fromHelp } from '@atip/importers';
 * fromHelp('Usage: rm [OPTION]... [FILE]...\n  -f, --force  never prompt').tool.name; // 'rm'
 * ```
 */
export function fromHelp(text: string, hints: ImportHints = {}): Imported {
  const reading = readHelp(text, hints.path);
  const issues: Issue[] = [];
  const [program = 'unknown', ...path] = hints.path ?? reading.usage.words;
  const name = hints.name ?? program;
  const command = commandFromReading(reading, [program, ...path], pointerOf(path), issues);
  issues.push(...reading.unread.map((row) => unread(row, path)));
  const { commands, options, arguments: args } = command;
  if (reading.usage.words.length === 0 && (commands ?? options ?? args) === undefined)
    issues.push(noCommand('a usage, a list of options or a list of commands'));
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

/** Options of a program with subcommands come before them. */
function rootOf({ commands, options, ...command }: AtipCommand): Pick<AtipTool, 'commands' | 'globalOptions'> {
  if (commands === undefined) return { commands: { '': stated({ ...command, options }) } };
  return stated({ commands, globalOptions: options });
}

/** The groups above a command are known by their names only. */
function nest([first = '', ...rest]: readonly string[], command: AtipCommand): Record<string, AtipCommand> {
  return { [first]: rest.length === 0 ? command : { description: '', commands: nest(rest, command) } };
}

function pointerOf(path: readonly string[]): string {
  const names = path.length === 0 ? [''] : path;
  return joinPointer('', ...names.flatMap((name) => ['commands', name]));
}

/** Makes one command of a reading, for a tool or for a place in its tree. @param pointer of the command, for issues */
function commandFromReading(
  reading: HelpReading,
  [program = '']: readonly string[],
  pointer: string,
  issues: Issue[],
): AtipCommand {
  const options = describeOptions(reading.options, pointer, issues);
  const args = reading.arguments.map((argument) => withText(argument, reading.argumentTexts));
  const commands = reading.commands.map((entry) => [entry.name, commandFromEntry(entry, program)] as const);
  // The call without a subcommand is one of them.
  const alone = reading.runsAlone ? [['', { description: reading.description, arguments: args }] as const] : [];
  return stated({
    description: reading.description,
    commands: commands.length > 0 ? Object.fromEntries([...alone, ...commands]) : undefined,
    arguments: commands.length === 0 && args.length > 0 ? args : undefined,
    options: options.length > 0 ? options : undefined,
    examples: reading.examples.length > 0 ? [...reading.examples] : undefined,
    'x-end-of-options': reading.usage.endsOptions ? true : undefined,
  });
}

function commandFromEntry(entry: CommandEntry, program: string): AtipCommand {
  const { description, usage, name, aliases, help, options: list = [] } = entry;
  const rows = list.map(({ indent, text }) => `\n${' '.repeat(indent)}${text}`).join('');
  // A value behind an option would be its own.
  const word = name.replace(/^-+/, '');
  const path = help === undefined ? [word] : [program, name];
  const reading = readHelp(help ?? (usage + rows === '' ? '' : `Usage: ${word} ${usage}\n${rows}`), path);
  const { arguments: args, options } = commandFromReading(reading, path, '', []);
  return stated({
    description: description || reading.description,
    arguments: args,
    options,
    'x-aliases': aliases.length > 0 ? [...aliases] : undefined,
  });
}

function withText(argument: AtipArgument, texts: ReadonlyMap<string, string>): AtipArgument {
  return { ...argument, description: texts.get(argument.name) ?? '' };
}

function describeOptions(entries: readonly OptionEntry[], pointer: string, issues: Issue[]): AtipOption[] {
  const names = new Map<string, number>();
  // grep: `-NUM   same as --context=NUM`.
  const numbers = new Set(entries.map(meantByNumber));
  // yargs marks the switches.
  const isNoted = entries.filter(({ description }) => /\[boolean\]/.test(description)).length > 1;
  const options = entries.flatMap((entry) => {
    const described = describeOption(entry, isNoted);
    if (described.length === 0 && meantByNumber(entry) === undefined) issues.push(lost(entry, pointer));
    return described.map((option) => ({ ...option, name: unlike(option.name, names) }));
  });
  return options.map((option) => (option.flags.some((flag) => numbers.has(flag)) ? asNumberFlag(option) : option));
}

/** A name that no other option has: `-version` and `--version` of java are two. */
function unlike(name: string, names: Map<string, number>): string {
  const count = (names.get(name) ?? 0) + 1;
  names.set(name, count);
  return count === 1 ? name : unlike(`${name}-${count}`, names);
}

/** The flag that an entry such as `-NUM` is another spelling of. */
function meantByNumber({ head, description }: OptionEntry): string | undefined {
  return head.flags.every(isNumber) ? /\bsame as (--?[\w-]+)/.exec(description)?.[1] : undefined;
}

function asNumberFlag(option: AtipOption): AtipOption {
  return { ...option, type: 'integer', 'x-number-flag': true };
}

function lost({ head, line }: OptionEntry, path: string): Issue {
  const message = `Line ${line}: ${head.flags.join(', ')} stands for flags that it does not spell out, so it is left out.`;
  return { code: 'import-placeholder', severity: 'info', message, path, section: '3.5' };
}

function unread({ text, number }: HelpLine, path: readonly string[]): Issue {
  const isOption = /^[-+]/.test(text);
  const name = JSON.stringify(text.split(' ', 1)[0]?.slice(0, 80) ?? '');
  const message = `Line ${number}: nothing says where the description of ${name} begins, so the ${isOption ? 'option' : 'command'} is left out. Put two spaces before it.`;
  const place = isOption ? pointerOf(path) : `${path.length === 0 ? '' : pointerOf(path)}/commands`;
  return { code: 'import-row', severity: 'info', message, path: place, section: isOption ? '3.5' : '3.4' };
}

/** A version that the text begins with, as clap and Info-ZIP have it. */
function versionOf(text: string): string | undefined {
  return /^.{0,60}?\bv?(\d+\.\d+(?:\.\d+)?(?:[-+][\w.]+)?)/.exec(text.trimStart().split('\n', 1)[0] ?? '')?.[1];
}

/** Converts one entry to ATIP options; several if `--[no-]x` means two, none if it stands for others. */
function describeOption({ head, description }: OptionEntry, isNoted: boolean): readonly AtipOption[] {
  const flags = head.flags.filter((flag) => isLegalFlag(flag) && !isPlaceholder(flag));
  if (flags.length === 0 || flags.some(isRow)) return [];
  if (head.values.length > 1) return [describeWords(flags, head.values, description)];
  const noted =
    head.values.length === 0 ? (readNotedType(description) ?? untold(head, description, isNoted)) : undefined;
  const value = noted === undefined || noted === 'count' ? head.values[0] : notedValue(noted, flags);
  const repeats = head.repeats || value?.isMany === true || noted === 'array' || noted === 'count';
  const { positive, negative } = splitNegation(flags);
  const groups = head.isApart ? flags.map((flag) => [flag]) : [positive, negative].filter((group) => group.length > 0);
  const options = groups.map((group) => describe(group, value, description, repeats));
  return head.flags.some(isNumber) && value !== undefined ? options.map(asNumberFlag) : options;
}

/** An option that takes several words at a time. */
function describeWords(flags: readonly string[], values: readonly ShownValue[], text: string): AtipOption {
  const labels = values.map(({ label }) => label).join(' ');
  const description = text.includes(labels) ? text : `${text} (${labels})`.trim();
  return { name: nameOf(flags), flags: [...flags], description, type: 'array', 'x-words': values.length };
}

/** The type of an option without a mark: it takes a value if others are marked as switches, or if it has a default. */
function untold({ flags }: OptionHead, description: string, isNoted: boolean): 'number' | 'string' | undefined {
  if (!flags.some((flag) => /^--\w/.test(flag))) return undefined;
  if (isNoted && !/\[(?:boolean|count|default: (?:true|false))\]/.test(description))
    return /\[default: -?\d+(?:\.\d+)?\]/.test(description) ? 'number' : 'string';
  const [, preset] = /\(default:? ("[^"]{1,80}"|\d+|\/[^\s()]+)\)/.exec(description) ?? [];
  if (preset === undefined) return undefined;
  return /^\d/.test(preset) ? 'number' : 'string';
}

/** A value of which the text only has the type. */
function notedValue(type: 'number' | 'array' | 'string', flags: readonly string[]): ShownValue {
  const style = flags.some((flag) => flag.startsWith('--')) ? 'equals' : 'space';
  return { label: type === 'number' ? 'float' : '', style, optional: false };
}

/** `-NUM` means any number, `+FIRST_PAGE` any page. */
function isPlaceholder(flag: string): boolean {
  return /^(?:-(?:NUM|N{2,}|DIGITS|[A-Z_]{5,})|\+[A-Z_]{3,})$/.test(flag);
}

function isNumber(flag: string): boolean {
  return /^-(?:NUM|NUMBER|NN|DIGITS|COLUMN)$/.test(flag);
}

/** `-ilrsD` of bash means five flags, and its description may be about one of them. */
function isRow(flag: string): boolean {
  const letters = /^-([a-z]{3,}[A-Z]+)$/.exec(flag)?.[1] ?? '';
  return letters !== '' && new Set(letters).size === letters.length;
}

/** `--x` and `--no-x` are two options, although one line has both. */
function splitNegation(flags: readonly string[]): { positive: readonly string[]; negative: readonly string[] } {
  const negative = flags.filter((flag) =>
    flags.some((other) => flag === other.replace(/^(--?)/, '$1no-') || flag === other.replace(/^(--?)/, '$1no')),
  );
  return { positive: flags.filter((flag) => !negative.includes(flag)), negative };
}

function describe(flags: readonly string[], value: ShownValue | undefined, text: string, repeats: boolean): AtipOption {
  const name = nameOf(flags);
  const base = { name, flags: [...flags], description: text };
  if (value === undefined || isSwitch(flags, value)) {
    if (repeats || value?.label.startsWith(':') === false) return { ...base, type: 'integer', 'x-count': true };
    return { ...base, type: 'boolean' };
  }
  const preset = presetOf(value);
  if (preset?.type === 'boolean') return switchWith(base, preset.default);
  const facts = readValueFacts(preset === undefined ? value.label : '', text, repeats);
  // A list in the description may be incomplete if the type follows from the default.
  const { enum: _few, ...plain } = facts;
  const { repeats: isMany, type, ...rest } = preset === undefined ? facts : { ...plain, ...preset };
  const isList = isMany || value.isList === true;
  return stated({
    ...base,
    type: isList && type !== 'enum' ? 'array' : type,
    ...(isList ? withoutDefault(rest) : rest),
    'x-list-separator': value.isList === true && type !== 'enum' ? ',' : undefined,
    ...styleOf(flags, value),
    'x-optional-value': value.optional && value.style !== 'space' ? true : undefined,
  });
}

/** `-v[vv]` repeats the flag, and `-ea[:PACKAGE]` is complete without the part after the colon. */
function isSwitch(flags: readonly string[], { label, style, optional }: ShownValue): boolean {
  if (style !== 'attached' || !optional) return false;
  const [letter = ''] = /[^-]$/.exec(flags[0] ?? '') ?? [];
  return label.startsWith(':') || (flags[0]?.length === 2 && label.replace(/[.…]+$/, '').replaceAll(letter, '') === '');
}

function withoutDefault<Rest extends { default?: unknown }>({ default: _one, ...rest }: Rest): Omit<Rest, 'default'> {
  return rest;
}

interface Preset {
  readonly type: 'boolean' | 'integer' | 'string' | 'array';
  readonly default?: string | number | boolean;
}

/** kubectl writes defaults where others write a name: `--all=false:`, `--chunk-size=500:`. */
function presetOf({ label, style }: ShownValue): Preset | undefined {
  if (style !== 'equals') return undefined;
  if (label === 'true' || label === 'false') return { type: 'boolean', default: label === 'true' };
  if (/^\d+$/.test(label)) return { type: 'integer', default: Number(label) };
  if (label === "''" || label === '""') return { type: 'string' };
  const quoted = /^'([^']+)'$/.exec(label)?.[1];
  if (quoted !== undefined) return { type: 'string', default: quoted };
  return label === '[]' ? { type: 'array' } : undefined;
}

type Base = Pick<AtipOption, 'name' | 'flags' | 'description'>;

/** A switch that is on from the start can only be turned off by a value. */
function switchWith(base: Base, on: string | number | boolean | undefined): AtipOption {
  if (on !== true) return { ...base, type: 'boolean' };
  return { ...base, type: 'enum', enum: ['true', 'false'], default: 'true', 'x-value-style': 'equals' };
}

function styleOf(flags: readonly string[], { style, optional }: ShownValue): Pick<AtipOption, 'x-value-style'> {
  const isLong = flags.some((flag) => flag.startsWith('--'));
  // Two words would mean a flag without its value, and a positional.
  if (style === 'attached' && !isLong) return { 'x-value-style': 'attached' };
  // An optional value must be attached to its flag.
  const tied = style === 'equals' || (optional && isLong);
  if (tied) return isLong ? {} : { 'x-value-style': 'equals' };
  return isLong && style === 'space' ? { 'x-value-style': 'space' } : {};
}

function nameOf(flags: readonly string[]): string {
  const long = flags.find((flag) => /^--\w/.test(flag)) ?? flags.toSorted((a, b) => b.length - a.length)[0] ?? '';
  return long.replace(/^(?:--?|\+)/, '') || long;
}
