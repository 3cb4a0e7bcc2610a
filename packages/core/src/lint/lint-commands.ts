import { mergeEffects } from '../effects/merge-effects.ts';
import { joinPointer } from '../json/pointer.ts';
import type { AtipEffects } from '../types/effects.ts';
import type { AtipCommand } from '../types/tool.ts';
import type { Lint } from './lint.ts';
import { lintDescription } from './lint-description.ts';
import { lintEffects } from './lint-effects.ts';
import { lintExamples } from './lint-examples.ts';
import { lintParameters } from './lint-parameters.ts';

const DESTRUCTION =
  '(?:delete|remove|rmi?|del|destroy|purge|drop|wipe|erase|reset|prune|kill|uninstall|truncate|revoke|unlink|shred|terminate)';
/** The whole of a name. */
const DESTROYS = new RegExp(`^${DESTRUCTION}$`, 'i');
/** The first or last word of a name, `delete-branch`: in between it describes something else. */
const DESTROYS_THAT = new RegExp(`^${DESTRUCTION}(?=[-_:])|(?<=[-_:])${DESTRUCTION}$`, 'i');

/** What a command and its children share. */
interface Node {
  readonly pointer: string;
  /** The tool's name, then the keys that are not empty. */
  readonly path: readonly string[];
  /** Merged, this level included. */
  readonly effects: AtipEffects;
  /** Flags of the tool, then of each level. */
  readonly flags: readonly ReadonlySet<string>[];
}

/** Checks the tool itself and the tree of its commands: each one, siblings, and what the levels say of each other. */
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

/** Returns whether nothing below says what it does: then one finding above stands for all of them. */
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
  lintExamples(lint, pointer, command.examples ?? [], flags);
  const word = path.find((name) => DESTROYS.test(name)) ?? DESTROYS_THAT.exec(path.at(-1) ?? '')?.[0];
  const { filesystem, network, destructive, reversible, creates } = effects;
  if (word && !destructive) {
    lint.report(destructive === false ? 'denied-destruction' : 'unstated-destruction', pointer, word);
  }
  const files = [filesystem?.read, filesystem?.write, filesystem?.delete];
  return [...files, network, destructive, reversible, creates].every((one) => one === undefined);
}

/** What counts here of the lists is that they are stated; joining long ones for every command below takes forever. */
function withoutLists({ filesystem, creates, modifies, deletes, ...rest }: AtipEffects): AtipEffects {
  const { paths, ...files } = filesystem ?? {};
  return { ...rest, filesystem: files, ...((creates ?? modifies ?? deletes) && { creates: [] }) };
}
