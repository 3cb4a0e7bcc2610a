import type { ShimTool } from '../src/shim-tool.ts';
import { readArgument, readOption } from './read-parameter.ts';
import { applyRows, withoutPlaceholders, withPlaceholders } from './apply-rows.ts';
import { buildOptions } from './build-options.ts';
import { effectsOfWords } from './effects-of-words.ts';
import {
  commandOf,
  type CommandStructure,
  type Fail,
  type Source,
  type TableRow,
  type ToolStructure,
} from './sources.ts';
import type { AtipArgument, AtipCommand, AtipOption, AtipTool } from '@atip/core';
import { stated } from '@atip/core/internal';
import { withInferredEffects } from '@atip/importers';

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
