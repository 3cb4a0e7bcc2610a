import { omittedCommands } from '../commands/flatten-commands.ts';
import { mergeEffects } from '../effects/merge-effects.ts';
import { trustSourceOf } from '../effects/trust.ts';
import { getOwn, isRecord } from '../json/is-record.ts';
import { joinPointer } from '../json/pointer.ts';
import { convertValue } from '../document/check-shape.ts';
import { nodeAt } from '../document/source-document.ts';
import type { AtipArgument, AtipCommand, AtipEffects, AtipOption } from '../types/tool.ts';
import { type Lint, replaceSame } from './lint-rules.ts';

const DESTRUCTION =
  '(?:delete|remove|rmi?|del|destroy|purge|drop|wipe|erase|reset|prune|kill|uninstall|truncate|revoke|unlink|shred|terminate)';
/** The whole name. */
const DESTROYS = new RegExp(`^${DESTRUCTION}$`, 'i');
/** The first or last word of a name, `delete-branch`; in the middle it describes something else. */
const DESTROYS_THAT = new RegExp(`^${DESTRUCTION}(?=[-_:])|(?<=[-_:])${DESTRUCTION}$`, 'i');

interface Node {
  readonly pointer: string;
  /** The tool's name, then the non-empty keys. */
  readonly path: readonly string[];
  /** Merged, this level included. */
  readonly effects: AtipEffects;
  /** Flags of the tool, then of each level. */
  readonly flags: readonly Flags[];
}

/** Checks the tool itself and its command tree: each command, its siblings, and contradictions between levels. */
export function lintCommands(lint: Lint): void {
  const { name, description, effects, globalOptions, commands = {} } = lint.tool;
  lintDescription(lint, '', description, name, 200);
  const merged = withoutLists(mergeEffects(effects));
  lintEffects(lint, '/effects', effects, merged);
  const flags = [lintParameters(lint, '', { globalOptions })];
  if (Object.keys(commands).length === 0) lint.report('no-commands', '');
  if (lintLevel(lint, commands, { pointer: '', path: [name], effects: merged, flags })) {
    lint.report('missing-effects', '');
  }
}

/** Returns whether no command below states its effects: then one finding above covers all of them. */
function lintLevel(lint: Lint, commands: Record<string, AtipCommand>, above: Node): boolean {
  const silent: string[] = [];
  const keys = Object.keys(commands);
  const descriptions = new Map<string, string>();
  for (const [key, command] of Object.entries(commands)) {
    const pointer = joinPointer(above.pointer, 'commands', key);
    if (lintCommand(lint, command, nodeBelow(lint, above, pointer, key, command))) silent.push(pointer);
    const twin = descriptions.get(command.description);
    if (twin !== undefined && command.description) lint.report('duplicate-description', `${pointer}/description`, twin);
    descriptions.set(command.description, key);
  }
  // A server's tools need no annotations, and only the server can add some.
  if (lint.tool['x-mcp'] === true) return false;
  if (silent.length === keys.length) return keys.length > 0;
  for (const pointer of silent) lint.report('missing-effects', pointer);
  return false;
}

function nodeBelow(lint: Lint, above: Node, pointer: string, key: string, command: AtipCommand): Node {
  const { arguments: positional, options, effects } = command;
  const [globals] = above.flags;
  return {
    pointer,
    path: key === '' ? above.path : [...above.path, key],
    effects: effects ? withoutLists(mergeEffects(above.effects, effects)) : above.effects,
    flags: [...above.flags, lintParameters(lint, pointer, { arguments: positional, options }, globals)],
  };
}

function lintCommand(lint: Lint, command: AtipCommand, node: Node): boolean {
  const { pointer, path, effects, flags } = node;
  // OpenAI's limit, the lowest of all providers.
  lintDescription(lint, pointer, command.description, path.at(-1), 1024);
  lintEffects(lint, `${pointer}/effects`, command.effects, effects);
  if (command.commands && Object.keys(command.commands).length > 0) {
    for (const field of ['arguments', 'options'] as const) {
      if (command[field]?.length) lint.report('unreachable-parameters', `${pointer}/${field}`);
    }
    return lintLevel(lint, command.commands, node);
  }
  // Its commands are left out, and state their own effects.
  if (omittedCommands(command) > 0) return false;
  lintExamples(lint, pointer, command.examples ?? [], flags);
  const word = path.find((name) => DESTROYS.test(name)) ?? DESTROYS_THAT.exec(path.at(-1) ?? '')?.[0];
  const { filesystem, network, destructive, reversible, creates } = effects;
  if (word && !destructive) {
    lint.report(destructive === false ? 'denied-destruction' : 'unstated-destruction', pointer, word);
  }
  const files = [filesystem?.read, filesystem?.write, filesystem?.delete];
  return [...files, network, destructive, reversible, creates].every((one) => one === undefined);
}

/** Drops the lists: only their presence matters here, and joining long lists for every command is slow. */
function withoutLists({ filesystem, creates, modifies, deletes, ...rest }: AtipEffects): AtipEffects {
  const { paths, ...files } = filesystem ?? {};
  return { ...rest, filesystem: files, ...((creates ?? modifies ?? deletes) && { creates: [] }) };
}

/** Contradictory statements: the message, and the path of the reassuring one, `"cost.estimate"`. */
export const CONTRADICTIONS: readonly (readonly [
  words: string,
  reassurance: string,
  holds: (effects: AtipEffects) => unknown,
])[] = [
  ['destructive, yet reversible', 'reversible', ({ destructive, reversible }) => destructive && reversible],
  [
    'deletes for good, yet not destructive',
    'destructive',
    ({ deletes, filesystem, destructive, reversible }) =>
      destructive === false && reversible === false && (deletes?.length || filesystem?.delete),
  ],
  [
    'deletes files, yet writes none',
    'filesystem.write',
    ({ filesystem }) => filesystem?.write === false && filesystem.delete,
  ],
  [
    'creates files, yet writes none',
    'filesystem.write',
    ({ filesystem, creates = [], modifies = [] }) =>
      filesystem?.write === false &&
      [...creates, ...modifies].some((item) => /^(?:files?|director(?:y|ies))$/i.test(item)),
  ],
  ['free, yet billable', 'cost.estimate', ({ cost }) => cost?.billable && cost.estimate === 'free'],
  ['billable, yet without network', 'network', ({ cost, network }) => cost?.billable && network === false],
  [
    'asks questions, yet reads no input',
    'interactive.stdin',
    ({ interactive }) => interactive?.prompts && interactive.stdin === 'none' && !interactive.tty,
  ],
];

/**
 * Checks the effects of one level, against each other and against `merged`, the worst of this level and all above it.
 */
function lintEffects(lint: Lint, path: string, effects: AtipEffects = {}, merged: AtipEffects = {}): void {
  for (const [words, , holds] of CONTRADICTIONS) {
    if (holds(effects)) lint.report('contradictory-effects', path, words);
  }
  findOverridden(lint, path, effects, merged);
}

/** Lists are skipped, because merging only extends them. */
function findOverridden(lint: Lint, path: string, own: object, merged: object): void {
  for (const [key, value] of Object.entries(own)) {
    if (key === 'x-why') continue;
    const counts = getOwn(merged, key);
    const at = joinPointer(path, key);
    if (isRecord(value) && isRecord(counts)) findOverridden(lint, at, value, counts);
    else if (counts !== undefined && typeof value !== 'object' && value !== counts)
      lint.report('effect-overridden', at);
  }
}

/**
 * Checks a command's examples: they call the tool, with flags that it has.
 *
 * In a pipeline only the tool's own calls are read, without quoted text and words after `--`; only long flags, because
 * `-la` may be one flag or two.
 */
function lintExamples(lint: Lint, at: string, examples: readonly string[], known: Node['flags']): void {
  const { name } = lint.tool;
  const isKnown = (flag: string): boolean => known.some((flags) => flags.has(flag));
  for (const [index, example] of examples.entries()) {
    const path = joinPointer(at, 'examples', index);
    if (!example.includes(name)) lint.report('foreign-example', path, name);
    const unknown = longFlags(example, name).find((flag) => !isKnown(flag) && !isKnown(flag.replace('--no-', '--')));
    if (unknown !== undefined) lint.report('unknown-example-flag', path, unknown);
  }
}

function longFlags(example: string, name: string): string[] {
  return example
    .replace(/"[^"]*"|'[^']*'/g, '')
    .split(/[|;&\n]\s*/)
    .filter((call) => call.replace(/^\$ /, '').startsWith(`${name} `))
    .flatMap((call) => call.split(/\s--\s/, 1)[0]?.match(/(?<=\s)--(?!help$|version$)[a-z][\w-]*/gi) ?? []);
}

type Flags = ReadonlyMap<string, string>;

type Parameter = Omit<AtipOption, 'flags'> & Partial<AtipArgument> & { flags?: string[] };

/**
 * Checks a command's arguments and options, or a tool's global options, each by itself and against each other.
 *
 * @param globals flags of the tool's global options; absent for these themselves
 * @returns the flags of all lists
 */
function lintParameters(
  lint: Lint,
  at: string,
  lists: Readonly<Record<string, readonly Parameter[] | undefined>>,
  globals?: Flags,
): Flags {
  const names = new Map<string, string>();
  const flags = new Map<string, string>();
  for (const [field, list = []] of Object.entries(lists)) {
    for (const [index, parameter] of list.entries()) {
      const path = joinPointer(at, field, index);
      const { name, flags: own = [] } = parameter;
      const folded = name.length > 1 ? name.toLowerCase().replace(/[-_]/g, '') : name;
      const other = names.get(folded);
      if (other === undefined) names.set(folded, name);
      else lint.report(other === name ? 'duplicate-name' : 'ambiguous-name', `${path}/name`, other);
      lintDescription(lint, path, parameter.description);
      lintDefault(lint, path, parameter, field === 'arguments');
      const { 'x-mode': mode, 'x-values': values } = parameter;
      const isMode =
        mode !== undefined || (Array.isArray(values) && values.some((value) => isRecord(value) && value.mode));
      if (isMode && !lint.isBelieved)
        lint.report('mode-without-trust', path, `A document of the source ${trustSourceOf(lint.tool)}`);
      listOnce(lint, 'duplicate-value', `${path}/enum`, parameter.enum ?? []);
      listOnce(lint, 'duplicate-flag', `${path}/flags`, own);
      for (const [place, flag] of own.entries()) {
        // Global options come before the command's words: there `-c` of `git` differs from `-c` of `git commit`.
        if (flags.has(flag) || globals?.get(flag) === name)
          lint.report('duplicate-flag', `${path}/flags/${place}`, flag);
      }
      for (const flag of own) flags.set(flag, name);
    }
  }
  lintOrder(lint, `${at}/arguments`, lists['arguments'] ?? []);
  return flags;
}

function listOnce(
  lint: Lint,
  code: 'duplicate-flag' | 'duplicate-value',
  path: string,
  list: readonly unknown[],
): void {
  const unmet = new Set(list);
  const again = list.find((item) => !unmet.delete(item));
  if (again === undefined) return;
  lint.report(code, path, String(again), replaceSame(lint, path, list, [...new Set(list)], 'List each once'));
}

function lintOrder(lint: Lint, at: string, list: readonly Parameter[]): void {
  let optional = false;
  let endless: Parameter | undefined;
  for (const [index, parameter] of list.entries()) {
    const { type, required, variadic } = parameter;
    const path = joinPointer(at, index);
    if (type === 'boolean') lint.report('boolean-argument', path);
    // A list before one last value is unambiguous, counted from the end: `cp SOURCE... TARGET`, and `ln TARGET... [LINK]`, which
    // needs one of both. A list before a command line is its variables: `env NAME=VALUE... [COMMAND...]`.
    const isCounted = !variadic && endless?.required !== false && index === list.length - 1;
    const isOpen = (variadic || required === false) && !isCounted && parameter['x-rest'] !== true;
    if (endless !== undefined && isOpen) lint.report('variadic-not-last', path, endless.name);
    if (variadic) endless ??= parameter;
    if (required === false) optional = true;
    else if (optional) lint.report('required-after-optional', path);
  }
}

function lintDefault(lint: Lint, at: string, parameter: Parameter, isArgument: boolean): void {
  const { default: preset, type, required = isArgument, enum: values } = parameter;
  const path = `${at}/default`;
  if (preset === undefined || preset === null) return;
  if (required) lint.report('required-default', path);
  const allowed = new Set<unknown>(values);
  if (fits(preset, parameter, allowed)) return;
  const wanted = type === 'integer' || type === 'number' || type === 'boolean' || type === 'array' ? type : 'string';
  const converted = convertValue(preset, [wanted], path, lint.document);
  const fix = fits(converted, parameter, allowed) ? replaceSame(lint, path, preset, converted) : undefined;
  lint.report('invalid-default', path, '', fix);
}

/** True if a parameter accepts a value. Numbers count as text, because a command line has nothing else. */
function fits(value: unknown, { type, variadic }: Parameter, allowed: ReadonlySet<unknown>): boolean {
  if (Array.isArray(value)) {
    return (type === 'array' || variadic === true) && (allowed.size === 0 || value.every((item) => allowed.has(item)));
  }
  if (type === 'array') return false;
  if (allowed.size > 0) return allowed.has(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'boolean' || type === 'number') return typeof value === type;
  return typeof value === 'string' || typeof value === 'number';
}

/** Placeholders for a description that was never written. */
const PLACEHOLDER = /^\W*(?:TODO|FIXME|TBD|XXX|N\/A)\W*(?:$|:)/i;

/**
 * Checks whether a description is enough for a model to choose. `name` is absent for parameters, whose names are
 * enough.
 */
function lintDescription(lint: Lint, at: string, text: string, name?: string, limit = Number.POSITIVE_INFINITY): void {
  const path = `${at}/description`;
  const source = lint.document.text;
  if (text.trim() === '') {
    // `parseTool` has reported a missing text.
    if (name === undefined && lint.tool['x-mcp'] === true) return;
    const code = name === undefined ? 'weak-description' : 'missing-description';
    if (!source || nodeAt(source, path)) lint.report(code, path);
  } else if (text.length > limit) {
    lint.report('long-description', path, String(limit));
  } else if (
    PLACEHOLDER.test(text) ||
    // Scripts without an alphabet say as much in two characters.
    (name !== undefined && (/^[ -~]{0,7}$/.test(text) || fold(text) === fold(name)))
  ) {
    lint.report('weak-description', path);
  }
}

function fold(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
