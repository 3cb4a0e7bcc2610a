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
} from '../document/foreign-data.ts';
import { type Branch, growTree } from '../document/grow-tree.ts';
import { readUsage } from '../help/read-usage.ts';
import { readValueFacts } from '../help/value-facts.ts';
import type { AtipArgument, AtipOption } from '@atip/core';

/** Losses: facts of a page of cobra that have no place in ATIP, or that other pages have. */
const COBRA_LOSSES = {
  'import-lost-command': ['warning', 'a page without the words of its command is left out.'],
  'import-lost-option': ['warning', 'a flag without a spelling that can be typed is left out.'],
  'import-lost-alias': ['info', 'the name of a command in another group is left out.'],
  'import-only-named': ['info', 'a command is named and not described; import its page together with this one.'],
} satisfies LossTexts;

type Lose = LoseOf<typeof COBRA_LOSSES>;

/**
 * Converts cobra's pages about its commands, one object or a list, to an ATIP document. Shape: the output of `GenYaml`
 * of `cobra/doc`, `{ name: "box rm", synopsis: "Remove boxes", usage: "box rm BOX... [flags]", options: [{ name:
 * "force", shorthand: "f", default_value: "false", usage: "never ask" }] }` → a tool `box` with a command `rm`; or the
 * form of docker's documentation, with `command`, `short`, `option`, `value_type` and `description`. Options that a
 * page inherits become those of the command that has them. Commands that a page only names (`see_also`, `cname`) are in
 * the tree without parameters. Trust is `community`.
 *
 * A flag is a switch by its type or its default value; other defaults do not prove a type. Silent: the kinds
 * of `experimental`. Limits: 2,000,000 values, 40 levels of commands. Never throws.
 * @example
 * ```ts
 * import { fromCobra } from '@atip/importers';
 * fromCobra({ name: 'box rm', synopsis: 'Remove boxes', usage: 'box rm BOX... [flags]' }).tool.name; // 'box'
 * ```
 */
export function fromCobra(pages: unknown, hints: ImportHints = {}): Imported {
  const { data, lose, issues } = openForeign(pages, COBRA_LOSSES);
  const records = recordsOf(data);
  const named = records.map((page) => ({ page, words: wordsOf(page) })).filter(({ words }) => words.length > 0);
  for (let left = named.length; left < records.length; left += 1) lose('import-lost-command');
  const root = newPlace([]);
  const program = named[0]?.words[0] ?? '';
  for (const { page, words } of named) {
    // Commands of another program must not become this one's.
    const place = words[0] === program ? placeAt(root, words.slice(1)) : undefined;
    if (place === undefined || place.page !== undefined) lose('import-lost-command');
    else place.page = page;
  }
  for (const { page, words } of named) nameChildren(root, page, words, lose);
  const { description, ...tree } = growTree<Place>(root, {
    namesOf: ({ words }) => [words.at(-1) ?? ''],
    read: (place, pointer) => readBranch(place, program, (code) => lose(code, pointer)),
    lose,
  });
  const name = hints.name ?? program;
  const version = hints.version ?? '';
  // pflag ends the options at "--".
  const facts = { description, trust: { source: 'community' }, 'x-end-of-options': true } as const;
  return finishTool({ name, version, ...facts, ...tree }, issues());
}

interface Place {
  /** The words after the program's name. */
  readonly words: readonly string[];
  page?: Fields;
  /** Its text on a page that names it. */
  synopsis: string;
  readonly children: Map<string, Place>;
  readonly above?: Place;
}

/** More than a tree may have. */
const MAX_WORDS = 45;

function newPlace(words: readonly string[], above?: Place): Place {
  return { words, synopsis: '', children: new Map(), ...(above && { above }) };
}

function wordsOf({ name, command }: Fields): string[] {
  const text = textOf(command) || textOf(name);
  return text === '' ? [] : text.split(/\s+/, MAX_WORDS);
}

function placeAt(root: Place, words: readonly string[]): Place {
  let place = root;
  for (const [at, word] of words.entries()) {
    const child = place.children.get(word) ?? newPlace(words.slice(0, at + 1), place);
    place.children.set(word, child);
    place = child;
  }
  return place;
}

/**
 * `see_also: ["box rm - Remove boxes"]`, `cname: ["box rm"]`: the commands below one; the command above is listed too.
 */
function nameChildren(root: Place, page: Fields, words: readonly string[], lose: Lose): void {
  const own = `${words.join(' ')} `;
  for (const text of textsOf([...listOf(page['see_also']), ...listOf(page['cname'])])) {
    const [named = '', synopsis = ''] = text.split(/\s+-\s+(.*)/s);
    if (!`${named} `.startsWith(own) || named.length < own.length) continue;
    const place = placeAt(root, named.split(/\s+/, MAX_WORDS).slice(1));
    if (place.page === undefined && place.synopsis === '' && place.children.size === 0) lose('import-only-named');
    place.synopsis ||= synopsis;
  }
}

function readBranch(place: Place, program: string, lose: Lose): Branch<Place> {
  const { page = {}, synopsis, above } = place;
  const children = [...place.children.values()];
  const inherited = new Set(children.flatMap(inheritedNames));
  const isKnown = (name: string): boolean => {
    for (let up = above; up !== undefined; up = up.above) if (optionNames(up.page).has(name)) return true;
    return false;
  };
  const fromAbove = recordsOf(page['inherited_options']).filter((option) => !isKnown(nameOf(option)));
  const options = [...recordsOf(page['options']), ...fromAbove].flatMap((option) =>
    readOption(option, lose).map((read) => ({ read, lasts: inherited.has(nameOf(option)) })),
  );
  const own = options.filter(({ lasts }) => !lasts).map(({ read }) => read);
  const args = readArguments(page, [program, ...place.words]);
  const examples = textOf(page['example']) || textOf(page['examples']);
  const aliases = readAliases(page, [program, ...place.words], lose);
  const marks = marksOf(aliases, page['hidden'] === true || page['deprecated'] === true);
  return {
    command: {
      description: describe(page) || synopsis,
      ...(args.length > 0 && { arguments: args }),
      ...(own.length > 0 && { options: own }),
      ...examplesIn(examples, program),
      ...marks,
    },
    group: marks,
    persistent: options.filter(({ lasts }) => lasts).map(({ read }) => read),
    // Every command has `--help`; a runnable group has other options.
    runs: children.length === 0 || args.length > 0 || own.some(({ name }) => name !== 'help'),
    children,
  };
}

/** Docker's documentation lists all spellings: `docker container remove, docker rm`. */
function readAliases({ aliases }: Fields, line: readonly string[], lose: Lose): string[] {
  const group = `${line.slice(0, -1).join(' ')} `;
  return textsOf(aliases).flatMap((text) =>
    text.split(/,\s*/).flatMap((alias) => {
      const word = alias.startsWith(group) ? alias.slice(group.length) : alias;
      if (word === line.at(-1) || word === '') return [];
      if (!/\s/.test(word)) return [word];
      lose('import-lost-alias');
      return [];
    }),
  );
}

function describe(page: Fields): string {
  const short = textOf(page['synopsis']) || textOf(page['short']);
  return short || textOf(page['description']) || textOf(page['long']);
}

/** The lines that begin with the program. */
function examplesIn(text: string, program: string): { readonly examples?: string[] } {
  const lines = text.split('\n').map((line) => line.trim().replace(/^\$ /, ''));
  const typed = [...new Set(lines)].filter((line) => line.startsWith(`${program} `)).slice(0, 20);
  return typed.length > 0 ? { examples: typed } : {};
}

function nameOf(option: Fields): string {
  return textOf(option['option']) || textOf(option['name']);
}

function optionNames(page: Fields = {}): ReadonlySet<string> {
  return new Set(recordsOf(page['options']).map(nameOf));
}

function inheritedNames({ page = {} }: Place): string[] {
  return recordsOf(page['inherited_options']).map(nameOf);
}

const MAX_USAGE = 1000;

function readArguments({ usage }: Fields, words: readonly string[]): AtipArgument[] {
  const text = textOf(usage).split('\n', 1)[0] ?? '';
  if (text === '' || text.length > MAX_USAGE) return [];
  return [...readUsage([{ text, indent: 0, number: 1 }], words).arguments];
}

function readOption(option: Fields, lose: Lose): AtipOption[] {
  const name = nameOf(option);
  const shorthand = textOf(option['shorthand']);
  const spelled = [...(shorthand === '' ? [] : [`-${shorthand}`]), `--${name}`];
  const flags = spelled.filter(isTyped);
  if (name === '' || flags.length < spelled.length) {
    lose('import-lost-option');
    return [];
  }
  const text = textOf(option['option']) === '' ? textOf(option['usage']) : textOf(option['description']);
  const isDiscouraged = option['deprecated'] === true || option['hidden'] === true;
  return [
    {
      name,
      flags,
      description: text.replace(/`([^`]*)`/, '$1'),
      ...valueFields(option, text),
      ...(isDiscouraged && { 'x-deprecated': true }),
    },
  ];
}

/** pflag writes `[]` for a list, and `false` or `true` for a switch; a quoted word in a text names the value. */
function valueFields(option: Fields, text: string): Pick<AtipOption, 'type' | 'enum' | 'default'> {
  const preset = String(option['default_value'] ?? '').slice(0, 200);
  const type = textOf(option['value_type']);
  if (type === 'bool' || (type === '' && /^(?:true|false)$/.test(preset)))
    return { type: 'boolean', ...(preset !== '' && { default: preset === 'true' }) };
  const label = type || (/`([^`]{1,100})`/.exec(text)?.[1] ?? '');
  const { repeats, type: named, enum: choices } = readValueFacts(label, text, /^\[.*\]$/.test(preset));
  if (repeats) return { type: 'array' };
  const value = named === 'integer' || named === 'number' ? numberOf(preset) : preset || undefined;
  const isChoice = choices === undefined || value === undefined || choices.includes(String(value));
  // A default may be no choice: an empty text means no value.
  return { type: named, ...(choices && { enum: choices }), ...(value !== undefined && isChoice && { default: value }) };
}

function numberOf(text: string): number | undefined {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}
