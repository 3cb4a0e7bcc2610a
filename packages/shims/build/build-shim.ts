import type { ShimTool } from '../src/shim-tool.ts';
import { readArgument, readOption } from './read-parameter.ts';
import {
  commandOf,
  type CommandStructure,
  type Fail,
  type Source,
  type TableRow,
  type ToolStructure,
} from './sources.ts';
import {
  type AtipArgument,
  type AtipCommand,
  type AtipEffects,
  type AtipOption,
  type AtipTool,
  type ConditionalEffects,
  mergeEffects,
} from '@atip/core';
import { withInferredEffects } from '@atip/importers';

/** Characters of a description; help texts have whole paragraphs for one option. */
const MAX_DESCRIPTION = 200;

/**
 * Makes one shim: the commands that the table has rows for, as the sources and the structure say, with the effects of the
 * table, and inferred ones where it is silent.
 *
 * @param rows of this tool
 * @param fail is told each place where table, structure and sources do not fit together
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
  const tool: AtipTool = {
    atip: { version: '0.4' },
    name,
    version: structure.version ?? sources[0]?.tool.version ?? 'unknown',
    description: structure.description,
    ...(structure.homepage !== undefined && { homepage: structure.homepage }),
    trust: { source: 'community' },
    ...hintsOf(structure),
    globalOptions: [...globals, ...aboutOptions(structure, taken)],
    commands: nameGroups(placeCommands(built), structure.groups),
  };
  const { tool: inferred } = withInferredEffects(withPlaceholders(applyRows(tool, rows, fail)));
  return {
    ...withoutPlaceholders(inferred),
    'x-source': sources.map(({ label }) => label).join('; ') || 'written by hand',
  };
}

/** @param groups other names of groups at the top, such as `cs` of `codespace` */
function nameGroups(
  commands: Record<string, AtipCommand>,
  groups: ToolStructure['groups'] = {},
): Record<string, AtipCommand> {
  const entries = Object.entries(commands).map(([name, command]): [string, AtipCommand] => {
    const others = groups[name];
    return [name, others ? { ...command, 'x-aliases': [...others] } : command];
  });
  return Object.fromEntries(entries);
}

/** By these a program says what it is and does nothing else, whatever else the call gives. */
function aboutOptions({ about = ['--help', '--version'] }: ToolStructure, taken: ReadonlySet<string>): AtipOption[] {
  const flags = about.filter((flag) => !taken.has(flag));
  if (flags.length === 0) return [];
  const description = 'Print help or the version, and do nothing else';
  return [{ name: 'about', flags, type: 'boolean', description, 'x-mode': effectsOfWords(['looks'], 'about') }];
}

/** True if a row is of the tool itself and not only of its global options. */
function isCommand(rows: readonly TableRow[], name: string): boolean {
  return rows.some(({ command, parameters }) => command === name && parameters.length === 0);
}

function hintsOf(structure: ToolStructure): Partial<AtipTool> {
  const { 'x-end-of-options': ends, 'x-value-style': style } = structure;
  return {
    ...(ends !== undefined && { 'x-end-of-options': ends }),
    ...(style !== undefined && { 'x-value-style': style }),
  };
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
  const options = buildOptions([byHand, ...lists], { omit, only: own.only, options: own.options }, at, fail);
  const args =
    own.arguments?.map((one) => (typeof one === 'string' ? readArgument(one) : one)) ?? first?.arguments ?? [];
  const examples = own.examples ?? first?.examples ?? [];
  return {
    description: cut(description),
    ...(own['x-end-of-options'] !== undefined && { 'x-end-of-options': own['x-end-of-options'] }),
    ...(own['x-old-flags'] === true && { 'x-old-flags': true }),
    ...(own['x-syntax'] && { 'x-syntax': [...own['x-syntax']] }),
    ...(own.aliases && { 'x-aliases': [...own.aliases] }),
    ...(args.length > 0 && { arguments: args.map(shortenArgument) }),
    ...(options.length > 0 && { options: options.map(shorten) }),
    ...(examples.length > 0 && { examples: examples.slice(0, 5) }),
  };
}

/** @param texts options, and names of sets of them */
function optionsByHand(
  at: string,
  { sets = {} }: ToolStructure,
  texts: readonly string[] = [],
  fail: Fail,
): AtipOption[] {
  return texts.flatMap((text) => {
    if (/^[-+]/.test(text)) return [readOption(text)];
    const set = sets[text];
    if (set === undefined) fail(`${at}: there is no set of options ${text}`);
    return (set ?? []).map(readOption);
  });
}

/** Options by hand with the other flags that a source has for them: a set has `--no-commit`, one of its commands `-n` too. */
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

/** An argument of a usage line has nothing but its name. */
function wordsOf(name: string): string {
  const words = name.replaceAll(/[-_.]+/g, ' ').trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** At the end of a sentence where there is one, else of a word. */
function cut(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  if (plain.length <= MAX_DESCRIPTION) return plain;
  const head = plain.slice(0, MAX_DESCRIPTION);
  const sentence = head.lastIndexOf('. ');
  return sentence > MAX_DESCRIPTION / 4 ? head.slice(0, sentence + 1) : `${head.slice(0, head.lastIndexOf(' '))} …`;
}

/** Adds the effects of the table beside those that a source states. `fail` gets rows that fit no command, option or argument. */
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

/** Of arguments the table says everything: what a program runs or opens, such as the tests of pytest, is no word of a name. */
function withPlaceholders(tool: AtipTool): AtipTool {
  for (const { arguments: args = [] } of commandsBelow(tool.commands))
    for (const one of args) if (!one['x-mode'] && !one['x-values']) one['x-effects'] ??= {};
  return tool;
}

/** Empty effects say "nothing", or keep a place beside a mode, until the names of parameters have been guessed from. */
function withoutPlaceholders(tool: AtipTool): AtipTool {
  const own = structuredClone(tool);
  for (const { options = [], arguments: args = [] } of [{ options: own.globalOptions }, ...commandsBelow(own.commands)])
    for (const one of [...options, ...args])
      if (Object.keys(one['x-effects'] ?? { some: true }).length === 0) delete one['x-effects'];
  return own;
}

/** A row of `git *`: all parameters of that flag or name, wherever they stand. */
function applyEverywhere(tool: AtipTool, row: TableRow, fail: Fail): void {
  const { command: name, parameters, at } = row;
  const nodes = [{ options: tool.globalOptions ?? [] }, ...commandsBelow(tool.commands)];
  for (const parameter of parameters) {
    const { owner } = splitValue(parameter);
    const found = nodes.flatMap((node) => findIn(node, owner) ?? []);
    if (found.length === 0) fail(`${at}: no command of "${name}" has ${owner}`);
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

/** Adds a row's effects to a parameter. Of two that a source and the table, or two rows, add, the worse counts. */
function addEffects(parameter: AtipOption | AtipArgument, { words, reason, at }: TableRow, cell: string): void {
  const { match } = splitValue(cell);
  const { isMode, effects: stated } = conditionalOf(words, at);
  // A row that says that there is nothing to add has no reason for people.
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
    const why = [before?.['x-why'], effects['x-why']].filter((one) => one !== undefined).join('; ');
    parameter['x-effects'] = before ? { ...mergeEffects(before, effects), ...(why && { 'x-why': why }) } : effects;
  }
}

/** Files that hold secrets, as programs, providers and people call them: `=@credentials` in the table. */
const CREDENTIALS = `?(*/)@(${[
  '.ssh/id_*([!.])|.netrc|.pgpass|.git-credentials|.npmrc|.pypirc|.vault-token|.env|.env.@(local|production|development|staging)',
  '.aws/credentials|.aws/sso/cache/*|.kube/config|.docker/config.json|.azure/*token*|.azure/accessTokens.json|.gnupg/*',
  '.config/gcloud/*|.config/gh/hosts.yml|.config/hub|.cargo/credentials?(.toml)|.gem/credentials|.terraform.d/credentials.tfrc.json',
  'shadow|gshadow|master.passwd|*.pem|*.key|*.p12|*.pfx|*.keystore|*.jks|credentials.json|service-account*.json|secrets.@(yml|yaml|json)',
  '.bash_history|.zsh_history|environ|.@(ssh|aws|gnupg|kube|azure)?(/)',
].join('|')})`;

/** `refspec=+*` → the parameter and the glob of its values; a blank in the glob is `\\s`, a tab `\\t`. */
export function splitValue(cell: string): { readonly owner: string; readonly match?: string } {
  const at = cell.indexOf('=', 1);
  if (at < 0) return { owner: cell };
  const blanks: Readonly<Record<string, string>> = { s: ' ', t: '\t', n: '\n' };
  if (cell.slice(at + 1) === '@credentials') return { owner: cell.slice(0, at), match: CREDENTIALS };
  const match = cell.slice(at + 1).replaceAll(/\\([stn\\])/g, (whole, mark: string) => blanks[mark] ?? whole);
  return { owner: cell.slice(0, at), match };
}

/** The words of a row about a parameter: `mode` first where it replaces, `unless:a,b` for other parameters that undo it. */
export function conditionalOf(
  words: readonly string[],
  at: string,
): { readonly isMode: boolean; readonly effects: ConditionalEffects } {
  const unless = words.flatMap((word) => (word.startsWith('unless:') ? word.slice(7).split(',') : []));
  const isMode = words[0] === 'mode';
  const effects = effectsOfWords(
    words.slice(isMode ? 1 : 0).filter((word) => !word.startsWith('unless:')),
    at,
  );
  return { isMode, effects: unless.length > 0 ? { ...effects, unless } : effects };
}

/** Words that stand for several. */
const SHORT: ReadonlyMap<string, readonly string[]> = new Map([
  ['looks', ['reads', 'only', 'idempotent', 'no-irreversible']],
  ['runs-call', ['runs', 'names-program']],
  ['anything', ['reads', 'writes', 'deletes', 'network', 'runs', 'names-program', 'destructive', 'irreversible']],
]);

/** The effects that `only` denies where the row does not state them. */
const DENIED = ['writes', 'deletes', 'network', 'runs', 'destructive'];

const KNOWN = new Set([
  ...DENIED,
  ...['reads', 'irreversible', 'idempotent', 'prompts', 'billable', 'names-program', 'sends', 'reveals', 'root'],
]);

/**
 * The effects that the words of a table's row stand for.
 *
 * Shape: `["reads", "runs", "only"]` → reads and starts programs, and nothing else; `["destructive"]` → destructive, the
 * rest unknown. `no-` before a word states false. `["nothing"]` → no effects, which for an option says that it adds none.
 *
 * @param at of the row, for messages
 * @throws Error for a word that is none, or one that is both stated and denied
 */
export function effectsOfWords(words: readonly string[], at: string): AtipEffects {
  const stated = new Map<string, boolean>();
  const all = words.flatMap((word) => SHORT.get(word) ?? [word]);
  for (const word of all) {
    if (word === 'only' || word === 'nothing') continue;
    const name = word.replace(/^no-/, '');
    if (!KNOWN.has(name)) throw new Error(`${at}: "${word}" is no effect`);
    if (stated.get(name) === (word !== name)) throw new Error(`${at}: "${name}" is stated and denied`);
    stated.set(name, word === name);
  }
  if (all.includes('nothing') && all.length > 1) throw new Error(`${at}: "nothing" stands alone`);
  if (all.includes('only')) for (const name of DENIED) if (!stated.has(name)) stated.set(name, false);
  return toEffects((name) => stated.get(name));
}

function toEffects(of: (name: string) => boolean | undefined): AtipEffects {
  const filesystem = defined({ read: of('reads'), write: of('writes'), delete: of('deletes') });
  const irreversible = of('irreversible');
  return defined({
    filesystem: Object.keys(filesystem).length > 0 ? filesystem : undefined,
    network: of('network'),
    subprocess: of('runs'),
    idempotent: of('idempotent'),
    reversible: irreversible === undefined ? undefined : !irreversible,
    destructive: of('destructive'),
    interactive: of('prompts') === undefined ? undefined : defined({ prompts: of('prompts') }),
    cost: of('billable') === undefined ? undefined : defined({ billable: of('billable') }),
    'x-runs': of('names-program') ? 'call' : undefined,
    'x-sends': of('sends') === undefined ? undefined : of('sends') ? 'given' : 'none',
    'x-reveals': of('reveals') ? 'credentials' : undefined,
    'x-privilege': of('root') ? 'root' : undefined,
  });
}

type Defined<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };

/** Without the fields that have no value: an absent effect is unknown. */
function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  // Object.entries forgets which key has which value.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;
}

/** See `aboutOptions`. */
const ABOUT = new Set(['--help', '--version', '-help', '-version', '--usage', '-?', '-h/--help']);

/** How the options of the sources are built. */
export interface OptionChanges {
  readonly omit?: readonly string[] | undefined;
  readonly only?: readonly string[] | undefined;
  readonly options?: Readonly<Record<string, Partial<AtipOption>>> | undefined;
}

/**
 * The options of a command as its shim has them: fields set by hand, what is of no use left out, each flag once.
 *
 * @param lists of the sources, the first counts where two have a flag
 * @param at names the command, for messages
 * @param fail is told of a change to an option that is not there
 */
export function buildOptions(
  lists: readonly (readonly AtipOption[])[],
  { omit = [], only, options = {} }: OptionChanges,
  at: string,
  fail: Fail,
): AtipOption[] {
  const merged = withoutRepeats(lists.flat());
  const left = new Map(Object.entries(options));
  const changed = merged.map((option) => {
    let patched = option;
    for (const flag of option.flags) {
      // The help takes several options for one: the rest of its flags may be options of their own.
      if (!patched.flags.includes(flag)) continue;
      patched = change(patched, left.get(flag));
      left.delete(flag);
    }
    return patched;
  });
  const added = [...left].flatMap(([flag, option]) => newOption(flag, option, at, fail));
  // One that is stated by hand stays: `gem install --version 2.4` is no question about gem.
  const isAbout = (flag: string): boolean => ABOUT.has(flag) && !Object.hasOwn(options, flag);
  const all = [...added, ...changed].filter(({ flags }) => !flags.some(isAbout));
  if (only) {
    return only.flatMap((flag) => {
      const found = all.find(({ flags }) => flags.includes(flag));
      if (found === undefined) fail(`${at} has no option ${flag}`);
      return found ?? [];
    });
  }
  const omitted = new Set(omit);
  return all.filter(({ flags }) => !flags.some((flag) => omitted.has(flag)));
}

/** Values that the source listed go with the type that had them: a text of curl's `--cookie` is not "data" or "filename". */
function change(option: AtipOption, fields: Partial<AtipOption> = {}): AtipOption {
  const { enum: _values, ...rest } = option;
  return { ...(fields.type === undefined || fields.type === 'enum' ? option : rest), ...fields };
}

function newOption(
  flag: string,
  { flags = [flag], ...given }: Partial<AtipOption>,
  at: string,
  fail: Fail,
): AtipOption[] {
  const { name = (flags.at(-1) ?? flag).replace(/^-+/, ''), type, description } = given;
  if (type !== undefined && description !== undefined) return [{ ...given, name, flags, type, description }];
  fail(`${at} has no option ${flag} to change`);
  return [];
}

function withoutRepeats(options: readonly AtipOption[]): AtipOption[] {
  const [flags, names] = [new Set<string>(), new Set<string>()];
  return options.flatMap((option) => {
    const own = option.flags.filter((flag) => !flags.has(flag));
    if (own.length < option.flags.length || names.has(option.name)) return [];
    for (const flag of own) flags.add(flag);
    names.add(option.name);
    return [option];
  });
}

/** A runnable command and the words after the tool's name that it has. */
export interface PlacedCommand {
  readonly path: readonly string[];
  readonly command: AtipCommand;
}

/** The objects of some words, for groups, which sources describe by their commands. */
const GROUP = 'Commands of';

/** The tree of commands; one that has others below it stands among these as "". Groups say only what they are of. */
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
      tree[name] = {
        description: `${GROUP} ${here.join(' ')}`,
        ...(aliases && { 'x-aliases': aliases }),
        commands: placeCommands(all, here),
      };
    }
  }
  return tree;
}
