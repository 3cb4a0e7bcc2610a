import { ToolCache } from '../json/settled.ts';
import { soundCommands } from '../commands/flatten-commands.ts';
import { aliasesOf } from '../commands/name-command.ts';
import { type Parameter, parametersOf, takesMany } from '../commands/parameters.ts';
import { getOwn, isRecord } from '../json/is-record.ts';
import type { AtipOption, AtipTool, FlatCommand } from '../types/tool.ts';
import { assignmentsBefore, endsOf, type Group, groupOf, splitFlags } from './build-command-array.ts';

/** The commands of a tool by the words that lead to them. */
export interface WordNode {
  /** The key in the document. Aliases lead to the same node. */
  readonly key: string;
  readonly children: Map<string, WordNode>;
  /** Absent: a group that is not a command itself. */
  command?: FlatCommand;
  /** The flags of all commands below, built when an option came before one of them. */
  below?: FlagTable;
}

export interface FlagUse {
  readonly option: AtipOption;
  /** True: the flag turns the option off, as `--no-color` does. */
  readonly off: boolean;
}

export interface FlagTable {
  /** Several uses of one flag: the document contradicts itself. */
  readonly uses: ReadonlyMap<string, readonly FlagUse[]>;
  /** Flags of two dashes, sorted, to look up abbreviated ones. */
  readonly longs: readonly string[];
  /** Number of one-dash flags that are words, as find's `-name` is. */
  readonly dashWords: number;
  /** One-dash word flags that are written together with their value, the longest first. */
  readonly attached: readonly string[];
  /** The option that is also written `-5`. */
  readonly number: FlagUse | undefined;
}

export interface CommandWords {
  readonly parameters: readonly Parameter[];
  readonly positionals: readonly (Parameter & { readonly kind: 'argument' })[];
  /** Index of the first positional that takes many words. */
  readonly firstList: number | undefined;
  /** See `assignmentsBefore`. */
  readonly assigned: Parameter | undefined;
  readonly own: FlagTable;
  readonly byOption: ReadonlyMap<AtipOption, Parameter>;
  /** Absent: its first word cannot name another command. */
  readonly group: Group | undefined;
  readonly hasPlusFlags: boolean;
}

interface ToolWords {
  readonly root: WordNode;
  readonly globals: FlagTable;
  readonly commands: Map<FlatCommand, CommandWords>;
}

const WORDS = /* @__PURE__ */ new ToolCache<ToolWords>();

/** The words of a tool; computed once for a settled one. */
export function wordsOf(tool: AtipTool): ToolWords {
  return WORDS.get(tool, '', () => ({
    root: treeOf(tool),
    globals: tableOf(tool.globalOptions ?? []),
    commands: new Map(),
  }));
}

export function commandWords(tool: AtipTool, command: FlatCommand): CommandWords {
  const { commands } = wordsOf(tool);
  const words = commands.get(command) ?? readCommand(command);
  commands.set(command, words);
  return words;
}

/** The flags of all commands below a node. For options that share a flag, only the way they take a value counts. */
export function flagsBelow(node: WordNode): FlagTable {
  node.below ??= tableOf(optionsBelow(node), (one, other) => needOf(one) === needOf(other));
  return node.below;
}

function optionsBelow({ command, children }: WordNode): AtipOption[] {
  const below = [...new Set(children.values())].flatMap(optionsBelow);
  return [...(command?.metadata.options ?? []), ...below];
}

/** The way a flag takes a value. `until`: all words up to an end word. */
type Need = 'none' | 'optional' | 'one' | 'until';

export function needOf({ option, off }: FlagUse): Need {
  const { type, 'x-count': isCount, 'x-choice': isChoice } = option;
  if (off || type === 'boolean' || isCount === true || isChoice === true) return 'none';
  if (option['x-optional-value'] === true) return 'optional';
  return endsOf(option) ? 'until' : 'one';
}

function readCommand(command: FlatCommand): CommandWords {
  const parameters = parametersOf(command, 'key');
  const positionals = parameters.filter((parameter) => parameter.kind === 'argument');
  const options = parameters.filter((parameter) => parameter.kind === 'option');
  const firstList = positionals.findIndex(takesMany);
  return {
    parameters,
    positionals,
    firstList: firstList < 0 ? undefined : firstList,
    assigned: assignmentsBefore(positionals),
    own: tableOf(command.metadata.options ?? []),
    byOption: new Map(options.map((parameter) => [parameter.source, parameter])),
    group: groupOf(command),
    hasPlusFlags: options.some(({ source }) => source.flags.some((flag) => flag.startsWith('+'))),
  };
}

/** Commands that cannot be compiled are left out: their words are unknown. */
function treeOf(tool: AtipTool): WordNode {
  const root: WordNode = { key: '', children: new Map() };
  for (const command of soundCommands(tool)) {
    let node = root;
    for (const key of command.path) {
      const next = node.children.get(key) ?? { key, children: new Map() };
      node.children.set(key, next);
      node = next;
    }
    node.command = command;
  }
  addAliases(root, tool.commands);
  return root;
}

/** A name wins over an alias, and an alias of two commands leads to neither. */
function addAliases(node: WordNode, commands: unknown): void {
  if (!isRecord(commands)) return;
  const aliases = new Map<string, WordNode | undefined>();
  for (const [key, child] of node.children) {
    const metadata = getOwn(commands, key);
    if (!isRecord(metadata)) continue;
    for (const alias of aliasesOf(metadata)) aliases.set(alias, aliases.has(alias) ? undefined : child);
    addAliases(child, getOwn(metadata, 'commands'));
  }
  for (const [alias, child] of aliases) if (child && !node.children.has(alias)) node.children.set(alias, child);
}

/**
 * @param isSame true if two uses of one flag are no contradiction. Absent: an option that is there twice is no
 * contradiction
 */
function tableOf(
  options: readonly AtipOption[],
  isSame: (one: FlagUse, other: FlagUse) => boolean = areTwins,
): FlagTable {
  const uses = new Map<string, FlagUse[]>();
  let dashWords = 0;
  let number: FlagUse | undefined;
  for (const option of options) {
    const { positive, negative } = splitFlags(option.flags);
    // As in `switchElements`: all flags of an option whose flag is `--no-` and its name turn it off.
    const turnsOff = option.type === 'boolean' && positive.includes(`--no-${option.name}`);
    for (const flag of new Set([...positive, ...negative])) {
      const use = { option, off: turnsOff || negative.includes(flag) };
      const before = uses.get(flag);
      if (!before) uses.set(flag, [use]);
      else if (before[0] && !isSame(use, before[0])) before.push(use);
      if (/^-[^-\d]./.test(flag)) dashWords += 1;
    }
    if (option['x-number-flag'] === true) number ??= { option, off: false };
  }
  const flags = [...uses.keys()];
  const longs = flags.filter((flag) => flag.startsWith('--')).sort();
  const isAttached = ({ option }: FlagUse): boolean => option['x-value-style'] === 'attached';
  const attached = flags.filter((flag) => /^[-+][^-].|^--.+:$/.test(flag) && uses.get(flag)?.every(isAttached));
  attached.sort((a, b) => b.length - a.length);
  return { uses, longs, dashWords, attached, number };
}

function areTwins(one: FlagUse, other: FlagUse): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
