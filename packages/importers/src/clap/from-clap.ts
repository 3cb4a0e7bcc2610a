import { finishTool, type Imported, type ImportHints } from '../document/finish-tool.ts';
import {
  type Fields,
  isTyped,
  listOf,
  type LoseOf,
  type LossTexts,
  marksOf,
  openForeign,
  recordsOf,
  relationsOf,
  scalarOf,
  textOf,
  textsOf,
  wordsOf,
} from '../document/foreign-data.ts';
import { type Branch, growTree } from '../document/grow-tree.ts';
import { statedValue } from '../help/value-facts.ts';
import type { AtipArgument, AtipOption, AtipParamType } from '@atip/core';
import { isRecord } from '@atip/core/internal';

/** Losses: facts of a command of clap that have no place in ATIP. */
const CLAP_LOSSES = {
  'import-lost-option': ['warning', 'an argument without a spelling that can be typed is left out.'],
  'import-lost-values': ['warning', 'an option that takes several values at once is left out.'],
  'import-lost-value-text': ['info', 'what single values mean is left out.'],
  'import-lost-relation': ['info', 'a condition between arguments is left out; the program checks it.'],
  'import-lost-dash': ['info', 'that "--" has to stand before an argument is left out.'],
} satisfies LossTexts;

type Lose = LoseOf<typeof CLAP_LOSSES>;

/**
 * Converts a `clap::Command` in JSON to an ATIP document. Clap itself writes no JSON, so the names are those of its
 * builder, or of its getters: `long`, `get_long`; `required`, `is_required_set`.
 *
 * Shape: `{ name, version, about, long_about, visible_aliases, hide, subcommand_required, args: Arg[], subcommands:
 * Command[] }`, and `Arg` = `{ id, short, long, visible_aliases, visible_short_aliases, help, long_help, value_names,
 * value_hint, value_parser, action, num_args, default_values, possible_values, env, required, global, hide, last,
 * require_equals, value_delimiter, conflicts_with, requires }`, all optional except the name and the id. `action` is
 * `Set`, `Append`, `SetTrue`, `SetFalse` or `Count`; absent, an option with a value's name takes one, and another is a
 * switch. `num_args` is a number, `[least, most]`, or a range in Rust's form, `"1.."`. `possible_values` are texts,
 * or `{ name, help }`. Trust is `community`.
 *
 * Programs that use `clap_usage` print a usage specification instead, which `fromUsage` reads. Limits: 2,000,000
 * values, 40 levels of commands. Never throws.
 * @example
 * ```ts
 * import { fromClap } from '@atip/importers';
 * fromClap({ name: 'tidy', args: [{ id: 'force', long: 'force', action: 'SetTrue' }] }).tool.name; // 'tidy'
 * ```
 */
export function fromClap(command: unknown, hints: ImportHints = {}): Imported {
  const { data, lose, issues } = openForeign(command, CLAP_LOSSES);
  const root = plainNames(isRecord(data) ? data : {});
  const { description, ...tree } = growTree<Fields>(root, {
    namesOf: (one) => [textOf(one['name']), ...aliasesOf(one)],
    read: (one, pointer) => readBranch(one, (code) => lose(code, pointer)),
    lose,
  });
  const name = hints.name ?? (textOf(root['bin_name']) || textOf(root['name']));
  const version = hints.version ?? textOf(root['version']);
  const facts = { description, trust: { source: 'community' }, 'x-end-of-options': true } as const;
  return finishTool({ name, version, ...facts, ...tree }, issues());
}

/** Converts getters' names to the builder's: `get_long` and `is_required_set` → `long` and `required`. */
function plainNames(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key.replace(/^(?:get|is)_/, '').replace(/_set$/, ''), value]),
  );
}

function aliasesOf(fields: Fields): string[] {
  return textsOf(
    ['visible_alias', 'visible_aliases', 'alias', 'aliases', 'all_aliases'].flatMap((key) => listOf(fields[key])),
  );
}

function readBranch(command: Fields, lose: Lose): Branch<Fields> {
  const args = [...recordsOf(command['args']), ...recordsOf(command['arguments'])].map(plainNames);
  const isFlagged = ({ short, long }: Fields): boolean => textOf(short) !== '' || textOf(long) !== '';
  const options = args
    .filter((arg) => isFlagged(arg) && !/^(?:Help|Version)/.test(textOf(arg['action'])))
    .flatMap((arg) => readOption(arg, args, lose).map((option) => ({ option, isGlobal: arg['global'] === true })));
  const positional = args.filter((arg) => !isFlagged(arg)).toSorted((one, other) => indexOf(one) - indexOf(other));
  const own = options.filter(({ isGlobal }) => !isGlobal).map(({ option }) => option);
  const values = positional.map((arg, at) => readArgument(arg, at, lose));
  const marks = marksOf(aliasesOf(command), command['hide'] === true);
  const about = textOf(command['about']) || textOf(command['long_about']);
  return {
    command: {
      description: about,
      ...(values.length > 0 && { arguments: values }),
      ...(own.length > 0 && { options: own }),
      ...marks,
    },
    group: marks,
    persistent: options.filter(({ isGlobal }) => isGlobal).map(({ option }) => option),
    ...(command['subcommand_required'] === true && { runs: false }),
    children: recordsOf(command['subcommands']).map(plainNames),
  };
}

function indexOf({ index }: Fields): number {
  return typeof index === 'number' ? index : Number.MAX_SAFE_INTEGER;
}

function readOption(arg: Fields, all: readonly Fields[], lose: Lose): AtipOption[] {
  const shorts = [arg['short'], ...listOf(arg['visible_short_aliases']), ...listOf(arg['short_aliases'])];
  const spelled = [
    ...textsOf(shorts).map((short) => (short.startsWith('-') ? short : `-${short}`)),
    ...textsOf([arg['long'], ...aliasesOf(arg)]).map((long) => (long.startsWith('-') ? long : `--${long}`)),
  ];
  const flags = spelled.filter(isTyped);
  const [first] = flags;
  if (first === undefined) {
    lose('import-lost-option');
    return [];
  }
  const { least, most } = countOf(arg);
  if (least > 1) {
    lose('import-lost-values');
    return [];
  }
  const action = textOf(arg['action']);
  const isSwitch = /^Set(?:True|False)$/.test(action) || (action === '' && most === 0);
  const repeats = action === 'Append' || (most > 1 && action !== 'Count');
  const delimiter = textOf(arg['value_delimiter']);
  const takesValue = !isSwitch && action !== 'Count';
  const env = textOf(arg['env']);
  const preset = takesValue ? presetOf(arg, repeats || delimiter !== '') : {};
  return [
    {
      name: textOf(arg['long']).replace(/^--/, '') || textOf(arg['id']) || first.replace(/^--?/, ''),
      flags,
      description: textOf(arg['help']) || textOf(arg['long_help']),
      ...(takesValue ? readValues(arg, lose) : isSwitch ? { type: 'boolean' } : { type: 'integer', 'x-count': true }),
      ...(takesValue && (repeats || delimiter !== '') && { type: 'array' }),
      ...(takesValue && !repeats && delimiter !== '' && { 'x-list-separator': delimiter }),
      ...(takesValue && least === 0 && most === 1 && { 'x-optional-value': true }),
      ...(takesValue && arg['require_equals'] === true && { 'x-value-style': 'equals' }),
      ...preset,
      ...(arg['required'] === true && preset.default === undefined && { required: true }),
      ...(env !== '' && { envVar: env }),
      ...(arg['hide'] === true && { 'x-deprecated': true }),
      ...relationsOf(flagsOf(arg['conflicts_with'], all, lose), flagsOf(arg['requires'], all, lose)),
    },
  ];
}

/** The flags of the arguments with these ids. A condition on one without a flag is lost. */
function flagsOf(ids: unknown, all: readonly Fields[], lose: Lose): string[] {
  return textsOf(ids).flatMap((id) => {
    const other = all.find((arg) => arg['id'] === id);
    const [long, short] = [textOf(other?.['long']), textOf(other?.['short'])];
    if (long !== '') return [`--${long.replace(/^--/, '')}`];
    if (short !== '') return [`-${short.replace(/^-/, '')}`];
    lose('import-lost-relation');
    return [];
  });
}

function readArgument(arg: Fields, at: number, lose: Lose): AtipArgument {
  const { least, most } = countOf(arg);
  const preset = presetOf(arg, false);
  if (arg['last'] === true) lose('import-lost-dash');
  const isNeeded = arg['required'] === true && least > 0 && preset.default === undefined;
  return {
    name: textOf(arg['id']) || textOf(listOf(arg['value_names'])[0]).toLowerCase() || `argument${at + 1}`,
    description: textOf(arg['help']) || textOf(arg['long_help']),
    ...readValues(arg, lose),
    ...preset,
    ...(!isNeeded && { required: false }),
    ...((most > 1 || arg['action'] === 'Append' || arg['trailing_var_arg'] === true) && { variadic: true }),
    ...(arg['hide'] === true && { 'x-deprecated': true }),
  };
}

/** The number of values after one flag. Shape: `2`, `[1, 3]`, `"0..=1"`, `"1.."`, `{ min, max }`. */
function countOf(arg: Fields): { readonly least: number; readonly most: number } {
  const numbers = arg['num_args'];
  const isFlagged = textOf(arg['short']) !== '' || textOf(arg['long']) !== '';
  const names = textsOf([arg['value_name'], ...listOf(arg['value_names'])]).length;
  const isSet = /^(?:Set|Append)$/.test(textOf(arg['action'])) || names > 0 || !isFlagged;
  const usual = isSet ? Math.max(1, names) : 0;
  if (typeof numbers === 'number') return { least: numbers, most: numbers };
  if (isRecord(numbers)) return { least: numberOf(numbers['min'], usual), most: numberOf(numbers['max'], Infinity) };
  if (Array.isArray(numbers)) return { least: numberOf(numbers[0], usual), most: numberOf(numbers[1], Infinity) };
  const range = /^(\d*)(?:\.\.(=?)(\d*))?$/.exec(textOf(numbers));
  if (range === null || textOf(numbers) === '') return { least: usual, most: usual };
  const [all, low, inclusive, high] = range;
  if (!all.includes('..')) return { least: Number(low), most: Number(low) };
  const end = high === '' || high === undefined ? Infinity : Number(high) - (inclusive === '=' ? 0 : 1);
  return { least: Number(low || 0), most: end };
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

/** clap's `value_hint` as types; all others are texts. */
const HINTS: Readonly<Record<string, AtipParamType>> = {
  AnyPath: 'file',
  FilePath: 'file',
  ExecutablePath: 'file',
  DirPath: 'directory',
  Url: 'url',
};

function readValues(arg: Fields, lose: Lose): ReturnType<typeof statedValue> {
  const possible = listOf(arg['possible_values']).map((value) =>
    isRecord(value) ? plainNames(value) : { name: value },
  );
  const shown = possible.filter((value) => value['hide'] !== true);
  if (shown.some((value) => textOf(value['help']) !== '')) lose('import-lost-value-text');
  const words = shown.flatMap((value) => wordsOf(value['name'])).filter((word) => word !== '');
  const hint = textOf(arg['value_hint']);
  const hinted = Object.hasOwn(HINTS, hint) ? HINTS[hint] : undefined;
  if (hinted !== undefined && words.length === 0) return { type: hinted };
  const label = textOf(arg['value_parser']) || textOf(arg['value_name']) || textOf(listOf(arg['value_names'])[0]);
  return statedValue(words, label.slice(0, 100));
}

function presetOf(arg: Fields, isList: boolean): { readonly default?: unknown } {
  const values = [...listOf(arg['default_value']), ...listOf(arg['default_values'])].map(scalarOf);
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0) return {};
  return { default: isList ? known : known[0] };
}
