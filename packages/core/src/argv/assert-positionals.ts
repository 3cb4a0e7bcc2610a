import { omittedCommands } from '../commands/omitted-commands.ts';
import type { Parameter } from '../commands/parameters.ts';
import { isRecord } from '../json/is-record.ts';
import { getOwn } from '../json/own-property.ts';
import type { CommandMapping } from '../types/flat-command.ts';
import { refusal } from './refuse.ts';

/** What no subcommand is called: a path, an address, several words. */
const NO_NAME = /[\s/]/;

/**
 * Checks that a program will take the positionals for what they are, given that it tells them apart by place alone.
 *
 * Refused: one without those before it, a second list, whose start nobody could tell, and a first word that is the name
 * of a subcommand. `git stash` and `git stash drop` share their beginning: with "drop" as an argument the first is the
 * second, which nobody allowed. Where the document leaves commands out, that is any word that could be a name; a file is
 * then written as `./drop`.
 *
 * @param given the command's arguments that have a value, in order
 * @param words their elements
 * @throws ArgumentValidationError
 */
export function assertPositionals(
  given: readonly Parameter[],
  all: readonly Parameter[],
  words: readonly string[],
  mapping: CommandMapping,
): void {
  const positionals = all.filter(({ kind }) => kind === 'argument');
  const gap = positionals.find((parameter, index) => given[index] !== parameter);
  const later = given.find((parameter, index) => positionals[index] !== parameter);
  if (gap && later) throw refusal(later.key, `cannot be given without "${gap.key}", which comes before it`);
  const [first, second] = given.filter(takesMany);
  if (first && second)
    throw refusal(second.key, `cannot be given together with "${first.key}": nothing shows where that list ends`);
  const [owner] = given;
  const [word] = words;
  const group = groupOf(mapping);
  if (!owner || !word || !group) return;
  if (group.names.some((name) => firstWord(name) === firstWord(word)))
    throw refusal(owner.key, 'names another command, which would run instead');
  if (group.hidesNames && !NO_NAME.test(word))
    throw refusal(owner.key, 'could name a command that this document leaves out; a path can begin with "./"');
}

function takesMany({ kind, source }: Parameter): boolean {
  return source.type === 'array' || (kind === 'argument' && source.variadic === true);
}

/** As far as programs differ in reading it: some ignore case. A key with white space in it is several words to them. */
function firstWord(text: string): string | undefined {
  return text.trim().toLowerCase().split(/\s/, 1)[0];
}

/**
 * What else the words of a command can begin, and whether the document tells all of it. Absent for a plain command; one called
 * `""` has its siblings there.
 */
function groupOf({ tool, path }: CommandMapping): { names: readonly string[]; hidesNames: boolean } | undefined {
  let node: unknown = tool;
  for (const key of path) {
    const commands = isRecord(node) ? getOwn(node, 'commands') : undefined;
    node = isRecord(commands) ? getOwn(commands, key) : undefined;
  }
  const commands = isRecord(node) ? getOwn(node, 'commands') : undefined;
  if (!isRecord(node) || !isRecord(commands)) return undefined;
  const { partial, totalCommands, includedCommands } = tool;
  const isExcerpt = partial === true && (totalCommands === undefined || totalCommands !== includedCommands);
  return { names: Object.keys(commands), hidesNames: isExcerpt || omittedCommands(node) > 0 };
}
