import { aliasesOf } from '../commands/name-command.ts';
import { type Parameter, parametersOf } from '../commands/parameters.ts';
import type { AtipCommand, AtipOption, AtipTool, FlatCommand } from '../types/tool.ts';
import { byPath } from './diff-tools.ts';

type OptionParameter = Extract<Parameter, { kind: 'option' }>;

/** The way the installed program was read; a framework knows more than a help text shows. */
export type DriftReading = 'framework' | 'help';

export interface DriftSettings {
  readonly by: DriftReading;
  /** Paths of commands that could not be read; their parameters are not compared. */
  readonly silent?: readonly (readonly string[])[];
  /** Compare descriptions too. Absent: no, since sources word one thing in many ways. */
  readonly descriptions?: boolean;
}

/** One fact that differs between a document and the installed program. */
export interface Drift {
  /**
   * `undocumented`: only the program has it. `gone`: only the document has it. `differs`: both have it, but
   * differently.
   */
  readonly kind: 'undocumented' | 'gone' | 'differs';
  readonly path: readonly string[];
  /** A flag or the name of an argument. Absent: the command itself. */
  readonly name?: string;
  readonly field?: 'aliases' | 'flags' | 'type' | 'choices' | 'required' | 'variadic' | 'name' | 'description';
  /** For a person. */
  readonly message: string;
  /**
   * Words that a help text does not name but the program may know: flags, or the last word of a command. The drift
   * counts only when the program refuses one of them. Absent: the reading is certain.
   */
  readonly asks?: readonly string[];
}

export interface DriftReport {
  readonly differences: readonly Drift[];
  /** Commands that both have and that were compared. */
  readonly compared: number;
  /** Facts that this reading cannot know and did not compare, as sentences. */
  readonly untold: readonly string[];
}

/** Options that frameworks add to every command. */
const BUILT_IN: readonly string[] = ['--help', '--version'];
/** Types that mean only "a text"; sources fall back to them. */
const ANY_TEXT: readonly string[] = ['string', 'file', 'directory', 'url'];

const UNTOLD_BY_HELP = [
  'A help text is not sure about what is required or may be repeated, about choices, and about the names of arguments and types.',
  'It may leave out what is hidden or deprecated.',
];

/**
 * Compares a document with the installed program: commands, aliases, options, arguments. Facts that a help text cannot
 * show are no drift; `untold` lists them once.
 *
 * @throws AtipValidationError when one of them cannot be compiled
 */
export function findDrift(document: AtipTool, installed: AtipTool, settings: DriftSettings): DriftReport {
  const [told, real] = [byPath(document), byPath(installed)];
  const differences: Drift[] = [];
  const silent = new Set((settings.silent ?? []).map((path) => JSON.stringify(path)));
  const globals: Globals = { met: new Set(), missed: new Map() };
  let [compared, unread] = [0, 0];
  for (const [id, command] of real) {
    const known = told.get(id);
    if (known === undefined) differences.push(...undocumented(command, told));
    else if (silent.has(id)) unread += 1;
    else {
      compared += 1;
      differences.push(...compareCommand(known, command, settings, globals));
    }
  }
  const isUnread = ({ path }: FlatCommand): boolean =>
    path.some((_word, at) => silent.has(JSON.stringify(path.slice(0, at))));
  for (const [id, command] of told)
    if (
      !real.has(id) &&
      !isGroupOf(command.path, real) &&
      !isUnread(command) &&
      !mayBeLeftOut(command.metadata, settings.by)
    )
      differences.push({
        ...{ kind: 'gone', path: command.path, message: 'The program has no such command.' },
        ...asking(command.path.slice(-1), settings.by),
      });
  for (const [id, drift] of globals.missed) if (!globals.met.has(id)) differences.push(drift);
  const untold = [
    ...(settings.by === 'help' ? UNTOLD_BY_HELP : []),
    ...(unread > 0
      ? [`Commands that do not answer for themselves: ${unread}. Their parameters were not compared.`]
      : []),
  ];
  return { differences: onceEach(differences), compared, untold };
}

/** Global options show up in each command; keeps one drift for each. */
function onceEach(drifts: readonly Drift[]): Drift[] {
  return [...new Map(drifts.map((drift) => [JSON.stringify(drift), drift])).values()];
}

function asking(words: readonly string[], by: DriftReading): Pick<Drift, 'asks'> {
  return by === 'help' ? { asks: words } : {};
}

type ByPath = ReadonlyMap<string, FlatCommand>;

/** A command that the document has under an alias is not new. */
function undocumented({ path, metadata }: FlatCommand, told: ByPath): Drift[] {
  const last = path.at(-1);
  const isAlias = [...told.values()].some(
    (known) => sameGroup(known.path, path) && last !== undefined && aliasesOf(known.metadata).includes(last),
  );
  if (isAlias || isGroupOf(path, told)) return [];
  if (metadata['x-deprecated'] === true || path.at(-1) === 'help') return [];
  return [{ kind: 'undocumented', path, message: 'The document has no such command.' }];
}

function sameGroup(path: readonly string[], other: readonly string[]): boolean {
  return path.length === other.length && path.slice(0, -1).every((word, at) => word === other[at]);
}

/** True for a group that only one side can call by itself; its commands are compared one by one. */
function isGroupOf(path: readonly string[], others: ByPath): boolean {
  return [...others.values()].some(
    ({ path: other }) => other.length > path.length && path.every((word, at) => word === other[at]),
  );
}

function mayBeLeftOut(metadata: AtipCommand | AtipOption, by: DriftReading): boolean {
  return by === 'help' && metadata['x-deprecated'] === true;
}

function compareCommand(told: FlatCommand, real: FlatCommand, settings: DriftSettings, globals: Globals): Drift[] {
  const { path } = real;
  const drifts: Drift[] = [];
  const [known, has] = [aliasesOf(told.metadata), aliasesOf(real.metadata)];
  const added = has.filter((alias) => !known.includes(alias));
  // A help text without aliases does not prove that the program has no alias.
  const lost = settings.by === 'framework' ? known.filter((alias) => !has.includes(alias)) : [];
  if (added.length > 0) drifts.push(differs(path, undefined, 'aliases', `It is also called ${added.join(', ')}.`));
  if (lost.length > 0) drifts.push(differs(path, undefined, 'aliases', `It is no longer called ${lost.join(', ')}.`));
  if (settings.descriptions === true && told.metadata.description !== real.metadata.description)
    drifts.push(differs(path, undefined, 'description', 'It is described otherwise.'));
  return [...drifts, ...compareOptions(told, real, settings, globals), ...compareArguments(told, real, settings)];
}

/** Global options, each searched in every command: one hit is enough. */
interface Globals {
  readonly met: Set<string>;
  readonly missed: Map<string, Drift>;
}

function compareOptions(told: FlatCommand, real: FlatCommand, settings: DriftSettings, globals: Globals): Drift[] {
  const { path } = real;
  const [known, has] = [optionsOf(told), optionsOf(real)];
  const drifts: Drift[] = [];
  const met = new Set<OptionParameter>();
  const miss = (option: OptionParameter, kind: 'undocumented' | 'gone', message: string): void => {
    const asks = kind === 'gone' ? asking(flagsOf(option), settings.by) : {};
    const drift: Drift = { kind, path: option.global ? [] : path, name: nameOf(option), message, ...asks };
    if (option.global) globals.missed.set(`${kind} ${nameOf(option)}`, drift);
    else drifts.push(drift);
  };
  for (const option of has) {
    const match = sameOption(option, known);
    if (match === undefined) {
      if (option.source['x-deprecated'] !== true) miss(option, 'undocumented', 'The document has no such option.');
      continue;
    }
    met.add(match);
    globals.met.add(`undocumented ${nameOf(option)}`).add(`gone ${nameOf(match)}`);
    drifts.push(...compareOption(option.global ? [] : path, match, option, settings));
  }
  for (const option of known)
    if (!met.has(option) && !mayBeLeftOut(option.source, settings.by))
      miss(option, 'gone', 'The program has no such option.');
  return drifts;
}

/** Of several options that share a flag, the one in the same place: `git -C` is not the `-C` of `git diff`. */
function sameOption(option: OptionParameter, known: readonly OptionParameter[]): OptionParameter | undefined {
  const sharing = known.filter((other) => flagsOf(other).some((flag) => flagsOf(option).includes(flag)));
  const isLong = (flag: string): boolean => flag.startsWith('--') && flagsOf(option).includes(flag);
  return sharing.find(({ global }) => global === option.global) ?? sharing.find((other) => flagsOf(other).some(isLong));
}

function optionsOf(command: FlatCommand): OptionParameter[] {
  return parametersOf(command).flatMap((parameter) =>
    parameter.kind === 'option' && !flagsOf(parameter).some((flag) => BUILT_IN.includes(flag)) ? [parameter] : [],
  );
}

function flagsOf({ source }: OptionParameter): readonly string[] {
  return source.flags ?? [];
}

function nameOf({ source }: OptionParameter): string {
  return source.flags?.find((flag) => flag.startsWith('--')) ?? source.flags?.[0] ?? source.name;
}

function compareOption(
  path: readonly string[],
  told: OptionParameter,
  real: OptionParameter,
  settings: DriftSettings,
): Drift[] {
  const name = nameOf(real);
  const drifts: Drift[] = [];
  const add = (field: Drift['field'], message: string): void => {
    drifts.push(differs(path, name, field, message));
  };
  const added = flagsOf(real).filter((flag) => !flagsOf(told).includes(flag));
  const lost = flagsOf(told).filter((flag) => !flagsOf(real).includes(flag));
  if (added.length > 0) add('flags', `The program writes it ${added.join(', ')} too.`);
  const message = `The program does not know ${lost.join(', ')}.`;
  if (lost.length > 0) drifts.push({ ...differs(path, name, 'flags', message), ...asking(lost, settings.by) });
  if (settings.by === 'framework' && told.source.name !== real.source.name)
    add('name', `The document calls it ${told.source.name}, the program ${real.source.name}.`);
  return [...drifts, ...compareValue(path, name, told, real, settings)];
}

/** Compares the values of two parameters, as far as the reading knows them. */
function compareValue(
  path: readonly string[],
  name: string,
  told: Parameter,
  real: Parameter,
  { by, descriptions }: DriftSettings,
): Drift[] {
  const [was, is] = [told.source, real.source];
  const drifts: Drift[] = [];
  const add = (field: Drift['field'], message: string): void => {
    drifts.push(differs(path, name, field, message));
  };
  // A choice among flags is one option to the document, and several to the program.
  const isChoice = told.kind === 'option' && told.source['x-choice'] === true;
  if (!isChoice && isOtherType(was.type, is.type, by))
    add('type', `It is ${is.type} and the document says ${was.type}.`);
  if (is.enum !== undefined && was.enum !== undefined) {
    const [added, lost] = [
      is.enum.filter((one) => !was.enum?.includes(one)),
      was.enum.filter((one) => !is.enum?.includes(one)),
    ];
    if (added.length > 0) add('choices', `It takes ${added.join(', ')} too.`);
    if (lost.length > 0) add('choices', `It does not take ${lost.join(', ')}.`);
  }
  // A help text writes `<data|filename>` for choices and for names of a value, and usage lines omit repetition marks.
  if (by === 'framework') {
    if (is.enum !== undefined && was.enum === undefined)
      add('choices', `It takes one of ${is.enum.join(', ')}, and the document lets everything through.`);
    if (is.enum === undefined && was.enum !== undefined) add('choices', 'The document names choices, and it has none.');
    if (told.required !== real.required) add('required', real.required ? 'It is required.' : 'It is not required.');
    if (isMany(was) !== isMany(is)) add('variadic', isMany(is) ? 'It takes several values.' : 'It takes one value.');
  }
  if (descriptions === true && was.description !== is.description) add('description', 'It is described otherwise.');
  return drifts;
}

function isMany({ type, variadic }: Parameter['source'] & { readonly variadic?: unknown }): boolean {
  return type === 'array' || variadic === true;
}

/** A help text only shows for certain whether an option takes a value. */
function isOtherType(told: string, real: string, by: DriftReading): boolean {
  if (told === real) return false;
  if (told === 'boolean' || real === 'boolean') return true;
  if (by === 'help' || ANY_TEXT.includes(real)) return false;
  return told !== 'array' && real !== 'array' && told !== 'enum' && real !== 'enum';
}

function compareArguments(told: FlatCommand, real: FlatCommand, settings: DriftSettings): Drift[] {
  const { path } = real;
  const [known = [], has = []] = [told, real].map((command) =>
    parametersOf(command).filter(({ kind }) => kind === 'argument'),
  );
  const same = (one: Parameter, other: Parameter): boolean => plain(one) === plain(other);
  const [added, lost] = [
    has.filter((one) => !known.some((other) => same(one, other))),
    known.filter((one) => !has.some((other) => same(one, other))),
  ];
  const drifts = has.flatMap((one) => {
    const match = known.find((other) => same(one, other));
    return match ? compareValue(path, one.source.name, match, one, settings) : [];
  });
  // In a help text, the rest on both sides may be the same arguments under other names.
  if (settings.by === 'help' && added.length > 0 && lost.length > 0) return drifts;
  const missing = added.map(
    ({ source }): Drift => ({
      kind: 'undocumented',
      path,
      name: source.name,
      message: 'The document has no such argument.',
    }),
  );
  const gone = lost.map(
    ({ source }): Drift => ({ kind: 'gone', path, name: source.name, message: 'The program has no such argument.' }),
  );
  return [...drifts, ...missing, ...gone];
}

/** Removes the marks of different sources, to compare `FILE`, `<file>` and `file-name`. */
function plain({ source }: Parameter): string {
  return source.name.toLowerCase().replace(/[^a-z\d]/g, '');
}

function differs(path: readonly string[], name: string | undefined, field: Drift['field'], message: string): Drift {
  return { kind: 'differs', path, ...(name !== undefined && { name }), ...(field !== undefined && { field }), message };
}
