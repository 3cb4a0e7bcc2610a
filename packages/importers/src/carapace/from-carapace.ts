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
  textOf,
  textsOf,
  wordsOf,
} from '../document/foreign-data.ts';
import { type Branch, growTree } from '../document/grow-tree.ts';
import { readUsage } from '../help/read-usage.ts';
import type { AtipArgument, AtipOption, AtipParamType } from '@atip/core';
import { asRecord, isRecord } from '@atip/core/internal';

/** Losses: facts of a carapace specification that have no place in ATIP. */
const CARAPACE_LOSSES = {
  'import-lost-option': ['warning', 'a flag without a spelling that can be typed is left out.'],
  'import-lost-generator': ['info', 'the values are computed when they are needed, so any text is allowed.'],
  'import-lost-values': ['warning', 'a flag that takes several values is left out.'],
  'import-lost-value-text': ['info', 'what single values mean is left out.'],
  'import-lost-dash': ['info', 'what may follow "--" is left out.'],
  'import-lost-directive': ['info', 'how the program reads its command line is left out.'],
} satisfies LossTexts;

type Lose = LoseOf<typeof CARAPACE_LOSSES>;

/**
 * Converts a carapace specification, the object in its YAML, to an ATIP document.
 *
 * Shape: `{ name: "rm [OPTION]... FILE...", flags: { "-f, --force": "never ask" }, completion: { positionalany:
 * ["$files"] } }` → a tool `rm` with the option `force` and the variadic argument `file` of type `file`. The words
 * after the name are read as a usage line. The root's persistent flags become global options. The format has no
 * effects, except that `run` starts another program. Trust is `community`.
 *
 * Lossy, each with an issue that counts: values that are computed, the meaning of single values, arguments after `--`,
 * several values of one flag, how flags are parsed. Silent: the headings that commands are grouped under.
 * Limits: 500,000 values or 4 MiB of text, 40 levels of commands. Never throws.
 * @example
 * ```ts
 * import { fromCarapace } from '@atip/importers';
 * fromCarapace({ name: 'rm', flags: { '-f, --force': 'never ask' } }).tool.name; // 'rm'
 * ```
 */
export function fromCarapace(doc: unknown, hints: ImportHints = {}): Imported {
  const { data, lose, issues } = openForeign(doc, CARAPACE_LOSSES);
  const root = asRecord(data);
  const { description, ...tree } = growTree<Fields>(root, {
    namesOf: ({ name, aliases }) => [commandName(name), ...textsOf(aliases)],
    read: (spec, pointer) => readBranch(spec, (code) => lose(code, pointer)),
    lose,
  });
  const name = hints.name ?? commandName(root['name']);
  const version = hints.version ?? '';
  return finishTool({ name, version, description, trust: { source: 'community' }, ...tree }, issues());
}

/** The name comes first, its usage after it. */
function commandName(name: unknown): string {
  return textOf(name).split(/\s/, 1)[0] ?? '';
}

function readBranch(spec: Fields, lose: Lose): Branch<Fields> {
  const { own, persistent } = readFlags(spec, lose);
  const args = readPositionals(spec, lose);
  const completion = asRecord(spec['completion']);
  if (completion['dash'] !== undefined || completion['dashany'] !== undefined) lose('import-lost-dash');
  if (spec['parsing'] !== undefined) lose('import-lost-directive');
  const marks = marksOf(textsOf(spec['aliases']), spec['hidden'] === true);
  return {
    command: {
      description: describe(spec),
      ...(args.length > 0 && { arguments: args }),
      ...(own.length > 0 && { options: [...own] }),
      ...(spec['run'] !== undefined && spec['run'] !== null && { effects: { subprocess: true } }),
      ...marks,
    },
    group: marks,
    persistent,
    ...(typeof spec['run'] === 'string' && { runs: true }),
    children: recordsOf(spec['commands']),
  };
}

function describe({ description, documentation }: Fields): string {
  const short = textOf(description);
  const long = textOf(asRecord(documentation)['command']);
  if (short === '' || long.startsWith(short)) return long || short;
  return textOf(`${short}\n\n${long}`);
}

function readFlags(
  spec: Fields,
  lose: Lose,
): { readonly own: readonly AtipOption[]; readonly persistent: readonly AtipOption[] } {
  const read = (list: unknown): AtipOption[] =>
    Object.entries(asRecord(list)).flatMap(([key, value]) => readFlag(key, value, spec, lose));
  const own = read(spec['flags']);
  const persistent = read(spec['persistentflags']);
  const groups = listOf(spec['exclusiveflags']).map(textsOf);
  if (groups.length === 0) return { own, persistent };
  const excluded = exclusions(groups, [...own, ...persistent]);
  const withExclusions = (option: AtipOption): AtipOption => {
    const flags = excluded.get(option);
    return flags === undefined ? option : { ...option, 'x-exclusive': [...flags] };
  };
  return { own: own.map(withExclusions), persistent: persistent.map(withExclusions) };
}

function readFlag(key: string, value: unknown, spec: Fields, lose: Lose): AtipOption[] {
  const { spellings, takesValue, isOptional, repeats, isRequired, isHidden } = readFlagKey(key);
  const flags = spellings.filter(isTyped);
  const [first] = flags;
  if (first === undefined) {
    lose('import-lost-option');
    return [];
  }
  const fields = isRecord(value) ? value : { description: value };
  if (fields['nargs'] !== undefined && fields['nargs'] !== 0 && fields['nargs'] !== 1) {
    lose('import-lost-values');
    return [];
  }
  const name = bare(flags.find((flag) => flag.startsWith('--')) ?? flags.at(-1) ?? first);
  const completion = lookUp(asRecord(spec['completion'])['flag'], flags);
  const long = textOf(lookUp(asRecord(spec['documentation'])['flag'], flags));
  const short = textOf(fields['description']);
  const isLong = flags.some((flag) => flag.startsWith('--'));
  const base = { name, flags, description: short === '' ? long : short };
  const marks = {
    ...(isRequired && { required: true }),
    ...(isHidden && { 'x-deprecated': true }),
  };
  if (!takesValue) {
    const type = repeats ? ({ type: 'integer', 'x-count': true } as const) : ({ type: 'boolean' } as const);
    return [{ ...base, ...type, ...marks }];
  }
  const values = readCompletion(completion, lose);
  return [
    {
      ...base,
      ...values,
      ...(repeats && { type: 'array' as const }),
      // An optional value must be attached to its flag.
      ...(isOptional && !isLong && { 'x-value-style': 'equals' as const }),
      ...marks,
    },
  ];
}

/** The entry for any spelling of a flag, without its dashes. */
function lookUp(table: unknown, flags: readonly string[]): unknown {
  const known = asRecord(table);
  const flag = flags.find((spelling) => Object.hasOwn(known, bare(spelling)));
  return flag === undefined ? undefined : known[bare(flag)];
}

function bare(flag: string): string {
  return flag.replace(/^(?:--?|\+)/, '') || flag;
}

function exclusions(
  groups: readonly (readonly string[])[],
  options: readonly AtipOption[],
): ReadonlyMap<AtipOption, ReadonlySet<string>> {
  const byName = new Map(options.flatMap((option) => option.flags.map((flag) => [bare(flag), option] as const)));
  const excluded = new Map<AtipOption, Set<string>>();
  for (const names of groups) {
    const members = [...new Set(names.flatMap((name) => byName.get(bare(name)) ?? []))].slice(0, MAX_GROUP);
    for (const member of members) {
      const others = excluded.get(member) ?? new Set<string>();
      for (const other of members) if (other !== member) others.add(other.flags.at(-1) ?? '');
      excluded.set(member, others);
    }
  }
  return excluded;
}

/** Each member lists all the others. */
const MAX_GROUP = 100;

const MODIFIERS = '=?*!&';
const MAX_LENGTH = 500;

/**
 * Parses the key of a flag.
 *
 * Shape: `"-s, --long=*!"` → the spellings `-s` and `--long`, which take a value, may be repeated and are required. `=`
 * is a value, `?` an optional one, `*` repeatable, `!` required, `&` hidden.
 */
export function readFlagKey(key: string): {
  readonly spellings: readonly string[];
  readonly takesValue: boolean;
  readonly isOptional: boolean;
  readonly repeats: boolean;
  readonly isRequired: boolean;
  readonly isHidden: boolean;
} {
  const text = key.length <= MAX_LENGTH ? key.trim() : '';
  let end = text.length;
  while (end > 0 && MODIFIERS.includes(text.charAt(end - 1))) end -= 1;
  // `-?` is a flag, and its mark no modifier.
  if (/(?:^|[\s,])--?$/.test(text.slice(0, end)) && end < text.length) end += 1;
  const modifiers = text.slice(end);
  const has = (modifier: string): boolean => modifiers.includes(modifier);
  return {
    spellings: text
      .slice(0, end)
      .split(/,\s*|\s+/)
      .filter((spelling) => spelling !== ''),
    takesValue: has('=') || has('?'),
    isOptional: has('?'),
    repeats: has('*'),
    isRequired: has('!'),
    isHidden: has('&'),
  };
}

const MAX_USAGE = 1000;

/** Reads the arguments of the usage after the name; without one, an optional argument for each list of values. */
function readPositionals(spec: Fields, lose: Lose): AtipArgument[] {
  const { positional, positionalany } = asRecord(spec['completion']);
  const texts = textsOf(asRecord(spec['documentation'])['positional']);
  const facts = (Array.isArray(positional) ? positional : []).map((list) => readCompletion(list, lose));
  const any = positionalany === undefined ? undefined : readCompletion(positionalany, lose);
  const usage = usageOf(spec);
  if (usage.length > 0)
    return usage.map((argument, at): AtipArgument => {
      const fact = facts[at] ?? (argument.variadic === true || at >= facts.length ? any : undefined);
      const described = { ...argument, description: argument.description || (texts[at] ?? '') };
      return fact === undefined || fact.type === 'string' ? described : { ...described, ...fact };
    });
  const known = facts.map(
    (fact, at): AtipArgument => ({ name: `argument${at + 1}`, description: texts[at] ?? '', ...fact, required: false }),
  );
  if (!any) return known;
  const description = textOf(listOf(asRecord(spec['documentation'])['positionalany'])[0]);
  return [...known, { name: 'arguments', description, ...any, required: false, variadic: true }];
}

/** The words after the name, such as `[OPTIONS] FILE...`. */
function usageOf({ name }: Fields): readonly AtipArgument[] {
  const text = textOf(name);
  if (!/\s/.test(text) || text.length > MAX_USAGE) return [];
  return readUsage([{ text, indent: 0, number: 1 }], undefined).arguments;
}

/**
 * Reads a list of values, each with its meaning after a tab, or of macros such as `$files`, which allow other values.
 */
function readCompletion(list: unknown, lose: Lose): { readonly type: AtipParamType; readonly enum?: string[] } {
  const items = wordsOf(list);
  if (items.some((item) => item.startsWith('$'))) {
    // With other values beside it, such as `-`, the type `file` would change their spelling.
    if (items.every((item) => /^\$files\b/.test(item))) return { type: 'file' };
    if (items.every((item) => /^\$directories\b/.test(item))) return { type: 'directory' };
    lose('import-lost-generator');
    return { type: 'string' };
  }
  if (items.some((item) => item.includes('\t'))) lose('import-lost-value-text');
  const values = [...new Set(items.map((item) => item.split('\t', 1)[0] ?? ''))].filter((value) => value !== '');
  return values.length > 0 ? { type: 'enum', enum: values } : { type: 'string' };
}
