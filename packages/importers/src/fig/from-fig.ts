import { finishTool, type Imported, type ImportHints } from '../document/finish-tool.ts';
import {
  CODE,
  createLosses,
  type Fields,
  hasControl,
  listOf,
  type LoseForeign,
  type LoseOf,
  type LossTexts,
  marksOf,
  readForeign,
  recordsOf,
  relationsOf,
  textOf,
  textsOf,
} from '../document/foreign-data.ts';
import { type Branch, growTree } from '../document/grow-tree.ts';
import type { AtipArgument, AtipEffects, AtipOption, AtipParamType } from '@atip/core';
import { isRecord } from '@atip/core/internal';

/** Losses: facts of a Fig specification that have no place in ATIP. */
const FIG_LOSSES = {
  'import-lost-command': ['warning', 'a subcommand without a name of its own is left out.'],
  'import-lost-option': ['warning', 'an option without a spelling that can be typed is left out.'],
  'import-lost-generator': ['info', 'the values come from code or from another program, so any text is allowed.'],
  'import-lost-load': ['warning', 'a part that is in another specification, or made by code, is missing.'],
  'import-lost-values': ['warning', 'an option that takes several values is left out.'],
  'import-lost-value-text': ['info', 'what single values mean is left out.'],
  'import-lost-directive': ['info', 'how the program reads its command line is left out.'],
} satisfies LossTexts;

type Lose = LoseOf<typeof FIG_LOSSES>;
type LoseAt = (code: Parameters<Lose>[0], path: string) => void;

function isProgram(arg: Fields): boolean {
  return arg['isCommand'] === true || arg['isScript'] === true || arg['isModule'] === true;
}

/** Fig hides deprecated parts, and rarely marks them. */
function isDiscouraged({ hidden, deprecated }: Fields): boolean {
  return hidden === true || (deprecated !== undefined && deprecated !== null && deprecated !== false);
}

/** The caller's facts about a Fig specification. */
export interface FigHints extends ImportHints {
  /** Returns the specification of a `loadSpec`, or `undefined`. Absent: none is known. */
  readonly load?: (name: string) => unknown;
  /** This specification's name for `load`, also used when it has none itself. Absent: unknown. */
  readonly file?: string;
  /** True: a tool larger than a document is converted completely, for splitting. Absent: it is cut, with an issue. */
  readonly whole?: boolean;
}

/**
 * Converts Fig's completion specification (`@withfig/autocomplete`) to an ATIP document; functions are ignored.
 *
 * Shape: `{ name: "rm", options: [{ name: ["-f", "--force"], isDangerous: true }], args: { template: "filepaths" } }` →
 * a tool `rm` with the option `force`, destructive when given, and one argument of type `file`. A group with parameters
 * gets a `""` child. Fig marks danger and never harmlessness, so no effect is ever false. Trust is `community`: a third
 * of the flags of popular tools are missing or of another version.
 *
 * Lossy, each with an issue that counts: generators, code, options of several values, values with descriptions, parser
 * directives, and specifications that `load` does not know. Silent: icons, priorities and insertion texts.
 * Limits: 500,000 values or 4 MiB of text, 40 levels of commands. Never throws.
 * @example
 * ```ts
 * import { fromFig } from '@atip/importers';
 * fromFig({ name: 'rm', options: [{ name: ['-f', '--force'], isDangerous: true }] }).tool.name; // 'rm'
 * ```
 */
export function fromFig(spec: unknown, hints: FigHints = {}): Imported {
  const losses = createLosses(FIG_LOSSES);
  const { root, join } = openSpecs(spec, hints, losses.lose);
  const { description, ...tree } = growTree<FigSource>(root, {
    namesOf: ({ spec: { name } }) => textsOf(name),
    read: (source, pointer) => readBranch(join(source, pointer), pointer, losses.lose),
    lose: losses.lose,
    whole: hints.whole,
  });
  const name = hints.name ?? executableName(root.spec, hints.file ?? '');
  const version = hints.version ?? '';
  const trust = { source: 'community' } as const;
  return finishTool({ name, version, description, trust, ...tree }, losses.issues(), hints.whole);
}

/** The name to type: specifications of scoped packages have the package's name. */
function executableName({ name }: Fields, file: string): string {
  const [stated = file] = textsOf(name);
  return stated.split('/').at(-1) || file;
}

interface FigSource {
  readonly spec: Fields;
  /** Names and originals of the specifications above; a repeated one is not followed. */
  readonly above: readonly unknown[];
}

interface FigSpecs {
  readonly root: FigSource;
  /** The specification of a node's `loadSpec`, under the node's own name. @param pointer of the command, for losses */
  readonly join: (source: FigSource, pointer: string) => FigSource;
}

const MAX_VALUES = 2_000_000;
/** Most values read in one import, including all joined specifications; large tools need a tenth. */
const MAX_JOINS = 20_000;

/** Opens a foreign specification. Each loaded specification is copied once. */
function openSpecs(value: unknown, { file, load }: FigHints, lose: LoseAt): FigSpecs {
  const loseAtRoot: LoseForeign = (code) => lose(code, '');
  const copied = readForeign(value, MAX_VALUES, loseAtRoot);
  const root = isRecord(copied) ? copied : {};
  const known = new Map<unknown, Fields>();
  let joins = 0;
  const read = (target: string): { readonly original: unknown; readonly spec: Fields } | undefined => {
    const original = attempt(load, target);
    if (!isRecord(original)) return undefined;
    const earlier = known.get(original);
    if (earlier) return { original, spec: earlier };
    const copy = readForeign(original, MAX_VALUES, loseAtRoot);
    if (!isRecord(copy)) return undefined;
    known.set(original, copy);
    return { original, spec: copy };
  };
  const join = (source: FigSource, pointer: string): FigSource => {
    const { spec: stub, above } = source;
    const target = stub['loadSpec'];
    if (stub['generateSpec'] === CODE || target === CODE) lose('import-lost-load', pointer);
    if (isRecord(target)) return { spec: withName({ ...stub, ...target }, stub), above };
    const name = textOf(target);
    if (name === '') return source;
    const loaded = above.includes(name) || joins >= MAX_JOINS ? undefined : read(name);
    if (loaded === undefined || above.includes(loaded.original)) {
      lose('import-lost-load', pointer);
      return source;
    }
    joins += 1;
    const description = textOf(stub['description']) || loaded.spec['description'];
    const spec = withName({ ...stub, ...loaded.spec, description }, stub);
    return { spec, above: [...above, name, loaded.original] };
  };
  return { root: { spec: root, above: [value, ...(file === undefined ? [] : [file])] }, join };
}

/** Keeps a stub's danger when its full specification is loaded. */
function withName(spec: Fields, stub: Fields): Fields {
  return { ...spec, name: stub['name'], ...(stub['isDangerous'] === true && { isDangerous: true }) };
}

/** The result of a caller's function; if it throws, the specification is unknown. */
function attempt(load: FigHints['load'], name: string): unknown {
  try {
    return load?.(name);
  } catch {
    return undefined;
  }
}

/** Reads one node of a specification. @param pointer of the command, for losses */
function readBranch({ spec, above }: FigSource, pointer: string, lose: LoseAt): Branch<FigSource> {
  const loseHere: Lose = (code) => lose(code, pointer);
  const args = readArguments(spec, loseHere);
  const { own, persistent } = readOptions(spec, loseHere);
  const effects = effectsOf(spec);
  const marks = marksOf(textsOf(spec['name']).slice(1), isDiscouraged(spec));
  if (spec['parserDirectives'] !== undefined) loseHere('import-lost-directive');
  return {
    command: {
      description: textOf(spec['description']),
      ...(args.length > 0 && { arguments: args }),
      ...(own.length > 0 && { options: own }),
      ...(endsOptions(spec) && { 'x-end-of-options': true }),
      ...(Object.keys(effects).length > 0 && { effects }),
      ...marks,
    },
    group: { ...marks, ...(spec['isDangerous'] === true && { effects: { destructive: true } }) },
    persistent,
    ...(spec['requiresSubcommand'] === true && { runs: false }),
    children: recordsOf(spec['subcommands']).map((child) => ({ spec: child, above })),
  };
}

/** Fig marks danger, and arguments that are programs to run; it never marks harmlessness. */
function effectsOf(spec: Fields): AtipEffects {
  const args = recordsOf(spec['args']);
  const isDangerous = [spec, ...args].some((node) => node['isDangerous'] === true);
  const runs = args.some(isProgram);
  return { ...(isDangerous && { destructive: true }), ...(runs && { subprocess: true }) };
}

/** A flag: a word with a leading sign. Some options of the corpus are plain words, which are positionals. */
const SIGNED = /^[-+]/;

/** The options of a command, separated from those that all commands below inherit. */
function readOptions(spec: Fields, lose: Lose): { readonly own: AtipOption[]; readonly persistent: AtipOption[] } {
  const own: AtipOption[] = [];
  const persistent: AtipOption[] = [];
  for (const option of recordsOf(spec['options'])) {
    if (isWord(option)) continue;
    const flags = flagsOf(option);
    // With only its first value it would take the next word for the second.
    if (recordsOf(option['args']).length > 1) lose('import-lost-values');
    else if (flags.length > 0)
      (option['isPersistent'] === true ? persistent : own).push(readOption(option, flags, lose));
    else if (!textsOf(option['name']).includes('--')) lose('import-lost-option');
  }
  return { own, persistent };
}

/** True if an option of Fig is a required plain word. */
function isWord(option: Fields): boolean {
  const flags = flagsOf(option);
  return option['isRequired'] === true && !flags.some((flag) => SIGNED.test(flag));
}

/** True if Fig lists `--` among the options, which then ends options. */
function endsOptions(spec: Fields): boolean {
  return recordsOf(spec['options']).some((option) => textsOf(option['name']).includes('--'));
}

function readOption(option: Fields, flags: string[], lose: Lose): AtipOption {
  const args = recordsOf(option['args']);
  const [arg] = args;
  const named = flags.find((flag) => flag.startsWith('--') && flag.length > 2) ?? flags[0] ?? '';
  const value = arg ? readValues(arg, lose) : { type: 'boolean' as const };
  const repeats = arg !== undefined && (option['isRepeatable'] !== undefined || arg['isVariadic'] === true);
  const separator = option['requiresSeparator'] ?? option['requiresEquals'];
  const effects = optionEffectsOf(option, args);
  return {
    name: named.replace(/^[-+]+/, '') || named,
    flags,
    description: textOf(option['description']),
    ...value,
    ...(repeats && option['isRepeatable'] !== false && { type: 'array' as const }),
    ...(option['isRequired'] === true && { required: true }),
    ...((separator === true || separator === '=') && { 'x-value-style': 'equals' as const }),
    ...(Object.keys(effects).length > 0 && { 'x-effects': effects }),
    ...(isDiscouraged(option) && { 'x-deprecated': true }),
    ...relationsOf(textsOf(option['exclusiveOn']), textsOf(option['dependsOn'])),
  };
}

/**
 * The effects when the option is given. One dangerous value makes the option dangerous, because the value is unknown
 * here.
 */
function optionEffectsOf(option: Fields, args: readonly Fields[]): AtipEffects {
  const values = args.flatMap((arg) => listOf(arg['suggestions'])).filter(isRecord);
  const isDangerous = [option, ...args, ...values].some((node) => node['isDangerous'] === true);
  return { ...(isDangerous && { destructive: true }), ...(args.some(isProgram) && { subprocess: true }) };
}

/** Its spellings as flags: `--name=` is the flag `--name`, `-o, --out` are two. */
function flagsOf(option: Fields): string[] {
  const flags = textsOf(option['name']).flatMap((flag) => flag.split(/,\s+/));
  return textsOf(flags.map((flag) => flag.replace(/=$/, ''))).filter((flag) => flag !== '--' && !hasControl(flag));
}

/** The positional arguments of a command, including required options without a dash. */
function readArguments(spec: Fields, lose: Lose): AtipArgument[] {
  const own = recordsOf(spec['args']).map((arg, index) => readArgument(arg, `argument${index + 1}`, lose));
  const words = recordsOf(spec['options']).filter(isWord);
  const more = words.map((option): AtipArgument => {
    const [arg = {}] = recordsOf(option['args']);
    const [name = ''] = textsOf(option['name']);
    const harmful = option['isDangerous'] === true && { 'x-effects': { destructive: true } };
    return { ...readArgument(arg, '', lose), name, description: textOf(option['description']), ...harmful };
  });
  return [...own, ...more];
}

function readArgument(arg: Fields, fallback: string, lose: Lose): AtipArgument {
  return {
    name: textOf(arg['name']) || fallback,
    description: textOf(arg['description']),
    ...readValues(arg, lose),
    ...(arg['isOptional'] === true && { required: false }),
    ...(arg['isVariadic'] === true && { variadic: true }),
  };
}

/** Reads an argument's values. Suggestions are complete only if nothing else adds to them. */
function readValues(
  arg: Fields,
  lose: Lose,
): { readonly type: AtipParamType; readonly default?: string; readonly enum?: string[] } {
  const templates = listOf(arg['template']);
  const preset = textOf(arg['default']);
  const shown = preset === '' ? {} : { default: preset };
  if (arg['generators'] !== undefined || arg['loadSpec'] !== undefined) lose('import-lost-generator');
  if (templates.includes('filepaths')) return { type: 'file', ...shown };
  if (templates.includes('folders')) return { type: 'directory', ...shown };
  const suggestions = listOf(arg['suggestions']);
  if (suggestions.some(hasText)) lose('import-lost-value-text');
  const open = arg['generators'] !== undefined || templates.length > 0;
  const values = open ? [] : textsOf(suggestions.flatMap(namesOfSuggestion));
  return values.length > 0 ? { type: 'enum', ...shown, enum: values } : { type: 'string', ...shown };
}

function namesOfSuggestion(suggestion: unknown): readonly unknown[] {
  return isRecord(suggestion) ? listOf(suggestion['name']).slice(0, 1) : [suggestion];
}

function hasText(suggestion: unknown): boolean {
  return isRecord(suggestion) && textOf(suggestion['description']) !== '';
}
