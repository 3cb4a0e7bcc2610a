import type { AtipArgument, AtipOption, AtipParamType } from '@atip/core';
import { asRecord, isRecord } from '@atip/core/internal';
import { finishTool, type Imported, type ImportHints } from '../document/finish-tool.ts';
import { type Fields, marksOf, openForeign, recordsOf, textOf, textsOf } from '../document/foreign-data.ts';
import { type Branch, growTree } from '../document/grow-tree.ts';
import {
  behindGroups,
  choicesOf,
  longOf,
  type LosePython,
  MAX_WORDS,
  PYTHON_LOSSES,
  type PythonParameter,
  readArgument,
  readOptions,
  summaryOf,
} from './python-parameters.ts';

interface Entry {
  readonly name: string;
  readonly command: Fields;
  /** For an option whose variable is derived from its name. */
  readonly prefix: string | undefined;
}

/**
 * Converts click's description of a program to an ATIP document: the JSON of `Context.to_info_dict()`, or of
 * `Command.to_info_dict(context)`.
 *
 * Shape: `{ command: { name: "cli", params: [{ name: "force", param_type_name: "option", opts: ["--force"], is_flag:
 * true, … }], commands: { add: { … } } }, info_name: "notes" }`, from `json.dumps(context.to_info_dict(),
 * default=lambda value: None)` → the option `force` and the command `add`. Typer is click:
 * `typer.main.get_command(app)` is the command. It has no effects, and does not show whether a group does something
 * itself. Trust is `community`.
 *
 * Lossy, each with an issue that counts: options of groups below the first level, presets that are computed or look
 * private, bare forms of options with a value. Limits: 500,000 values or 4 MiB of text, 40 levels. Never throws.
 * @example
 * ```ts
 * import { fromClick } from '@atip/importers';
 * fromClick({ command: { name: 'cli', params: [] }, info_name: 'notes' }).tool.name; // 'notes'
 * ```
 */
export function fromClick(info: unknown, hints: ImportHints = {}): Imported {
  const { data, lose, issues } = openForeign(info, PYTHON_LOSSES);
  const source = asRecord(data);
  const command = isRecord(source['command']) ? source['command'] : source;
  const prefix = textOf(source['auto_envvar_prefix']) || undefined;
  const name = hints.name ?? (textOf(source['info_name']) || textOf(command['name']));
  const { description, ...tree } = growTree<Entry>(
    { name: '', command, prefix },
    {
      namesOf: (entry) => [entry.name],
      read: (entry, pointer) => readCommand(entry, pointer, (code) => lose(code, pointer)),
      lose,
    },
  );
  return finishTool(
    { name, version: hints.version ?? '', description, trust: { source: 'community' }, ...tree },
    issues(),
  );
}

function readCommand({ command, prefix }: Entry, pointer: string, lose: LosePython): Branch<Entry> {
  const children = childrenOf(command, prefix);
  const isGroup = isRecord(command['commands']);
  const { args, options } = readParams(command, prefix, isGroup, lose);
  const marks = marksOf([], command['hidden'] === true || isSaid(command['deprecated']));
  const isRoot = pointer === '';
  // After an argument no subcommand can be called.
  const reachable = args.length > 0 ? [] : children;
  if (reachable.length < children.length) lose('import-lost-command');
  if (isGroup && !isRoot && pointer.split('/commands/').length > 2 && options.length > 0) lose('import-lost-option');
  const groups = isRoot ? reachable.map(groupOptions) : [];
  return {
    command: {
      description: summaryOf(command['help']) || summaryOf(command['short_help']),
      ...(args.length > 0 && { arguments: args }),
      ...(!isGroup && options.length > 0 && { options }),
      'x-end-of-options': true,
      ...marks,
    },
    group: marks,
    persistent: isRoot && isGroup ? [...options, ...behindGroups(groups, lose)] : [],
    runs: false,
    children: reachable,
  };
}

function childrenOf(command: Fields, prefix: string | undefined): Entry[] {
  return Object.entries(asRecord(command['commands'])).flatMap(([name, child]) =>
    isRecord(child) ? [{ name, command: child, prefix: prefix && `${prefix}_${variableOf(name)}` }] : [],
  );
}

/** The options of a group; their losses are counted when the group itself is read. */
function groupOptions({ name, command, prefix }: Entry): { key: string; options: AtipOption[] } {
  if (!isRecord(command['commands'])) return { key: name, options: [] };
  return { key: name, options: readParams(command, prefix, true, () => undefined).options };
}

function variableOf(name: string): string {
  return name.toUpperCase().replaceAll('-', '_');
}

function readParams(
  command: Fields,
  prefix: string | undefined,
  isGroup: boolean,
  lose: LosePython,
): { readonly args: AtipArgument[]; readonly options: AtipOption[] } {
  const params = recordsOf(command['params']);
  const args = params
    .filter((param) => param['param_type_name'] === 'argument')
    .flatMap((param) => readPositional(param, isGroup, lose));
  const own = params.filter((param) => param['param_type_name'] === 'option' && !isAboutItself(param));
  return {
    args,
    options: readOptions(
      own.map((param) => readParam(param, prefix, isGroup, lose)),
      lose,
    ),
  };
}

/** A positional argument; if it takes several words, each has its own type. */
function readPositional(param: Fields, isGroup: boolean, lose: LosePython): AtipArgument[] {
  const types = recordsOf(asRecord(param['type'])['types']).slice(0, MAX_WORDS);
  if (types.length < 2) return readArgument(readParam(param, undefined, isGroup, lose), wordsOf(param), lose);
  return types.flatMap((type, at) => {
    const own = { ...param, type, name: `${textOf(param['name'])}-${at + 1}`, default: undefined };
    return readArgument(readParam(own, undefined, isGroup, lose), 1, lose);
  });
}

/** Number of words of an argument; undefined: any number. */
function wordsOf({ nargs }: Fields): number | undefined {
  return nargs === -1 ? undefined : typeof nargs === 'number' ? nargs : 1;
}

/** Help and version, and typer's completion options. */
function isAboutItself(param: Fields): boolean {
  const opts = textsOf(param['opts']);
  const help = textOf(param['help']);
  if (opts.includes('--help') && param['name'] === 'help') return true;
  if (opts.includes('--version') && param['is_flag'] === true) return help === 'Show the version and exit.';
  return opts.some((flag) => flag === '--install-completion' || flag === '--show-completion');
}

function readParam(param: Fields, prefix: string | undefined, isGroup: boolean, lose: LosePython): PythonParameter {
  const { type, choices, remark } = readType(asRecord(param['type']));
  const isFlag = param['is_flag'] === true;
  const isOption = param['param_type_name'] === 'option';
  const words = typeof param['nargs'] === 'number' ? param['nargs'] : 1;
  const isList = isOption && (param['multiple'] === true || words > 1);
  const flags = isOption ? textsOf(param['opts']) : [];
  const isAsked = typeof param['prompt'] === 'string';
  // A flag's value is true or false: any other value is its meaning when given without one.
  const isBare = isOption && !isFlag && param['count'] !== true && typeof param['flag_value'] === 'string';
  const isSafe = isBare && !isGroup && choices?.every((choice) => !choice.startsWith('-')) === true;
  if (isBare && !isSafe) lose('import-lost-values');
  const help = summaryOf(param['help']);
  const kind = param['count'] === true ? 'count' : isFlag ? 'flag' : isList ? 'list' : 'value';
  const takesDash =
    isOption && !isBare && (kind === 'value' || kind === 'list') && (words > 1 || !longOf(flags).startsWith('--'));
  const env =
    textsOf(param['envvar'])[0] ?? (prefix && isOption ? `${prefix}_${variableOf(textOf(param['name']))}` : '');
  return {
    flags,
    off: isOption ? textsOf(param['secondary_opts']) : [],
    dest: textOf(param['name']),
    help: kind === 'flag' || kind === 'count' || remark === '' ? help : help === '' ? remark : `${help} (${remark})`,
    ...{ kind, type, choices, preset: param['default'] },
    // An option that click prompts for is required, because no person answers; a flag prompts for confirmation, and
    // stays optional.
    required: param['required'] === true || (isAsked && !isFlag && !isBare),
    more: {
      ...(words > 1 && isList && { 'x-words': words }),
      ...(takesDash && { 'x-dash': true }),
      ...(isSafe && { 'x-optional-value': true }),
      ...(isBare && !isSafe && { 'x-value-style': 'space' as const }),
      ...(env !== '' && isOption && { envVar: env }),
      ...((param['hidden'] === true || isSaid(param['deprecated'])) && { 'x-deprecated': true }),
    },
  };
}

/** Since click 8.2 a reason may replace true. */
function isSaid(value: unknown): boolean {
  return value === true || textOf(value) !== '';
}

function readType(type: Fields): { type: AtipParamType; choices: string[] | undefined; remark: string } {
  const known = (kind: AtipParamType, choices?: string[], remark = '') => ({ type: kind, choices, remark });
  const param = textOf(type['param_type']);
  if (param === 'Choice') return known('string', choicesOf(type['choices']));
  if (param === 'Bool') return known('string', ['true', 'false']);
  if (param === 'Int' || param === 'IntRange') return known('integer', undefined, rangeOf(type));
  if (param === 'Float' || param === 'FloatRange') return known('number', undefined, rangeOf(type));
  if (param === 'File') return known('file');
  if (param === 'Path') return known(type['file_okay'] === false ? 'directory' : 'file');
  if (param === 'DateTime') return known('string', undefined, `a time such as ${textsOf(type['formats']).join(', ')}`);
  return known('string');
}

function rangeOf({ min, max, min_open, max_open }: Fields): string {
  const low = typeof min === 'number' ? [`${min_open === true ? 'more than' : 'at least'} ${min}`] : [];
  const high = typeof max === 'number' ? [`${max_open === true ? 'less than' : 'at most'} ${max}`] : [];
  return [...low, ...high].join(' and ');
}
