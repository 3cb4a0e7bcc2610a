import type { NameSeparator } from '../types/provider.ts';
import type { AtipTool, FlatCommand } from '../types/tool.ts';
import { getOwn, isRecord } from '../json/is-record.ts';
import { invalid } from './assert-document.ts';

/**
 * Function names that every provider accepts. The 64 comes from OpenAI Chat and Bedrock, the first character from
 * Gemini.
 */
const PORTABLE_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
/** The same for providers that take dots. */
const DOTTED_NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;
export const MAX_NAME_LENGTH = 64;
/** Room for a hash suffix, an underscore and eight characters. */
const MAX_STEM_LENGTH = 55;
/** Characters kept from each end of a longer name, with an underscore between. */
const HALF = 27;

/**
 * The compiled name of a command, a pure function of its own path.
 *
 * Shape: `["gh", "pr", "create"]` → `"gh_pr_create"`. A name that has to change to be portable gets a hash of its full
 * path, so that no other command can end up with it and adding commands never renames one.
 * Limits: 1 to 64 characters of `[A-Za-z0-9_-]`, the first a letter or underscore.
 *
 * @param segments the tool's name, then the path without empty keys
 * @see ATIP 0.3 §8.2 rule 3, strategy A
 */
export function nameCommand(segments: readonly string[], separator: NameSeparator = '_'): string {
  const joined = segments.join(separator);
  const isPortable = separator === '.' ? DOTTED_NAME.test(joined) : isPortableName(joined);
  return isPortable ? joined : nameWithHash(segments);
}

/** True if every provider accepts a name as it is. */
export function isPortableName(name: string): boolean {
  return PORTABLE_NAME.test(name);
}

/**
 * True unless no command of a tool can have this compiled name. Names are looked up and never split: of `a_b_c` the
 * tool may be `a`, `a_b` or `a_b_c`.
 *
 * @param tool the name of the tool
 */
export function mayHaveCommand(tool: string, name: string, separator: NameSeparator = '_'): boolean {
  const start = portable(tool);
  const safe = portable(name);
  // A name that was too long keeps this much of its start.
  const stem = start.slice(0, HALF);
  if (!safe.startsWith(stem)) return false;
  const next = safe[stem.length];
  return stem !== start || next === undefined || next === '_' || next === separator;
}

function portable(text: string): string {
  return startLegally(text.replaceAll(/[^A-Za-z0-9_-]/g, '_'));
}

/** The name of a command whose plain name is not portable, or not unique. */
function nameWithHash(segments: readonly string[]): string {
  const safe = portable(segments.join('_'));
  // Head and tail: the verb at a path's end says more than its middle.
  const stem = safe.length > MAX_STEM_LENGTH ? `${safe.slice(0, HALF)}_${safe.slice(-HALF)}` : safe;
  return `${stem}_${shortHash(segments.join('\0'))}`;
}

/** Puts an underscore before a first character that names and Gemini's property keys may not have. */
export function startLegally(text: string): string {
  return /^[A-Za-z_]/.test(text) ? text : `_${text}`;
}

/**
 * Names commands of which some are not portable, or may share a name. These get a hash of their path, also when names
 * differ only in letter case.
 *
 * @throws AtipValidationError when two commands have one name even so
 * @see ATIP 0.3 §8.2 rule 3
 */
export function settleNames<Named extends Pick<FlatCommand, 'name' | 'tool' | 'path'>>(
  commands: readonly Named[],
  separator: NameSeparator = '_',
): Named[] {
  const owners = new Map<string, number>();
  const named = commands.map((command) => {
    const segments = nameWords(command.tool, command.path);
    const name = nameCommand(segments, separator);
    owners.set(name.toLowerCase(), (owners.get(name.toLowerCase()) ?? 0) + 1);
    return { command, segments, name };
  });
  const settled = new Set<string>();
  return named.map(({ command, segments, name: first }) => {
    // Every member of a clash gets a hash: a plain name that silently changed its meaning would keep an old approval.
    const name = owners.get(first.toLowerCase()) === 1 ? first : nameWithHash(segments);
    const lower = name.toLowerCase();
    if (settled.has(lower)) throw invalid('/commands', `has two commands of the name "${name}"`, name);
    settled.add(lower);
    return { ...command, name };
  });
}

/**
 * A hash of a text in eight characters of `[a-z0-9]`. Never change it: compiled names contain it.
 *
 * Two rounds of FNV-1a (32 bit) over the UTF-16 units. Collisions can be made, so callers check for them.
 */
export function shortHash(text: string): string {
  const first = fnv1a(text, 0x811c9dc5).toString(36).padStart(7, '0');
  const second = fnv1a(text, 0x9dc5811c).toString(36).padStart(7, '0');
  return first.slice(-4) + second.slice(-4);
}

function fnv1a(text: string, start: number): number {
  let hash = start;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** The program that a tool's commands start: for a plug-in its host. */
export function programOf(tool: Pick<AtipTool, 'name' | 'x-plugin-of'>): string {
  const host: unknown = tool['x-plugin-of'];
  return typeof host === 'string' && host !== '' ? host : tool.name;
}

/** True for functions that callers know by their own names (`x-own-names`). */
export function hasOwnNames(tool: Pick<AtipTool, 'x-mcp' | 'x-own-names'>): boolean {
  return tool['x-mcp'] === true && tool['x-own-names'] === true;
}

/** The words of a command's compiled name: the program's, then its path. */
export function nameWords(tool: AtipTool, path: readonly string[]): readonly string[] {
  return hasOwnNames(tool) && path.length > 0 ? path : [programOf(tool), ...path];
}

/**
 * The names by which a list can mean a command: each of its groups, then the command itself.
 *
 * Shape: `["pr", "create"]` → `["pr", "pr create"]`; the tool itself, `[]`, is called `""`.
 * Names are compared word by word, never by prefix: `"repo"` does not name `repository`. A key with white space counts
 * as several words, so that it matches the name that reads the same.
 */
export function commandNames(path: readonly string[]): string[] {
  const words = toCommandName(path.join(' ')).split(' ');
  return words.map((_, index) => words.slice(0, index + 1).join(' '));
}

/** A name in the form for comparison: words with one space between them. */
export function toCommandName(text: string): string {
  return text.trim().split(/\s+/).join(' ');
}

/** The aliases of a command; a group that is also a command has them on itself or on its `""`. */
export function aliasesOf(metadata: object): readonly string[] {
  const commands = getOwn(metadata, 'commands');
  const self = isRecord(commands) ? getOwn(commands, '') : undefined;
  return [metadata, self]
    .flatMap((node) => (isRecord(node) ? getOwn(node, 'x-aliases') : undefined))
    .filter((alias) => typeof alias === 'string');
}
