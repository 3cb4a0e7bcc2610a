import { finishTool, type Imported, type ImportHints } from '../document/finish-tool.ts';
import {
  type Foreign,
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
import type { AtipArgument, AtipOption } from '@atip/core';
import { asRecord, isRecord, stated } from '@atip/core/internal';

/** Losses: facts of a manifest that have no place in ATIP, or are left open. */
const OCLIF_LOSSES = {
  'import-assumed-separator': [
    'info',
    'nothing shows how topics are typed, so commands are written with ":", which always works; give `topicSeparator`.',
  ],
  'import-hidden': ['info', 'a hidden command is left out; many are only classes that others extend.'],
  'import-lost-command': ['warning', 'a command without an id of its own is left out.'],
  'import-lost-option': ['warning', 'a flag without a spelling that can be typed is left out.'],
  'import-lost-relation': ['info', 'a condition between flags is left out; the program checks it.'],
  'import-lost-default': ['info', 'a default that is computed, or not a plain value, is left out.'],
  'import-lost-template': ['info', 'a template of a value that only the program knows is left out of a text.'],
} satisfies LossTexts;

type Lose = LoseOf<typeof OCLIF_LOSSES>;

/** Further facts, mostly from the `oclif` part of the package's `package.json`. */
export interface OclifHints extends ImportHints {
  /** Separator of the parts of an id: `apps:create` or `apps create`. Absent: by the examples, else `:`. */
  readonly topicSeparator?: ':' | ' ';
}

/**
 * Converts an `oclif.manifest.json` to an ATIP document.
 *
 * Shape: `{ version: "1.0.0", commands: { "apps:create": { flags: { team: { char: "t", type: "option", env: "TEAM" } }
 * } } }` → a command `apps create` with the option `team`, `-t` and `--team`, which the variable `TEAM` can also set;
 * with the separator `:` the command is `apps:create`, one word, which programs with either separator accept. The
 * program's name is a hint, because the manifest lacks it. A manifest states no effects. Trust is `community`.
 *
 * Lossy, each with an issue that counts: conditions between flags, presets that are computed, templates of unknown
 * values. Limits: 500,000 values or 4 MiB of text, 40 levels of topics. Never throws.
 * @example
 * ```ts
 * import { fromOclif } from '@atip/importers';
 * fromOclif({ version: '1.0.0', commands: { deploy: { description: 'Deploy' } } }, { name: 'app' }).tool.name; // 'app'
 * ```
 */
export function fromOclif(manifest: unknown, hints: OclifHints = {}): Imported {
  const { data, lose, issues } = openForeign(manifest, OCLIF_LOSSES);
  const source = asRecord(data);
  const name = hints.name ?? '';
  const { separator, isGuess } = chooseSeparator(source, hints);
  if (isGuess) lose('import-assumed-separator');
  const root = readTopics(source, separator, lose);
  const { description, ...tree } = growTree<Topic>(root, {
    namesOf: (topic) => [topic.name],
    read: (topic, pointer) => readCommand(topic, { bin: name, separator }, (code) => lose(code, pointer)),
    lose,
  });
  const version = hints.version ?? textOf(source['version']);
  const tool = { name, version, description, trust: { source: 'community' as const }, ...tree };
  return finishTool(tool, issues(), 'objects in "commands" that are not "hidden"');
}

/** Most commands searched for the separator: more would not help. */
const MAX_COMMANDS = 500;

/** Finds the separator in examples with an id; else it is `:`, which every program accepts. */
function chooseSeparator(
  { commands }: Foreign,
  { topicSeparator }: OclifHints,
): { readonly separator: ':' | ' '; readonly isGuess: boolean } {
  if (topicSeparator === ':' || topicSeparator === ' ') return { separator: topicSeparator, isGuess: false };
  const compound = Object.entries(asRecord(commands))
    .filter(([id]) => id.includes(':'))
    .slice(0, MAX_COMMANDS);
  for (const [id, command] of compound) {
    const text = examplesOf(command).join('\n');
    if (text.includes(id)) return { separator: ':', isGuess: false };
    if (text.includes(id.replaceAll(':', ' '))) return { separator: ' ', isGuess: false };
  }
  return { separator: ':', isGuess: compound.length > 0 };
}

function examplesOf(command: unknown): string[] {
  const { examples, usage } = asRecord(command);
  return [...listOf(examples), ...listOf(usage)].flatMap((example) =>
    textsOf(isRecord(example) ? example['command'] : example),
  );
}

/** A place in the tree of ids: a topic, a command, or both. */
interface Topic {
  readonly name: string;
  readonly id: string;
  command?: Foreign;
  description: string;
  readonly children: Map<string, Topic>;
}

/** One level more than a tree may have: the tree then drops the excess. */
const MAX_PARTS = 42;

/** Makes a tree of a manifest's ids; one level when ids are typed as one word. The id `.` is the program itself. */
function readTopics({ commands, topics }: Foreign, separator: ':' | ' ', lose: Lose): Topic {
  const root = newTopic('', '');
  for (const [id, command] of Object.entries(asRecord(commands))) {
    if (!isRecord(command)) continue;
    // oclif lists each class of its directory, also those that others extend.
    if (command['hidden'] === true) {
      lose('import-hidden');
      continue;
    }
    const topic = id === '.' || id === '' ? root : place(root, partsOf(id, separator));
    topic.command ??= command;
  }
  for (const [id, topic] of Object.entries(asRecord(topics))) {
    const known = find(root, partsOf(id, separator));
    if (known) known.description = textOf(asRecord(topic)['description']);
  }
  return root;
}

function partsOf(id: string, separator: ':' | ' '): string[] {
  if (separator === ':') return [id];
  const parts = id.split(':', MAX_PARTS + 1);
  return parts.length <= MAX_PARTS ? parts : [...parts.slice(0, MAX_PARTS - 1), ''];
}

function newTopic(name: string, id: string): Topic {
  return { name, id, description: '', children: new Map() };
}

function place(root: Topic, parts: readonly string[]): Topic {
  let topic = root;
  for (const part of parts) {
    const child = topic.children.get(part) ?? newTopic(part, topic.id === '' ? part : `${topic.id}:${part}`);
    topic.children.set(part, child);
    topic = child;
  }
  return topic;
}

function find(root: Topic, parts: readonly string[]): Topic | undefined {
  let topic: Topic | undefined = root;
  for (const part of parts) topic = topic?.children.get(part);
  return topic;
}

const MAX_EXAMPLES = 20;

function readCommand(
  topic: Topic,
  program: { readonly bin: string; readonly separator: ':' | ' ' },
  lose: Lose,
): Branch<Topic> {
  const command: Foreign = topic.command ?? {};
  const id = topic.id.replaceAll(':', program.separator);
  const fill = (text: unknown): string => fillTemplates(textOf(text), { bin: program.bin, id }, lose);
  const args = readArgs(command, fill, lose);
  const options = readFlags(command, fill, lose);
  const examples = listOf(command['examples'])
    .slice(0, MAX_EXAMPLES)
    .flatMap((example) => readExample(example, { bin: program.bin, id }, lose));
  const aliases = textsOf(command['aliases']).map((alias) => alias.replaceAll(':', program.separator));
  const marks = marksOf(aliases, isDiscouraged(command));
  return {
    command: stated({
      description: fill(command['summary']) || fill(command['description']) || topic.description,
      arguments: args.length > 0 ? args : undefined,
      options: options.length > 0 ? options : undefined,
      examples: examples.length > 0 ? examples : undefined,
      // A flag with many values would take the following words too.
      'x-end-of-options': command['--'] !== false && topic.command !== undefined ? true : undefined,
      ...marks,
    }),
    group: marks,
    runs: topic.command !== undefined,
    children: [...topic.children.values()],
  };
}

/** The command lines of an example: the text after `$`, else the lines that start with the program, else all of it. */
function readExample(example: unknown, values: TemplateValues, lose: Lose): string[] {
  const source = isRecord(example) ? example['command'] : example;
  const lines = textsOf(source).flatMap((text) => fillTemplates(text, values, lose).split('\n'));
  const trimmed = lines.map((line) => line.trim()).filter((line) => line !== '');
  const typed = trimmed.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2).trim());
  if (typed.length > 0) return typed;
  const own = trimmed.filter((line) => values.bin !== '' && line.startsWith(`${values.bin} `));
  return own.length > 0 ? own : trimmed.slice(0, 1);
}

/** The positional arguments of a command, in order: an object by name, or the list of older versions. */
function readArgs({ args, strict }: Foreign, fill: (text: unknown) => string, lose: Lose): AtipArgument[] {
  const entries = isRecord(args)
    ? Object.entries(args).flatMap(([name, arg]) =>
        isRecord(arg) ? [[textOf(arg['name']) || name, arg] as const] : [],
      )
    : recordsOf(args).map((arg, at) => [textOf(arg['name']) || `argument${at + 1}`, arg] as const);
  const read = entries.map(([name, arg]): AtipArgument => {
    return stated({
      name,
      ...statedValue(wordsOf(arg['options']), ''),
      description: fill(arg['summary']) || fill(arg['description']),
      ...presetOf(arg['default'], false, lose),
      required: arg['required'] !== true ? false : undefined,
      variadic: arg['multiple'] === true ? true : undefined,
      'x-deprecated': isDiscouraged(arg) ? true : undefined,
    });
  });
  // Not strict: the program accepts more arguments than the manifest lists.
  if (strict !== false) return read;
  const last = read.at(-1);
  if (last === undefined)
    return [{ name: 'arguments', type: 'string', description: '', required: false, variadic: true }];
  return [...read.slice(0, -1), { ...last, variadic: true }];
}

function readFlags({ flags }: Foreign, fill: (text: unknown) => string, lose: Lose): AtipOption[] {
  if (!isRecord(flags)) return [];
  return Object.entries(flags).flatMap(([key, flag]) => {
    if (!isRecord(flag)) return [];
    const name = textOf(flag['name']) || key;
    const spellings = spellingsOf(name, flag);
    if (spellings.length > 0) return [readFlag(name, spellings, flag, fill, lose)];
    lose('import-lost-option');
    return [];
  });
}

function readFlag(
  name: string,
  flags: string[],
  flag: Foreign,
  fill: (text: unknown) => string,
  lose: Lose,
): AtipOption {
  const takesValue = flag['type'] !== 'boolean';
  const isList = takesValue && flag['multiple'] === true;
  const preset = presetOf(flag['default'], isList, lose);
  const env = textOf(flag['env']);
  if (listOf(flag['relationships']).length > 0) lose('import-lost-relation');
  return stated({
    name,
    flags,
    description: fill(flag['summary']) || fill(flag['description']),
    ...valueFields(flag, isList),
    ...preset,
    // A value with a default need not be given.
    required: flag['required'] === true && preset.default === undefined ? true : undefined,
    envVar: env || undefined,
    'x-deprecated': isDiscouraged(flag) ? true : undefined,
    ...relationsOf(longFlags(flag['exclusive']), longFlags(flag['dependsOn'])),
  });
}

function spellingsOf(name: string, flag: Foreign): string[] {
  const chars = textsOf([flag['char'], ...listOf(flag['charAliases'])]).filter((char) => [...char].length === 1);
  const names = [name, ...textsOf(flag['aliases'])];
  const negative = flag['allowNo'] === true && flag['type'] === 'boolean' ? [`--no-${name}`] : [];
  const all = [...chars.map((char) => `-${char}`), ...names.map((long) => `--${long}`), ...negative];
  return [...new Set(all)].filter(isTyped);
}

function valueFields(flag: Foreign, isList: boolean): Pick<AtipOption, 'type' | 'enum'> {
  if (flag['type'] === 'boolean') return { type: 'boolean' };
  const [label = ''] = textsOf(flag['helpValue']);
  const value = statedValue(wordsOf(flag['options']), label.slice(0, 100).replace(/^[<[]|[>\]]$/g, ''));
  return isList ? { ...value, type: 'array' } : value;
}

function presetOf(value: unknown, isList: boolean, lose: Lose): { readonly default?: unknown } {
  if (value === undefined || value === null) return {};
  const items = Array.isArray(value) && isList ? value.map(scalarOf) : undefined;
  if (items?.every((item) => item !== undefined)) return { default: items };
  const scalar = scalarOf(value);
  if (scalar !== undefined) return { default: scalar };
  lose('import-lost-default');
  return {};
}

function longFlags(names: unknown): string[] {
  return textsOf(names).map((name) => `--${name}`);
}

/** True if the author hides something or advises against it. */
function isDiscouraged({ hidden, deprecated, state, deprecationOptions }: Foreign): boolean {
  const isDeprecated = deprecated === true || isRecord(deprecated) || isRecord(deprecationOptions);
  return hidden === true || isDeprecated || state === 'deprecated';
}

interface TemplateValues {
  readonly bin: string;
  /** In its typed form. */
  readonly id: string;
}

/** Fills the templates for the names of the program and the command, and removes other templates. */
function fillTemplates(text: string, { bin, id }: TemplateValues, lose: Lose): string {
  if (!text.includes('<%')) return text;
  const filled = text.replace(/<%[-=_]?([^%<>]{0,200})%>/g, (_all, inner: string) => {
    const name = inner.trim();
    if (name === 'config.bin' && bin !== '') return bin;
    if (name === 'command.id') return id;
    lose('import-lost-template');
    return '';
  });
  return filled.replace(/[ \t]{2,20}/g, ' ').trim();
}
