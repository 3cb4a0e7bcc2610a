import { stated } from '@atip/core/internal';
import type { AtipCommand, AtipEffects, AtipOption, AtipTool } from '@atip/core';
import type { ValueTypes } from './parameters.ts';
import type { ProgramCommand, ProgramTree, Tell } from './program-tree.ts';

/** Facts about the program that override its framework's. */
export interface ProgramFacts {
  /** The name to type. */
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  readonly description?: string | undefined;
  readonly homepage?: string | undefined;
  /**
   * Types by the value names in usage lines: `{ levels: 'integer' }` for `--depth <levels>`. Names such as `file`,
   * `dir` and `url` are known.
   */
  readonly types?: ValueTypes | undefined;
}

/** Facts, and the running script's name, used if nothing else names the program. */
export type FactsOfRun = ProgramFacts & { readonly script?: string | undefined };

/**
 * The effects of each command by its words: `{ 'remote add': … }`. `''` is the program itself. The effects of a group
 * apply to everything below it.
 */
export type EffectsByWords = Readonly<Record<string, AtipEffects | undefined>>;

interface Writing extends Pick<ProgramTree, 'endsAtDashes' | 'greedyLists'> {
  readonly effects: EffectsByWords;
  readonly tell: Tell;
  /** First-level options that come after its word. */
  readonly behind: AtipOption[];
  readonly used: Set<string>;
}

interface Position {
  readonly words: readonly string[];
  readonly inherited: readonly AtipOption[];
}

/** As deep as a document may be nested: a level of commands is two of JSON. */
const MAX_LEVELS = 40;

/**
 * Writes a program as ATIP.
 *
 * Shape: a command that is also a group gets the key `""` for itself; options of the program become `globalOptions`,
 * those of a group options of each command below it. Names that cannot be keys, repeated commands, and cycles are
 * reported and left out.
 * @see ATIP 0.3 §3.2
 */
export function writeDocument(tree: ProgramTree, facts: FactsOfRun, effects: EffectsByWords, tell: Tell): AtipTool {
  const root = withValues({ ...tree.root, description: tree.root.description || (facts.description ?? '') });
  const name = facts.name ?? (tree.name || (facts.script ?? ''));
  const { endsAtDashes, greedyLists = false } = tree;
  const writing: Writing = { effects, tell, behind: [], used: new Set(), endsAtDashes, greedyLists };
  const commands = writeRoot(root, writing);
  for (const words of Object.keys(effects))
    if (!writing.used.has(words))
      tell('error', [], `There are effects for ${JSON.stringify(words)}, but the program has no command of that name.`);
  const globals = root.children.length > 0 ? [...root.shared.filter(isGlobal(root, writing)), ...writing.behind] : [];
  return stated({
    atip: { version: '0.4', features: ['partial-discovery', 'interactive-effects', 'trust-v1'] },
    name,
    version: facts.version ?? tree.version ?? 'unknown',
    description: facts.description ?? (root.description || `The program ${name}`),
    homepage: facts.homepage,
    trust: { source: 'native' as const },
    'x-end-of-options': endsAtDashes ? true : undefined,
    globalOptions: globals.length > 0 ? globals : undefined,
    commands,
  });
}

function writeRoot(root: ProgramCommand, writing: Writing): Record<string, AtipCommand> {
  const place: Position = { words: [], inherited: [] };
  if (root.children.length === 0) return { '': writeLeaf(root, '', place, writing) };
  // Not among the global options: options that come after a command's name, and those that commands have themselves.
  const isKept = isGlobal(root, writing);
  const shared = root.shared.filter((option) => !isKept(option));
  if (root.sharedFirst === true && shared.length > 0) {
    const names = shared.map(({ name }) => name).join(', ');
    writing.tell(
      'info',
      [],
      `Some commands have their own ${names}, so these options are left out in front of a command.`,
    );
  }
  const passed = root.sharedFirst === true ? [] : shared;
  // Some programs continue after parsing, which only their authors know: effects of `''` declare that.
  const runs = root.runs || Object.hasOwn(writing.effects, '');
  return writeChildren({ ...root, shared: passed, sharedFirst: false, runs }, place, writing);
}

/** Before a command, an option with an optional value would take the command's name, so its value is required there. */
function withValues(node: ProgramCommand): ProgramCommand {
  if (node.sharedFirst !== true || node.children.length === 0) return node;
  return { ...node, shared: node.shared.map(({ 'x-optional-value': _alone, ...option }) => option) };
}

/** Finds the options that can come before every command. */
function isGlobal(root: ProgramCommand, writing: Writing): (option: AtipOption) => boolean {
  const taken = new Set(root.children.flatMap(flagsWithin));
  return (option) => !isHungry(option, writing) && !option.flags.some((flag) => taken.has(flag));
}

function flagsWithin({ options, shared, children }: ProgramCommand): string[] {
  return [...[...options, ...shared].flatMap(({ flags }) => flags), ...children.flatMap(flagsWithin)];
}

/** True for an option that would take the next word as well, so it must come after the arguments. */
function isHungry(option: AtipOption, { greedyLists }: Writing): boolean {
  return option['x-optional-value'] === true || (greedyLists === true && option.type === 'array');
}

function writeChildren(node: ProgramCommand, place: Position, writing: Writing): Record<string, AtipCommand> {
  const commands = new Map<string, AtipCommand>();
  if (node.runs) commands.set('', writeLeaf(node, place.words.join(' '), place, writing));
  const taken = new Set(node.children.flatMap(({ names }) => names.slice(0, 1)));
  const aliases = new Set<string>();
  const inherited = inheritedBelow(node, place, writing);
  for (const child of node.children) {
    const [own = '', ...others] = child.names;
    const words = [...place.words, own];
    if (!isKey(own))
      writing.tell('error', place.words, `A command is called ${JSON.stringify(own)}, which cannot be typed.`);
    else if (commands.has(own)) writing.tell('error', words, 'Two commands have this name; the second is left out.');
    else if (words.length > MAX_LEVELS)
      writing.tell('error', words, 'It is deeper than commands of a document can be; it is left out.');
    else {
      const free = others.filter((alias) => isKey(alias) && !taken.has(alias) && !aliases.has(alias));
      for (const alias of free) aliases.add(alias);
      if (free.length < others.length)
        writing.tell(
          'warning',
          words,
          'One of its aliases cannot be typed or belongs to another command, so it is left out.',
        );
      const below = { words, inherited };
      commands.set(own, writeNode({ ...child, names: [own, ...free] }, below, writing));
      if (own === node.usual && !commands.has('')) commands.set('', writeUsual(child, words, place, writing));
    }
  }
  return Object.fromEntries(commands);
}

/** Repeats the default subcommand without its name. */
function writeUsual(child: ProgramCommand, words: readonly string[], place: Position, writing: Writing): AtipCommand {
  return writeLeaf({ ...child, names: [''], sameAs: words.join(' ') }, place.words.join(' '), place, writing);
}

function inheritedBelow(
  node: ProgramCommand,
  { words, inherited }: Position,
  { behind, tell }: Writing,
): readonly AtipOption[] {
  if (node.sharedFirst !== true) return [...inherited, ...node.shared];
  const [group = '', ...deeper] = words;
  if (deeper.length === 0) behind.push(...withValues(node).shared.map((option) => ({ ...option, 'x-behind': group })));
  else if (node.shared.length > 0)
    tell('warning', words, 'Its options come before a subcommand, where a call cannot put them, so they are left out.');
  return inherited;
}

function writeNode(node: ProgramCommand, place: Position, writing: Writing): AtipCommand {
  const words = place.words.join(' ');
  if (node.children.length === 0) return writeLeaf(node, words, place, writing);
  const commands = writeChildren(node, place, writing);
  return { description: node.description, ...marksOf(node), commands, ...effectsOf(words, writing) };
}

function writeLeaf(node: ProgramCommand, words: string, { inherited }: Position, writing: Writing): AtipCommand {
  const own = [...node.options, ...node.shared];
  const taken = new Set(own.flatMap(({ flags }) => flags));
  const options = [...own, ...inherited.filter(({ flags }) => !flags.some((flag) => taken.has(flag)))];
  const isHeld =
    !writing.endsAtDashes && node.arguments.length > 0 && options.some((option) => isHungry(option, writing));
  return stated({
    description: node.description,
    arguments: node.arguments.length > 0 ? [...node.arguments] : undefined,
    options: options.length > 0 ? options : undefined,
    'x-arguments-first': isHeld ? true : undefined,
    ...marksOf(node),
    ...effectsOf(words, writing, node.sameAs),
  });
}

function effectsOf(own: string, { effects, used }: Writing, other?: string): Pick<AtipCommand, 'effects'> {
  used.add(own);
  const words = [own, other ?? own].find((name) => Object.hasOwn(effects, name));
  const stated = words === undefined ? undefined : effects[words];
  return stated === undefined ? {} : { effects: stated };
}

function marksOf({ names, isDiscouraged }: ProgramCommand): Pick<AtipCommand, 'x-aliases' | 'x-deprecated'> {
  const [, ...aliases] = names;
  return stated({
    'x-aliases': aliases.length > 0 ? aliases : undefined,
    'x-deprecated': isDiscouraged ? true : undefined,
  });
}

/** True for a word that can be typed as a command's name. `__proto__` changes objects in other programs. */
function isKey(name: string): boolean {
  return (
    name.length > 0 &&
    name.length <= 200 &&
    name !== '__proto__' &&
    !/[\s\p{Cc}\p{Cf}]/u.test(name) &&
    !name.startsWith('-')
  );
}
