import { escapeUnseen, parseSound, pointerTokens } from '@atip/core/internal';
import type { AtipTool, Issue, ParsedTool } from '@atip/core';

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
 * Reads a document like `parseTool`. Its `x-left-out` lists the commands that were left out because characters hide in
 * their names.
 */
export function parseVisible(text: string): ParsedTool {
  const { tool, issues, left } = parseSound(text);
  if (tool === undefined || issues.some(({ severity }) => severity === 'error')) return { issues };
  const leftOut = left.map(({ pointer }) => {
    const issue = issues.find(({ code, path }) => code === CODE && `${path}/`.startsWith(`${pointer}/`));
    return { command: wordsOf(pointer), characters: charactersOf(issue) };
  });
  const all = [...readLeftOut(tool), ...leftOut];
  return { tool: all.length === 0 ? tool : Object.assign(tool, { [LEFT_OUT]: all }), issues };
}

/** Explains for each omitted command why, for a person; many are only counted. */
export function leftOutReasons(tool: AtipTool): string[] {
  const all = readLeftOut(tool);
  const named = all.slice(0, MAX_NAMED).map(({ command, characters }) => {
    const words = JSON.stringify(`${tool.name} ${command}`.trim());
    return `${words} is left out: characters hide in its names (${characters}), which a model would read and a person not see.`;
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

/** `/commands/pr/commands/make` → `pr make`, in visible characters. */
function wordsOf(pointer: string): string {
  const words = pointerTokens(pointer).filter((_token, at) => at % 2 === 1);
  return words.map((word) => escapeUnseen(word)).join(' ');
}

function charactersOf(issue: Issue | undefined): string {
  return /U\+[0-9A-F]{4,6}(?: U\+[0-9A-F]{4,6})*/.exec(issue?.message ?? '')?.[0] ?? '';
}
