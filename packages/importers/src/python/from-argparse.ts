import type { AtipArgument, AtipOption, AtipParamType } from '@atip/core';
import { asRecord } from '@atip/core/internal';
import { finishTool, type Imported, type ImportHints } from '../document/finish-tool.ts';
import {
  type Fields,
  listOf,
  marksOf,
  openForeign,
  recordsOf,
  relationsOf,
  textOf,
  textsOf,
} from '../document/foreign-data.ts';
import { type Branch, growTree } from '../document/grow-tree.ts';
import {
  behindGroups,
  choicesOf,
  longOf,
  type LosePython,
  PYTHON_LOSSES,
  type PythonParameter,
  readArgument,
  readOptions,
  summaryOf,
} from './python-parameters.ts';

interface Entry {
  readonly names: readonly string[];
  readonly help: unknown;
  readonly parser: Fields;
  /** The program reads `@name` as the content of that file; a parser's setting applies to all below it. */
  readonly hasFiles: boolean;
}

/**
 * Converts a dump of an `argparse.ArgumentParser`, with argparse's own names, to an ATIP document.
 *
 * Shape: `{ prog: "notes", description: …, fromfile_prefix_chars: null, actions: [{ class: "_StoreAction",
 * option_strings: ["-n", "--name"], dest: "name", nargs: null, type: "int", choices: null, default: null, required:
 * false, help: …, metavar: null }, { class: "_SubParsersAction", …, commands: [{ names: ["add", "a"], help: …, parser:
 * { … } }] }], exclusive: [{ required: false, actions: [1, 2] }] }`; `class` is the name of the action's class, `type`
 * that of its function, `exclusive` has places in `actions`. docs/guides has a script that writes it. It has no
 * effects, and does not show whether a parser with subcommands does something itself. Trust is `community`.
 *
 * Lossy, each with an issue that counts: options of groups below the first level, presets that are computed or look
 * private, options that take many words where more words follow. Limits: 500,000 values or 4 MiB of text, 40 levels.
 * Never throws.
 * @example
 * ```ts
 * import { fromArgparse } from '@atip/importers';
 * fromArgparse({ prog: 'notes', actions: [] }).tool.name; // 'notes'
 * ```
 */
export function fromArgparse(dump: unknown, hints: ImportHints = {}): Imported {
  const { data, lose, issues } = openForeign(dump, PYTHON_LOSSES);
  const parser = asRecord(data);
  // `python3 -m tool` shows how it was started; its last word is the one to type.
  const name = hints.name ?? textOf(parser['prog']).split(/[\s/]/).at(-1) ?? '';
  const versions = recordsOf(parser['actions']).filter((action) => action['class'] === '_VersionAction');
  const version = hints.version ?? /\d+(?:\.\d+)+[\w.+-]*/.exec(textOf(versions[0]?.['version']))?.[0] ?? '';
  const { description, ...tree } = growTree<Entry>(
    { names: [], help: undefined, parser, hasFiles: false },
    {
      namesOf: ({ names }) => names,
      read: (entry, pointer) => readParser(entry, pointer, (code) => lose(code, pointer)),
      lose,
    },
  );
  return finishTool({ name, version, description, trust: { source: 'community' }, ...tree }, issues());
}

function readParser(entry: Entry, pointer: string, lose: LosePython): Branch<Entry> {
  const { parser, names, help } = entry;
  const fill = templatesOf(parser);
  const { args, options, children, hasRest } = readActions(entry, fill, lose);
  const isGroup = children.length > 0;
  const isRoot = pointer === '';
  const reachable = args.length > 0 ? [] : children;
  if (reachable.length < children.length) lose('import-lost-command');
  if (isGroup && pointer.split('/commands/').length > 2 && options.length > 0) lose('import-lost-option');
  const groups = isRoot ? reachable.map(groupOptions) : [];
  const aliases = textsOf(names.slice(1));
  const marks = marksOf(aliases, help === '==SUPPRESS==');
  return {
    command: {
      description: summaryOf(help === '==SUPPRESS==' ? '' : help) || summaryOf(fill(parser['description'])),
      ...(args.length > 0 && { arguments: args }),
      ...(!isGroup && options.length > 0 && { options }),
      // A remainder takes `--` as an ordinary word.
      'x-end-of-options': !hasRest,
      ...marks,
    },
    group: marks,
    persistent: isRoot && isGroup ? [...options, ...behindGroups(groups, lose)] : [],
    runs: false,
    children: reachable,
  };
}

/** The options of a group; their losses are counted when the group itself is read. */
function groupOptions(entry: Entry): { key: string; options: AtipOption[] } {
  const { children, options } = readActions(entry, templatesOf(entry.parser), () => undefined);
  return { key: entry.names[0] ?? '', options: children.length > 0 ? options : [] };
}

/** Fills `%(prog)s` and similar templates; an unknown template is removed. */
function templatesOf(parser: Fields): (text: unknown, fields?: Fields) => string {
  return (text, fields = {}) =>
    textOf(text)
      .replace(/%\((\w{1,40})\)[sdr]/g, (_all, key: string) =>
        key === 'prog' ? textOf(parser['prog']) : listOf(fields[key]).map(String).join(', '),
      )
      .replaceAll('%%', '%');
}

type Fill = ReturnType<typeof templatesOf>;

function readActions(
  { parser, hasFiles }: Entry,
  fill: Fill,
  lose: LosePython,
): {
  readonly args: AtipArgument[];
  readonly options: AtipOption[];
  readonly children: readonly Entry[];
  readonly hasRest: boolean;
} {
  const readsFiles = hasFiles || textOf(parser['fromfile_prefix_chars']).includes('@');
  const actions = recordsOf(parser['actions']).filter(
    ({ class: kind }) => kind !== '_HelpAction' && kind !== '_VersionAction',
  );
  const groups = actions.filter((action) => action['class'] === '_SubParsersAction');
  const own = actions.filter((action) => action['class'] !== '_SubParsersAction' && action['nargs'] !== '==SUPPRESS==');
  const hasRest = own.some(({ nargs }) => nargs === '...');
  const isFollowed = hasRest || groups.length > 0;
  const isOption = (action: Fields): boolean => textsOf(action['option_strings']).length > 0;
  const args = own
    .filter((action) => !isOption(action))
    .flatMap((action) => {
      const words =
        typeof action['nargs'] === 'number'
          ? action['nargs']
          : ['*', '+', '...'].includes(textOf(action['nargs']))
            ? undefined
            : 1;
      const [first, ...others] = readArgument(readAction(action, fill, false, lose), words, lose);
      const marks = { ...(readsFiles && { 'x-at-file': true }), ...(action['nargs'] === '...' && { 'x-rest': true }) };
      return [...(first ? [{ ...first, ...marks }] : []), ...others];
    });
  const shown = own.filter(
    (action) => isOption(action) && (action['help'] !== '==SUPPRESS==' || action['required'] === true),
  );
  const options = readOptions(
    shown.map((action) => readAction(action, fill, isFollowed, lose)),
    lose,
  );
  const children = groups.flatMap((group) =>
    recordsOf(group['commands']).map(
      (child): Entry => ({
        names: textsOf(child['names']),
        help: child['help'],
        parser: asRecord(child['parser']),
        hasFiles: readsFiles,
      }),
    ),
  );
  return { args, options: exclude(parser, options), children, hasRest };
}

/** Each member lists all others. */
const MAX_GROUP = 100;

/** Adds each option's exclusions, and the requirement that one of a group be given. */
function exclude(parser: Fields, options: readonly AtipOption[]): AtipOption[] {
  const actions = recordsOf(parser['actions']);
  const byFlag = new Map(options.flatMap((option) => option.flags.map((flag) => [flag, option] as const)));
  const changed = new Map<AtipOption, AtipOption>();
  for (const { actions: places, required } of recordsOf(parser['exclusive'])) {
    const flags = listOf(places).flatMap((at) =>
      typeof at === 'number' ? textsOf(actions[at]?.['option_strings']) : [],
    );
    const members = [...new Set(flags.flatMap((flag) => byFlag.get(flag) ?? []))].slice(0, MAX_GROUP);
    const longs = members.map((member) => longOf(member.flags));
    for (const member of members) {
      const option = changed.get(member) ?? member;
      const others = new Set([...(option['x-exclusive'] ?? []), ...longs]);
      others.delete(longOf(member.flags));
      const needed = required === true ? ` (one of ${longs.join(', ')} is required)` : '';
      const description = `${option.description}${needed}`.trim();
      changed.set(member, { ...option, description, ...relationsOf([...others], []) });
    }
  }
  return options.map((option) => changed.get(option) ?? option);
}

const OPEN = ['?', '*', '+'];

function readAction(action: Fields, fill: Fill, isFollowed: boolean, lose: LosePython): PythonParameter {
  const kind = textOf(action['class']);
  const flags = textsOf(action['option_strings']);
  const { nargs } = action;
  const isOption = flags.length > 0;
  const isBoth = kind === 'BooleanOptionalAction';
  const off = isBoth ? flags.filter((flag) => flag.startsWith('--no-') && flags.includes(`--${flag.slice(5)}`)) : [];
  const words = typeof nargs === 'number' ? nargs : 1;
  const isOpen = isOption && (nargs === '*' || nargs === '+') && kind !== '_ExtendAction';
  const isList =
    isOption && (kind === '_AppendAction' || kind === '_ExtendAction' || words > 1 || (isOpen && !isFollowed));
  const isFlag = nargs === 0 && kind !== '_CountAction';
  if (isOption && isFollowed && OPEN.includes(textOf(nargs)) && kind !== '_ExtendAction') lose('import-lost-values');
  const isShort = isOption && !longOf(flags).startsWith('--');
  const { type, choices } = readType(action);
  const suppressed = action['help'] === '==SUPPRESS==';
  return {
    flags: flags.filter((flag) => !off.includes(flag)),
    off,
    dest: textOf(action['dest']),
    help: suppressed ? '' : fill(action['help'], action).replace(/\s+/g, ' '),
    kind: kind === '_CountAction' ? 'count' : isFlag ? 'flag' : isList ? 'list' : 'value',
    ...{ type, choices, preset: action['default'] },
    required: isOption ? action['required'] === true : nargs !== '?' && nargs !== '*' && nargs !== '...',
    more: {
      ...(isOption && words > 1 && { 'x-words': words }),
      ...(isOpen && !isFollowed && { 'x-until': [] }),
      ...(isOption && nargs === '?' && !isFollowed && { 'x-optional-value': true }),
      // Without a space the value may begin with a dash, and only it belongs to the option.
      ...(isShort &&
        !isFlag &&
        words === 1 &&
        kind !== '_CountAction' &&
        !(isOpen && !isFollowed) && { 'x-value-style': 'equals' as const }),
      ...((suppressed || action['deprecated'] === true) && isOption && { 'x-deprecated': true }),
    },
  };
}

const NAMES: Readonly<Record<string, AtipParamType>> = {
  FILE: 'file',
  FILENAME: 'file',
  PATH: 'file',
  DIR: 'directory',
  DIRECTORY: 'directory',
  URL: 'url',
};

function readType(action: Fields): { readonly type: AtipParamType; readonly choices: (string | number)[] | undefined } {
  const convert = textOf(action['type']);
  const words = choicesOf(action['choices']);
  if (convert === 'int' || convert === 'float') {
    const numbers = words?.map(Number);
    return {
      type: convert === 'int' ? 'integer' : 'number',
      choices: numbers?.every(Number.isFinite) ? numbers : words,
    };
  }
  if (['FileType', 'Path', 'PurePath', 'PosixPath'].includes(convert)) return { type: 'file', choices: words };
  const named =
    Object.hasOwn(NAMES, textOf(action['metavar']).toUpperCase()) && NAMES[textOf(action['metavar']).toUpperCase()];
  return { type: (convert === '' || convert === 'str') && named ? named : 'string', choices: words };
}
