import { isAbsolute } from 'node:path';
import { asRecord } from '@atip/core/internal';
import { quoteWord } from '@atip/node/internal';
import type { SetupAgent, SetupEntry, SetupFile } from './agents.ts';
import {
  appendToml,
  EditRefused,
  insertJson,
  isEmptyJson,
  jsonValue,
  ownToml,
  removeJson,
  removeToml,
  replaceJson,
} from './edit-settings.ts';

/**
 * How a file starts our program: the command line of its hook, the words of its MCP server. Absent: it has no such
 * entry.
 */
export interface Started {
  readonly command?: string;
  readonly words?: readonly string[];
}

/** The entries for a program; see `Started`. */
export function startOf(program: readonly string[], agent: SetupAgent): Required<Started> {
  const command = `${program.map(quoteWord).join(' ')} gate --hook ${agent}${OTHERWISE}`;
  return { command, words: [...program, 'mcp'] };
}

/**
 * Blocks the call if our program is missing or crashed, where an agent would otherwise continue: exit code 2, and a
 * reason, without which Codex and Gemini CLI do not block. Without braces, which fish lacks: Codex starts hooks by the
 * person's shell.
 */
const OTHERWISE = " || ! echo 'atip blocks this line.' >&2 || exit 2";
const OWN_COMMAND = / gate --hook [a-z-]+(?: \|\| (?:! echo '[^']*' >&2 \|\| )?exit 2)?$/;

/** The program of a command line that `startOf` wrote. */
export function programOf(command: string): string {
  return wordsIn(command)[0] ?? '';
}

/** The program, and its first words, of a command line that starts nothing else. Absent: a shell could read more in it. */
export function soleProgram(command: string): readonly string[] | undefined {
  const start = command.replace(OWN_COMMAND, '');
  const words = wordsIn(start);
  return start !== command && words.map(quoteWord).join(' ') === start ? words : undefined;
}

function wordsIn(text: string): readonly string[] {
  const words = text.match(/'(?:[^']|'\\'')*'|\S+/g) ?? [];
  return words.map((word) => (word.startsWith("'") ? word.slice(1, -1).replaceAll("'\\''", "'") : word));
}

/** Our entries in a text. @throws EditRefused for an unreadable text, or a foreign entry called `atip` */
export function findEntries(text: string, { format, entries }: SetupFile): Started {
  if (format === 'toml') {
    const block = ownToml(text);
    const words = block === undefined ? undefined : tomlWords(block);
    return words ? { words } : {};
  }
  const found = entries.map((entry): Started => {
    const value = valueAt(text, entry.path);
    if (entry.kind === 'mcp') return ownServer(value, entry);
    const [first] = ownHooks(value, entry);
    return first ? { command: first.command } : {};
  });
  return Object.assign({}, ...found) as Started;
}

/** Why the agent does not run a file's hook. `undefined`: it does. */
export function whyOff(text: string, { format, entries }: SetupFile): string | undefined {
  if (format !== 'json' || !entries.some(({ kind }) => kind === 'hook')) return undefined;
  const { disableAllHooks, hooksConfig } = asRecord(jsonValue(text));
  if (disableAllHooks === true) return '"disableAllHooks" turns every hook off.';
  return asRecord(hooksConfig)['enabled'] === false ? '"hooksConfig.enabled" turns every hook off.' : undefined;
}

/** The text after each edit; the last one starts the wanted program. Empty when the file already does. */
export function addEntries(text: string, file: SetupFile, start: Started): readonly string[] {
  const steps: string[] = [];
  const now = (): string => steps.at(-1) ?? text;
  const step = (next: string): void => {
    if (next !== now()) steps.push(next);
  };
  for (const entry of file.entries) {
    const { command, words } = start;
    if (file.format === 'toml' && words) step(addToml(now(), entry, words));
    else if (entry.kind === 'mcp' && words) step(addServer(now(), entry, words));
    else if (entry.kind === 'hook' && command !== undefined) {
      const isNew = jsonValue(now());
      for (const [key, value] of Object.entries(file.head ?? {}))
        if (!Object.hasOwn(asRecord(isNew), key)) step(insertJson(now(), [], key, value));
      step(addHook(now(), entry, command));
    }
  }
  return steps;
}

/** The text after each edit; the last one is without our entries. */
export function removeEntries(text: string, file: SetupFile): readonly string[] {
  const steps: string[] = [];
  const now = (): string => steps.at(-1) ?? text;
  for (const entry of file.entries) {
    const begun = now();
    if (file.format === 'toml') steps.push(removeToml(begun));
    else if (entry.kind === 'mcp' && ownServer(valueAt(begun, entry.path), entry).words)
      steps.push(prune(removeJson(begun, [...entry.path, 'atip']), entry.path));
    else if (entry.kind === 'hook')
      for (
        let [own] = ownHooks(valueAt(now(), entry.path), entry);
        own;
        [own] = ownHooks(valueAt(now(), entry.path), entry)
      )
        steps.push(removeHook(now(), entry.path, own.path));
  }
  return steps.filter((one, at) => one !== (steps[at - 1] ?? text));
}

function removeHook(text: string, list: readonly string[], own: readonly string[]): string {
  const [index = '', ...inner] = own.slice(0, -1);
  const handlers = [...list, index, ...inner.slice(0, -1)];
  const rest = removeJson(text, [...list, index, ...inner]);
  // A group without handlers does nothing.
  return inner.length > 0 && isEmptyJson(rest, handlers)
    ? prune(removeJson(rest, [...list, index]), list)
    : prune(rest, list);
}

/** Removes an emptied list or object, and emptied ones around it. */
function prune(text: string, path: readonly string[]): string {
  return path.length > 0 && isEmptyJson(text, path) ? prune(removeJson(text, path), path.slice(0, -1)) : text;
}

function addHook(text: string, entry: SetupEntry & { readonly kind: 'hook' }, command: string): string {
  const own = ownHooks(valueAt(text, entry.path), entry);
  if (own.length === 0) return insertJson(text, entry.path, undefined, entry.item(command));
  return own.reduce((edited, one) => {
    const path = [...entry.path, ...one.path];
    return limited(one.command === command ? edited : replaceJson(edited, path, command), path.slice(0, -1), entry);
  }, text);
}

/** With the agent's time limit, unless a person has set a longer one. */
function limited(text: string, path: readonly string[], { limit }: SetupEntry & { readonly kind: 'hook' }): string {
  const [[key, least] = ['', 0]] = Object.entries(limit);
  const now = asRecord(valueAt(text, path))[key];
  if (typeof now === 'number' && now >= least) return text;
  return now === undefined ? insertJson(text, path, key, least) : replaceJson(text, [...path, key], least);
}

function addServer(text: string, entry: SetupEntry & { readonly kind: 'mcp' }, words: readonly string[]): string {
  const { words: before } = ownServer(valueAt(text, entry.path), entry);
  if (!before) return insertJson(text, entry.path, 'atip', entry.value(words));
  const wanted = withOptions(words, before);
  if (JSON.stringify(before) === JSON.stringify(wanted)) return text;
  const value = entry.value(wanted);
  return ['command', 'args']
    .filter((key) => Object.hasOwn(value, key))
    .reduce((edited, key) => replaceJson(edited, [...entry.path, 'atip', key], value[key]), text);
}

/** Keeps what a person wrote behind `mcp`, such as `--tools git`. */
function withOptions(words: readonly string[], before: readonly string[]): readonly string[] {
  return [...words, ...before.slice(before.indexOf('mcp') + 1)];
}

function addToml(text: string, { path }: SetupEntry, words: readonly string[]): string {
  const own = ownToml(text);
  const [command = '', ...args] = own === undefined ? words : withOptions(words, tomlWords(own) ?? words);
  const body = [
    `command = ${JSON.stringify(command)}`,
    `args = [${args.map((one) => JSON.stringify(one)).join(', ')}]`,
  ];
  if (own === undefined) return appendToml(text, [...path, 'atip'], body);
  const [first = '', second = ''] = body;
  const edited = own.replace(/^command = .*?(?=\r?$)/m, () => first).replace(/^args = .*?(?=\r?$)/m, () => second);
  return text.replace(own, () => edited);
}

function tomlWords(block: string): readonly string[] | undefined {
  const read = (pattern: RegExp): string => pattern.exec(block)?.[1] ?? 'null';
  try {
    const words: unknown = [JSON.parse(read(/^command = (.*?)\r?$/m)), JSON.parse(read(/^args = (.*?)\r?$/m))].flat();
    return isWords(words) ? words : undefined;
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new EditRefused('The block of atip was changed by hand. Remove it first.', 1);
    throw error;
  }
}

interface OwnHook {
  /** From the list to the command line: `["0", "hooks", "1", "command"]`. */
  readonly path: readonly string[];
  readonly command: string;
}

function ownHooks(list: unknown, { key }: SetupEntry & { readonly kind: 'hook' }): readonly OwnHook[] {
  const handler = (value: unknown, path: readonly string[]): OwnHook[] => {
    const command = asRecord(value)[key];
    return typeof command === 'string' && OWN_COMMAND.test(command) ? [{ path: [...path, key], command }] : [];
  };
  const items: readonly unknown[] = Array.isArray(list) ? list : [];
  return items.flatMap((item, at) => {
    const inner = asRecord(item)['hooks'];
    const handlers: readonly unknown[] = Array.isArray(inner) ? inner : [];
    return [
      ...handler(item, [String(at)]),
      ...handlers.flatMap((one, index) => handler(one, [String(at), 'hooks', String(index)])),
    ];
  });
}

/** @throws EditRefused if a foreign server is called `atip` */
function ownServer(servers: unknown, { path }: SetupEntry): Started {
  const own = asRecord(servers)['atip'];
  if (own === undefined) return {};
  const words = [asRecord(own)['command'], asRecord(own)['args'] ?? []].flat();
  const at = isWords(words) ? words.indexOf('mcp') : -1;
  // A program alone, or Node and our file; `npx atip mcp` is a foreign entry.
  if (isWords(words) && (at === 1 || (at === 2 && isAbsolute(words[1] ?? '')))) return { words };
  throw new EditRefused(`${path.join('.')} has an entry "atip" that atip setup did not write. Remove it first.`, 1);
}

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((word) => typeof word === 'string');
}

function valueAt(text: string, path: readonly string[]): unknown {
  return path.reduce(
    (value: unknown, key) => (Array.isArray(value) ? value[Number(key)] : asRecord(value)[key]),
    jsonValue(text),
  );
}
