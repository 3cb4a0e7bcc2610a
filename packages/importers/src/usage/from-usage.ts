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
  scalarOf,
  textOf,
  textsOf,
  wordsOf,
} from '../document/foreign-data.ts';
import { type Branch, growTree } from '../document/grow-tree.ts';
import { statedValue } from '../help/value-facts.ts';
import type { AtipArgument, AtipEffects, AtipOption } from '@atip/core';
import { asRecord } from '@atip/core/internal';

/** Losses: facts of a usage specification that have no place in ATIP. */
const USAGE_LOSSES = {
  'import-lost-option': ['warning', 'a flag without a spelling that can be typed is left out.'],
  'import-lost-generator': ['info', 'commands or values that a program computes are left out; any text is allowed.'],
  'import-lost-values': ['info', 'how often a value may be given at most or at least is left out.'],
  'import-lost-effect': ['warning', 'an effect that the format does not have is left out, so it is unknown.'],
  'import-lost-dash': ['info', 'that "--" has to stand before an argument is left out.'],
} satisfies LossTexts;

type Lose = LoseOf<typeof USAGE_LOSSES>;

/**
 * Converts a usage specification (usage.jdx.dev), the KDL document of `@bgotink/kdl`, to an ATIP document.
 *
 * Shape: `bin "tidy"; cmd "rm" effect="destructive" { flag "-f --force" help="never ask"; arg "<file>…" }` → a tool
 * `tidy` with a command `rm`, which is destructive. Flags with `global=#true` apply to every command below. The
 * author's effects `destructive` and `write` also apply to the commands below; `read` only to its own command. Trust is
 * `community`.
 *
 * Lossy, each with an issue that counts: commands and values that are computed (`mount`, `complete`), least and most
 * values. Silent: the configuration files, authors, licences. Limits: 2,000,000 values, 25 levels of commands. Never
 * throws.
 * @example
 * ```ts
 * import { fromUsage } from '@atip/importers';
 * declare const kdl: unknown; // of parse() in @bgotink/kdl
 * fromUsage(kdl, { name: 'tidy' }).tool.name; // 'tidy'
 * ```
 */
export function fromUsage(document: unknown, hints: ImportHints = {}): Imported {
  const { data, lose, issues } = openForeign(document, USAGE_LOSSES);
  const root = nodeOf({ name: { name: 'cmd' }, children: data });
  const { description, ...tree } = growTree<UsageNode>(root, {
    namesOf: (node) => [...textsOf(node.values[0]), ...aliasesOf(node)],
    read: (node, pointer) => readBranch(node, (code) => lose(code, pointer)),
    lose,
  });
  const name = hints.name ?? (stated(root, 'bin') || stated(root, 'name'));
  const version = hints.version ?? stated(root, 'version');
  return finishTool({ name, version, description, trust: { source: 'community' }, ...tree }, issues());
}

/** A node of KDL: `name value key=value { children }`. */
interface UsageNode {
  readonly name: string;
  readonly values: readonly unknown[];
  readonly properties: ReadonlyMap<string, unknown>;
  readonly children: readonly UsageNode[];
}

function nodeOf(node: Fields): UsageNode {
  const entries = recordsOf(node['entries']);
  const keyOf = (entry: Fields): string => textOf(asRecord(entry['name'])['name']);
  const contentOf = (entry: Fields): unknown => asRecord(entry['value'])['value'];
  return {
    name: textOf(asRecord(node['name'])['name']),
    values: entries.filter((entry) => keyOf(entry) === '').map(contentOf),
    properties: new Map(
      entries.filter((entry) => keyOf(entry) !== '').map((entry) => [keyOf(entry), contentOf(entry)] as const),
    ),
    children: recordsOf(asRecord(node['children'])['nodes']).map(nodeOf),
  };
}

function childrenOf({ children }: UsageNode, name: string): readonly UsageNode[] {
  return children.filter((child) => child.name === name);
}

/** A fact as a property, or as a child node of that name with one value. */
function factOf(node: UsageNode, name: string): unknown {
  return node.properties.get(name) ?? childrenOf(node, name)[0]?.values[0];
}

function stated(node: UsageNode, ...names: readonly string[]): string {
  return names.map((name) => textOf(factOf(node, name))).find((text) => text !== '') ?? '';
}

function isSet(node: UsageNode, name: string): boolean {
  return factOf(node, name) === true;
}

function aliasesOf(node: UsageNode): string[] {
  return childrenOf(node, 'alias').flatMap(({ values }) => textsOf(values));
}

function isDiscouraged(node: UsageNode): boolean {
  const deprecated = factOf(node, 'deprecated');
  return isSet(node, 'hide') || (deprecated !== undefined && deprecated !== false);
}

function readBranch(node: UsageNode, lose: Lose): Branch<UsageNode> {
  if (childrenOf(node, 'mount').length + childrenOf(node, 'complete').length > 0) lose('import-lost-generator');
  const flags = childrenOf(node, 'flag').flatMap((flag) =>
    readFlag(flag, lose).map((option) => ({ option, isGlobal: isSet(flag, 'global') })),
  );
  const own = flags.filter(({ isGlobal }) => !isGlobal).map(({ option }) => option);
  const args = childrenOf(node, 'arg').map((arg, at) => readArg(arg, at, lose));
  const examples = childrenOf(node, 'example').flatMap(({ values }) => textsOf(values[0]));
  const marks = marksOf(aliasesOf(node), isDiscouraged(node));
  const { effects, lasting } = readEffect(node, lose);
  return {
    command: {
      description: stated(node, 'help', 'about', 'long_help', 'long_about'),
      ...(args.length > 0 && { arguments: args }),
      ...(own.length > 0 && { options: own }),
      ...(examples.length > 0 && { examples }),
      ...(effects && { effects }),
      ...marks,
    },
    group: { ...marks, ...(lasting && { effects: lasting }) },
    persistent: flags.filter(({ isGlobal }) => isGlobal).map(({ option }) => option),
    ...(isSet(node, 'subcommand_required') && { runs: false }),
    children: childrenOf(node, 'cmd'),
  };
}

const DESTRUCTIVE: AtipEffects = { destructive: true };
const WRITES: AtipEffects = { modifies: ['what the program works on'] };
const READS: AtipEffects = { filesystem: { write: false, delete: false }, destructive: false };

/** The author's statement, read like MCP's hints: `read` means no changes, and does not cover network or programs. */
function readEffect(
  node: UsageNode,
  lose: Lose,
): { readonly effects?: AtipEffects; readonly lasting?: AtipEffects; readonly raised?: AtipEffects } {
  const effect = factOf(node, 'effect');
  if (effect === 'destructive') return { effects: DESTRUCTIVE, lasting: DESTRUCTIVE, raised: DESTRUCTIVE };
  if (effect === 'write') return { effects: WRITES, lasting: WRITES, raised: WRITES };
  // A flag that only reads lowers nothing.
  if (effect === 'read') return { effects: READS };
  if (effect !== undefined) lose('import-lost-effect');
  return {};
}

/** Shape: `-u --user <user>`, with `…` after a repeatable value. */
function readFlag(flag: UsageNode, lose: Lose): AtipOption[] {
  const usage = textOf(flag.values[0]);
  const value = childrenOf(flag, 'arg')[0];
  const label = /[<[]([^<>[\]]{1,200})[>\]]/.exec(usage)?.[1] ?? (value && labelOf(value));
  const repeats = /(?:…|\.\.\.)\s*$/.test(usage) || isSet(flag, 'var');
  // A short name before them (`user: -u --user`) is internal to the program.
  const spelled = usage.replace(/[<[].*$/, '').match(/(?<![^\s,])--?[^\s,=…]+/g) ?? [];
  const aliases = aliasesOf(flag).map((alias) => (alias.startsWith('-') ? alias : `--${alias}`));
  const negated = textsOf(factOf(flag, 'negate'));
  const flags = [...new Set([...spelled, ...aliases, ...negated].map((word) => word.replace(/\.+$/, '')))].filter(
    isTyped,
  );
  const [first] = flags;
  if (first === undefined) {
    lose('import-lost-option');
    return [];
  }
  const { raised } = readEffect(flag, lose);
  const env = stated(flag, 'env');
  const isCount = isSet(flag, 'count') || (label === undefined && repeats);
  const long = flags.find((spelling) => spelling.startsWith('--'));
  const facts = label === undefined ? undefined : readValues(label, [flag, ...listOf(value)].filter(isNode));
  return [
    {
      name: (long ?? first).replace(/^--?/, '') || first,
      flags,
      description: stated(flag, 'help', 'long_help'),
      ...(facts ?? (isCount ? { type: 'integer', 'x-count': true } : { type: 'boolean' })),
      ...(facts !== undefined && repeats && { type: 'array' }),
      ...presetOf(flag, facts !== undefined && repeats, facts === undefined),
      ...(isSet(flag, 'required') && { required: true }),
      ...(env !== '' && { envVar: env }),
      ...(isDiscouraged(flag) && { 'x-deprecated': true }),
      ...(raised && { 'x-effects': raised }),
    },
  ];
}

function isNode(value: unknown): value is UsageNode {
  return typeof value === 'object' && value !== null && 'properties' in value;
}

function labelOf(arg: UsageNode): string {
  return textOf(arg.values[0])
    .replace(/^[<[]+(?:--\s*)?|(?:…|\.\.\.)$/g, '')
    .replace(/[>\]]+$/, '');
}

/** Shape: `<file>`, `[file]`, `<file>…`. */
function readArg(arg: UsageNode, at: number, lose: Lose): AtipArgument {
  const usage = textOf(arg.values[0]);
  const variadic = isSet(arg, 'var') || /(?:…|\.\.\.)[>\]]*$/.test(usage);
  if (factOf(arg, 'double_dash') === 'required') lose('import-lost-dash');
  if (factOf(arg, 'var_min') !== undefined || factOf(arg, 'var_max') !== undefined) lose('import-lost-values');
  const label = labelOf(arg).replace(/(?:…|\.\.\.)$/, '');
  const preset = presetOf(arg, false, false);
  const isOptional = factOf(arg, 'required') === false || usage.startsWith('[') || preset.default !== undefined;
  const { raised } = readEffect(arg, lose);
  return {
    name: label || `argument${at + 1}`,
    description: stated(arg, 'help', 'long_help'),
    ...readValues(label, [arg]),
    ...preset,
    ...(isOptional && { required: false }),
    ...(variadic && { variadic: true }),
    ...(isDiscouraged(arg) && { 'x-deprecated': true }),
    ...(raised && { 'x-effects': raised }),
  };
}

/** The choices of a value, else its type by its name. @param nodes possible sources */
function readValues(label: string, nodes: readonly UsageNode[]): ReturnType<typeof statedValue> {
  const choices = nodes.flatMap((node) => childrenOf(node, 'choices')).flatMap(({ values }) => wordsOf(values));
  return statedValue(choices, label.slice(0, 100));
}

function presetOf(node: UsageNode, isList: boolean, isSwitch: boolean): { readonly default?: unknown } {
  const listed = childrenOf(node, 'default').flatMap(({ values }) => values);
  const values = [...listOf(node.properties.get('default')), ...listed]
    .map(scalarOf)
    .filter((one) => one !== undefined);
  const [first] = values;
  if (first === undefined) return {};
  if (isSwitch && typeof first !== 'boolean') return {};
  return { default: isList ? values : first };
}
