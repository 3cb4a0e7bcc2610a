import type { ShimTool } from '../src/shim-tool.ts';
import { buildOptions } from './build-options.ts';
import { effectsOfWords, conditionalOf, splitValue } from './effects-of-words.ts';
import {
  commandOf,
  type CommandStructure,
  type Fail,
  type Source,
  type TableRow,
  type ToolStructure,
} from './sources.ts';
import type { AtipArgument, AtipCommand, AtipOption, AtipTool, ConditionalEffects, AtipParamType } from '@atip/core';
import { stated } from '@atip/core/internal';
import { withInferredEffects } from '@atip/importers';
import { mergeEffects } from '@atip/core/execute';

/** Characters of a description; help texts have whole paragraphs for one option. */
const MAX_DESCRIPTION = 200;

/**
 * Makes one shim: the commands with rows in the table, built from the sources and the structure, with the table's
 * effects, and inferred ones for the rest. @param rows of this tool @param fail called for each contradiction between
 * table, structure and sources
 */
export function buildShim(
  name: string,
  structure: ToolStructure,
  sources: readonly Source[],
  rows: readonly TableRow[],
  fail: Fail,
): ShimTool {
  const paths = [...new Set(rows.map(({ command }) => command))].map((command) => command.split(' ').slice(1));
  const globals = buildGlobals(name, structure, sources, fail);
  const wanted = paths.filter((path) => path.length > 0 || isCommand(rows, name));
  const taken = new Set(globals.flatMap(({ flags }) => flags));
  const built = wanted.map((path) => ({ path, command: buildCommand(name, path, structure, sources, taken, fail) }));
  const unknown = Object.keys(structure.commands ?? {}).filter((key) => !wanted.some((path) => path.join(' ') === key));
  if (unknown.length > 0) fail(`${name}: structure for ${unknown.join(', ')}, which has no row of effects`);
  const tool: AtipTool = stated({
    atip: { version: '0.4' },
    name,
    version: structure.version ?? sources[0]?.tool.version ?? 'unknown',
    description: structure.description,
    homepage: structure.homepage,
    'x-plugin-of': structure['x-plugin-of'],
    trust: { source: 'community' as const },
    ...hintsOf(structure),
    ...loginOf(structure),
    globalOptions: [
      ...globals,
      ...optionsByHand(name, structure, structure.everywhere, fail).map(shorten),
      ...aboutOptions(structure, taken),
    ],
    commands: nameGroups(placeCommands(built), structure.groups),
  });
  const { tool: inferred } = withInferredEffects(withPlaceholders(applyRows(tool, rows, fail)));
  return {
    ...withoutPlaceholders(inferred),
    'x-source': sources.map(({ label }) => label).join('; ') || 'written by hand',
  };
}

/** @param groups other names of groups, such as `cs` of `codespace`, by their words */
function nameGroups(
  commands: Record<string, AtipCommand>,
  groups: ToolStructure['groups'] = {},
  above = '',
): Record<string, AtipCommand> {
  const entries = Object.entries(commands).map(([name, command]): [string, AtipCommand] => {
    const path = `${above}${name}`;
    const aliases = groups[path] ?? command['x-aliases'];
    const below = command.commands && nameGroups(command.commands, groups, `${path} `);
    return [name, stated({ ...command, 'x-aliases': aliases && [...aliases], commands: below })];
  });
  return Object.fromEntries(entries);
}

/** With these a program only describes itself, regardless of other arguments. */
function aboutOptions({ about = ['--help', '--version'] }: ToolStructure, taken: ReadonlySet<string>): AtipOption[] {
  const flags = about.filter((flag) => !taken.has(flag));
  if (flags.length === 0) return [];
  const description = 'Print help or the version, and do nothing else';
  return [{ name: 'about', flags, type: 'boolean', description, 'x-mode': effectsOfWords(['looks'], 'about') }];
}

/** True if a row is about the tool itself and not only about its global options. */
function isCommand(rows: readonly TableRow[], name: string): boolean {
  return rows.some(({ command, parameters }) => command === name && parameters.length === 0);
}

function hintsOf(structure: ToolStructure): Partial<AtipTool> {
  const { 'x-end-of-options': ends, 'x-value-style': style, 'x-help': helps } = structure;
  return stated({
    'x-help': helps,
    'x-end-of-options': ends,
    'x-value-style': style,
  });
}

/** Settings and logins of a program, for its document. */
function loginOf(structure: ToolStructure): Partial<AtipTool> {
  const { login = [], loginCheck, loginSetup, loginRequired } = structure;
  const { 'x-reads': reads, 'x-caches': caches, 'x-credentials': places } = structure;
  const isKnown = login.length > 0 || loginSetup !== undefined || loginRequired === true;
  const methods: LoginMethod[] = [
    ...login.map((envVar) => ({ type: typeOfLogin(envVar), envVar })),
    ...(loginSetup === undefined ? [] : [{ type: 'oauth' as const, setupCommand: loginSetup }]),
  ];
  const check = loginCheck === undefined ? {} : { checkCommand: loginCheck };
  return stated({
    'x-reads': reads && [...reads],
    'x-caches': caches && [...caches],
    'x-code': structure['x-code'],
    'x-credentials': places && [...places],
    authentication: isKnown ? { required: loginRequired === true, methods, ...check } : undefined,
  });
}

type LoginMethod = NonNullable<NonNullable<AtipTool['authentication']>['methods']>[number];

function typeOfLogin(variable: string): LoginMethod['type'] {
  if (/PASS|PWD/.test(variable)) return 'password';
  return /CONFIG|CREDENTIALS/.test(variable) ? 'certificate' : 'token';
}

function buildGlobals(name: string, structure: ToolStructure, sources: readonly Source[], fail: Fail): AtipOption[] {
  const lists = [optionsByHand(name, structure, structure.with, fail), sources[0]?.tool.globalOptions ?? []];
  const { omit, globals: only, options } = structure;
  return buildOptions(lists, { omit, only, options }, `${name}, global`, fail).map(shorten);
}

function buildCommand(
  name: string,
  path: readonly string[],
  structure: ToolStructure,
  sources: readonly Source[],
  taken: ReadonlySet<string>,
  fail: Fail,
): AtipCommand {
  const at = [name, ...path].join(' ');
  const key = path.join(' ');
  const own: CommandStructure = structure.commands?.[key] ?? {};
  const found = sources.map(({ tool }) => commandOf(tool, path.length === 0 ? [''] : path)).filter((node) => !!node);
  const [first] = found;
  const description = own.description ?? (path.length === 0 ? structure.description : (first?.description ?? ''));
  if (description === '') fail(`${at} is in no source and has no description by hand`);
  const lists = (own.more === true ? found : found.slice(0, 1)).map(({ options = [] }) =>
    options.filter(({ flags }) => !flags.every((flag) => taken.has(flag))),
  );
  const omit = [...(structure.omit ?? []), ...(own.omit ?? [])];
  const byHand = withFlagsOf(lists.flat(), optionsByHand(at, structure, own.with, fail));
  const options = buildOptions(
    [byHand, ...lists],
    { omit, only: own.only, options: own.options, first: own.first },
    at,
    fail,
  );
  const also = optionsByHand(at, structure, own.also, fail);
  const known = new Set(options.flatMap(({ flags }) => flags));
  options.push(...also.filter(({ flags }) => !flags.some((flag) => known.has(flag) || taken.has(flag))));
  const args =
    own.arguments?.map((one) => (typeof one === 'string' ? readArgument(one) : one)) ?? first?.arguments ?? [];
  const examples = own.examples ?? first?.examples ?? [];
  return stated({
    description: cut(description),
    'x-end-of-options': own['x-end-of-options'],
    'x-old-flags': own['x-old-flags'] === true || undefined,
    'x-syntax': own['x-syntax'] && [...own['x-syntax']],
    'x-arguments-first': own['x-arguments-first'],
    'x-aliases': own.aliases && [...own.aliases],
    ...inputOf(own, args),
    arguments: args.length > 0 ? args.map(shortenArgument) : undefined,
    options: options.length > 0 ? options.map(shorten) : undefined,
    examples: examples.length > 0 ? examples.slice(0, 5) : undefined,
  });
}

/** A command whose argument reads "Files; absent: standard input" reads standard input. */
function inputOf({ 'x-stdin': stated }: CommandStructure, args: readonly AtipArgument[]): Partial<AtipCommand> {
  if (stated !== undefined) return stated === false ? {} : { 'x-stdin': stated };
  const files = args.filter(({ description }) => /; absent(?: or -)?: standard input/.test(description));
  return files.length === 0 ? {} : { 'x-stdin': { unless: files.map(({ name }) => name) } };
}

/**
 * @param texts options, and names of sets of them
 */
function optionsByHand(at: string, structure: ToolStructure, texts: readonly string[] = [], fail: Fail): AtipOption[] {
  return texts.flatMap((text) => {
    if (/^[-+]/.test(text)) return [readOption(text)];
    const set = structure.sets?.[text];
    if (set === undefined) fail(`${at}: there is no set of options ${text}`);
    return optionsByHand(at, structure, set, fail);
  });
}

/** Options by hand, with further flags of the source: a set has `--no-commit`, one of its commands `-n` too. */
function withFlagsOf(found: readonly AtipOption[], byHand: readonly AtipOption[]): AtipOption[] {
  const taken = new Set(byHand.flatMap(({ flags }) => flags));
  return byHand.map((option) => {
    const same = found.find(({ flags }) => flags.some((flag) => option.flags.includes(flag)));
    const more = same?.flags.filter((flag) => !taken.has(flag)) ?? [];
    for (const flag of more) taken.add(flag);
    return { ...option, flags: [...more, ...option.flags] };
  });
}

function shorten(option: AtipOption): AtipOption {
  return { ...option, description: cut(option.description) };
}

function shortenArgument(argument: AtipArgument): AtipArgument {
  return { ...argument, description: cut(argument.description) || wordsOf(argument.name) };
}

/** An argument of a usage line only has a name. */
function wordsOf(name: string): string {
  const words = name.replaceAll(/[-_.]+/g, ' ').trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Cuts at the end of a sentence if possible, else of a word. */
function cut(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  if (plain.length <= MAX_DESCRIPTION) return plain;
  const head = plain.slice(0, MAX_DESCRIPTION);
  const sentence = head.lastIndexOf('. ');
  return sentence > MAX_DESCRIPTION / 4 ? head.slice(0, sentence + 1) : `${head.slice(0, head.lastIndexOf(' '))} …`;
}

/** A runnable command and its words after the tool's name. */
export interface PlacedCommand {
  readonly path: readonly string[];
  readonly command: AtipCommand;
}

/** Objects of words, for groups, which sources describe by their commands. */
const GROUP = 'Commands of';

/** The tree of commands; one with commands below it becomes their "". Groups only state their subject. */
export function placeCommands(
  commands: readonly PlacedCommand[],
  above: readonly string[] = [],
): Record<string, AtipCommand> {
  const tree: Record<string, AtipCommand> = {};
  const names = [...new Set(commands.map(({ path: [name = ''] }) => name))];
  for (const name of names) {
    const own = commands.filter(({ path: [first = ''] }) => first === name);
    const below = own
      .filter(({ path }) => path.length > 1)
      .map(({ path, command }) => ({ path: path.slice(1), command }));
    const [itself] = own.filter(({ path }) => path.length <= 1);
    const here = [...above, name];
    if (below.length === 0 && itself) tree[name] = itself.command;
    else if (below.length > 0) {
      const { 'x-aliases': aliases, ...command } = itself?.command ?? { description: '' };
      const all = itself ? [{ path: [], command }, ...below] : below;
      tree[name] = stated({
        description: `${GROUP} ${here.join(' ')}`,
        'x-aliases': aliases,
        commands: placeCommands(all, here),
      });
    }
  }
  return tree;
}

/**
 * Adds the table's effects to those of the source. `fail` is called for rows without a matching command, option or
 * argument.
 */
function applyRows(tool: AtipTool, rows: readonly TableRow[], fail: Fail): AtipTool {
  const own = structuredClone(tool);
  for (const row of rows) applyRow(own, row, fail);
  return own;
}

function applyRow(tool: AtipTool, row: TableRow, fail: Fail): void {
  const { command: name, parameters, words, at } = row;
  if (row.everywhere) {
    applyEverywhere(tool, row, fail);
    return;
  }
  const path = name.split(' ').slice(1);
  const command = commandOf(tool, path.length === 0 ? [''] : path);
  for (const lost of words.flatMap((word) => (word.startsWith('loses:') ? word.slice(6).split(',') : [])))
    if (find(tool, path, command, lost) === undefined) fail(`${at}: "${name}" has no ${lost}`);
  if (parameters.length === 0) {
    const effects = effectsOfWords(words, at);
    if (command === undefined) fail(`${at}: there is no command "${name}"`);
    else if (command.effects !== undefined) fail(`${at}: a second row for "${name}"`);
    else command.effects = { ...effects, 'x-why': row.reason };
  }
  for (const parameter of parameters) {
    const { owner } = splitValue(parameter);
    const found = find(tool, path, command, owner);
    if (found === undefined) fail(`${at}: "${name}" has no ${owner}`);
    else addEffects(found, row, parameter);
  }
}

/** For arguments the table is complete: a name does not reveal what a program runs or opens, such as pytest's tests. */
function withPlaceholders(tool: AtipTool): AtipTool {
  for (const { arguments: args = [] } of commandsBelow(tool.commands))
    for (const one of args) if (!one['x-mode'] && !one['x-values']) one['x-effects'] ??= {};
  return tool;
}

/**
 * Empty effects mean "nothing", or keep a place beside a mode, until effects have been guessed from parameters' names.
 */
function withoutPlaceholders(tool: AtipTool): AtipTool {
  const own = structuredClone(tool);
  for (const { options = [], arguments: args = [] } of [{ options: own.globalOptions }, ...commandsBelow(own.commands)])
    for (const one of [...options, ...args])
      if (Object.keys(one['x-effects'] ?? { some: true }).length === 0) delete one['x-effects'];
  return own;
}

/** A row of `git *`: all parameters with that flag or name, in every command. */
function applyEverywhere(tool: AtipTool, row: TableRow, fail: Fail): void {
  const { command: name, parameters, at } = row;
  const nodes = [{ options: tool.globalOptions ?? [] }, ...commandsBelow(tool.commands)];
  for (const parameter of parameters) {
    const { owner } = splitValue(parameter);
    const found = nodes.flatMap((node) => findIn(node, owner) ?? []);
    if (found.length === 0 && name === tool.name) fail(`${at}: no command of "${name}" has ${owner}`);
    for (const one of found) addEffects(one, row, parameter);
  }
}

function commandsBelow(commands: AtipTool['commands'] = {}): AtipCommand[] {
  return Object.values(commands).flatMap((command) => [command, ...commandsBelow(command.commands)]);
}

function find(
  tool: AtipTool,
  path: readonly string[],
  command: AtipCommand | undefined,
  parameter: string,
): AtipOption | AtipArgument | undefined {
  const globals = path.length === 0 ? (tool.globalOptions ?? []) : [];
  return findIn({ ...command, options: [...(command?.options ?? []), ...globals] }, parameter);
}

function findIn(
  { options = [], arguments: args = [] }: Pick<AtipCommand, 'options' | 'arguments'>,
  parameter: string,
): AtipOption | AtipArgument | undefined {
  return /^[-+]/.test(parameter)
    ? options.find(({ flags }) => flags.includes(parameter))
    : args.find(({ name }) => name === parameter);
}

/** Adds a row's effects to a parameter. If a source and the table, or two rows, add effects, the worse counts. */
function addEffects(parameter: AtipOption | AtipArgument, { words, reason, at }: TableRow, cell: string): void {
  const { match } = splitValue(cell);
  const { isMode, effects: stated } = conditionalOf(words, at);
  // A row that adds nothing has no reason for people.
  const effects = Object.keys(stated).length > 0 ? { ...stated, 'x-why': reason } : stated;
  if (match !== undefined) {
    parameter['x-values'] = [...(parameter['x-values'] ?? []), { match, [isMode ? 'mode' : 'effects']: effects }];
  } else if (isMode) {
    if (parameter['x-mode']) throw new Error(`${at}: a second mode of ${cell}`);
    parameter['x-mode'] = effects;
    parameter['x-effects'] ??= {};
  } else {
    const before = parameter['x-effects'];
    if (before?.unless || (before && effects.unless)) throw new Error(`${at}: ${cell} has effects already`);
    parameter['x-effects'] = before ? bothOf(before, effects) : effects;
  }
}

function bothOf(before: ConditionalEffects, effects: ConditionalEffects): ConditionalEffects {
  const both = [before, effects];
  const merged: ConditionalEffects = mergeEffects(before, effects);
  const why = both.flatMap((one) => one['x-why'] ?? []).join('; ');
  if (why !== '') merged['x-why'] = why;
  if (both.some((one) => one['x-carries'])) merged['x-carries'] = true;
  // The other one may run more than the file.
  if (both.every((one) => one['x-runs'] !== 'call' || one['x-loads']) && both.some((one) => one['x-loads']))
    merged['x-loads'] = true;
  // The other one may destroy more than the file, which is there although the file is new.
  if (merged.destructive && both.every((one) => !one.destructive || one['x-replaces'])) merged['x-replaces'] = true;
  if (merged.destructive && both.every((one) => !one.destructive || one['x-loses']))
    merged['x-loses'] = both.flatMap((one) => one['x-loses'] ?? []);
  return merged;
}

const TYPES: readonly AtipParamType[] = [
  'string',
  'integer',
  'number',
  'boolean',
  'file',
  'directory',
  'url',
  'enum',
  'array',
];

/**
 * Reads an argument in the form of the structure files.
 *
 * Shape: `"file:file* Files to print"`: a name, a type (absent: `string`; `a|b|c` is an enum, and so is `--` alone),
 * `?` for optional, `*` for any number, `+` for one or more, `&` for a command line that ends the options, and after a
 * space its description. A value of `"+format"` may start with a plus.
 *
 * `url=https,ftp` lists its allowed schemes, for a program that could send data anywhere with others.
 *
 * @throws Error for an unknown type
 */
export function readArgument(text: string): AtipArgument {
  const [, plus = '', name = '', typed = 'string', mark = '', rest = '', description = ''] =
    /^(\+?)([^:?*+& ]+)(?::([^?*+& ]+))?([?*+]?)(&?)(?: (.*))?$/.exec(text) ?? [];
  const values = /^--$|\|/.test(typed) ? typed.split('|') : undefined;
  const [typeName, schemes] = typed.split('=');
  const type = values ? 'enum' : TYPES.find((known) => known === typeName);
  if (name === '' || type === undefined) throw new Error(`not an argument: ${JSON.stringify(text)}`);
  return stated({
    name,
    type,
    description,
    enum: values,
    'x-plus': plus !== '' || undefined,
    'x-schemes': schemes?.split(','),
    required: mark === '' || mark === '+',
    variadic: mark === '*' || mark === '+' || undefined,
    'x-rest': rest !== '' || undefined,
    'x-command': rest !== '' || undefined,
  });
}

/**
 * Reads an option in the form of the structure files.
 *
 * Shape: `"-U --unified:integer Lines of context"`: flags, of which the last one names it, a type as of an argument
 * (absent: it is on or off), and after a space its description. `"-b =new-branch:string"` has the name after a sign,
 * because no flag contains it.
 *
 * After the type, `?` means an optional value, which is attached (`--color[=WHEN]`), `*` for a flag that
 * repeats, `*2` for one that takes that many words, `#` for a number that may be the flag (`head -5`); and after these
 * `-` for a value that may start with a dash.
 *
 * @throws Error for an unknown type, and for a name without a flag
 */
export function readOption(text: string): AtipOption {
  const words = text.split(' ');
  const count = words.findIndex((word) => !/^[-+=]/.test(word));
  const [, last = '', typed = 'boolean', mark = '', size = '', dash = ''] =
    /^([^:]+)(?::([^:?*#]+?)([?*#]?)(\d*)(-?))?$/.exec(words[count - 1] ?? '') ?? [];
  const values = typed.includes('|') ? typed.split('|') : undefined;
  const type = values ? 'enum' : TYPES.find((known) => known === typed);
  const description = words.slice(count).join(' ');
  const flags = [...words.slice(0, Math.max(count - 1, 0)), ...(last.startsWith('=') ? [] : [last])];
  const isWhole = last !== '' && type !== undefined && description !== '' && (size === '' || mark === '*');
  if (!isWhole || flags.length === 0 || flags.some((flag) => flag.startsWith('=')))
    throw new Error(`not an option: ${JSON.stringify(text)}`);
  return stated({
    // A numeric property comes first in every object, regardless of the order of parameters.
    name: last.replace(/^[-+=]+/, '').replace(/^\d+$/, 'flag-$&'),
    flags,
    type: mark === '*' ? 'array' : type,
    description,
    enum: values,
    'x-optional-value': mark === '?' || undefined,
    'x-number-flag': mark === '#' || undefined,
    'x-words': size !== '' ? Number(size) : undefined,
    'x-dash': dash !== '' || undefined,
  });
}
