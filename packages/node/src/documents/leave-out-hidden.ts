import { escapeUnseen, overrideTool } from '@atip/core/internal';
import { AtipError, type AtipTool, type Issue, type ParsedTool, parseTool } from '@atip/core';

/** Root field of a document that lists its omitted parts, so that later listings can report them. */
const LEFT_OUT = 'x-left-out';

const CODE = 'hidden-characters';
const MAX_NAMED = 20;

interface LeftOut {
  /** In visible characters, without the tool's name. */
  readonly command: string;
  /** In the issue's form, `U+E0061 U+E006C`. */
  readonly characters: string;
}

/**
 * Reads a document without the commands, and all below them, whose texts have hidden characters; its `x-left-out` lists
 * them. If a text that all commands share has hidden characters, there is no tool.
 */
export function parseVisible(text: string): ParsedTool {
  const parsed = parseTool(text);
  const errors = parsed.issues.filter(({ severity }) => severity === 'error');
  const isListed = parsed.issues.every(({ code }) => code !== 'too-many-problems');
  if (errors.length === 0 || !isListed || errors.some(({ code }) => code !== CODE)) return parsed;
  const places = errors.map((issue) => ({ path: commandOf(issue.path), characters: charactersOf(issue) }));
  if (places.some(({ path }) => path.length === 0)) return parsed;
  try {
    // The only errors are about texts, so it has the shape of a tool.
    const document = JSON.parse(text) as AtipTool;
    const { trust: _lowered, ...tool } = overrideTool(document, withoutCommands(places.map(({ path }) => path)));
    const own = new Map(
      places.map(({ path, characters }) => [path.map((word) => escapeUnseen(word)).join(' '), characters]),
    );
    const leftOut = [...readLeftOut(document), ...[...own].map(([command, characters]) => ({ command, characters }))];
    const { trust } = document;
    const visible: AtipTool = Object.assign(tool, trust && { trust }, { [LEFT_OUT]: leftOut });
    return { tool: visible, issues: parsed.issues.filter(({ severity }) => severity !== 'error') };
  } catch (error) {
    if (!AtipError.isInstance(error)) throw error;
    return parsed;
  }
}

/** Explains for each omitted command why, for a person; many are only counted. */
export function leftOutReasons(tool: AtipTool): string[] {
  const all = readLeftOut(tool);
  const named = all.slice(0, MAX_NAMED).map(({ command, characters }) => {
    const words = JSON.stringify(`${tool.name} ${command}`.trim());
    return `${words} is left out: characters hide in its texts (${characters}), which a model would read and a person not see.`;
  });
  return all.length <= MAX_NAMED
    ? named
    : [...named, `${all.length - MAX_NAMED} more commands are left out for the same reason.`];
}

/** Merges the marks of two parts of one tool's document. */
export function mergeLeftOut(one: AtipTool, other: AtipTool): { readonly [LEFT_OUT]?: readonly LeftOut[] } {
  const all = new Map([...readLeftOut(one), ...readLeftOut(other)].map((left) => [left.command, left]));
  return all.size === 0 ? {} : { [LEFT_OUT]: [...all.values()] };
}

/** True: the whole command was omitted. @param name of the first level */
export function isLeftOut(tool: AtipTool, name: string): boolean {
  return readLeftOut(tool).some(({ command }) => command === escapeUnseen(name));
}

/** Documents come from anywhere: only our own form counts. */
function readLeftOut(tool: object): LeftOut[] {
  const list: unknown = Reflect.get(tool, LEFT_OUT);
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown): LeftOut[] => {
    if (typeof one !== 'object' || one === null || !('command' in one && 'characters' in one)) return [];
    const { command, characters } = one;
    const isOurs = typeof characters === 'string' && /^U\+[0-9A-F]{4,6}(?: U\+[0-9A-F]{4,6}){0,2}$/.test(characters);
    return typeof command === 'string' && isOurs ? [{ command: escapeUnseen(command).slice(0, 200), characters }] : [];
  });
}

/** The command of a pointer to a text: `/commands/pr/commands/make/description` → `["pr", "make"]`. */
function commandOf(pointer: string): string[] {
  const tokens = pointer.split('/').slice(1);
  const path: string[] = [];
  for (let index = 0; tokens[index] === 'commands' && index + 1 < tokens.length; index += 2)
    path.push((tokens[index + 1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~'));
  return path;
}

function charactersOf({ message }: Issue): string {
  return /U\+[0-9A-F]{4,6}(?: U\+[0-9A-F]{4,6})*/.exec(message)?.[0] ?? '';
}

/** The override that removes commands: `[["pr", "make"]]` → `{ commands: { pr: { commands: { make: null } } } }`. */
function withoutCommands(paths: readonly (readonly string[])[]): object {
  interface Node {
    readonly [name: string]: { commands: Node } | null;
  }
  const removeFrom = (below: readonly (readonly string[])[]): Node => {
    const names = new Set(below.map(([name = '']) => name));
    return Object.fromEntries(
      [...names].map((name) => {
        const inside = below.filter(([first = '']) => first === name).map(([, ...rest]) => rest);
        return [name, inside.some((rest) => rest.length === 0) ? null : { commands: removeFrom(inside) }];
      }),
    );
  };
  return { commands: removeFrom(paths) };
}
