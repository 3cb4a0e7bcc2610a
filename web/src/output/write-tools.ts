/** Compiled tools as text, and where in it compiling itself has put words about effects. */
import { type AtipTool, type Compilation, flattenCommands } from '@atip/core';
import { getOwn, isRaised, pointerTokens, safetySuffix, valueAt, warningOf } from '@atip/core/internal';

export function writeTools({ tools, entries }: Compilation, tool: AtipTool) {
  const text = JSON.stringify(tools, null, 2);
  const commands = new Map(flattenCommands(tool).map((command) => [command.pointer, command]));
  const places: number[] = [];
  const flags: number[] = [];
  for (const { pointer, parameters } of entries) {
    // A line break is never inside a string, so brackets after two spaces are those of a tool.
    const start = text.indexOf('\n  {', places.at(-1) ?? 0) + 1;
    const end = text.indexOf('\n  }', start) + 4;
    places.push(start, end);
    const command = commands.get(pointer);
    if (command === undefined) continue;
    const appended = (owner: string | undefined): string => {
      if (owner === undefined) return safetySuffix(command.effects, isRaised(command.metadata));
      const declaration = getOwn(parameters, owner);
      if (typeof declaration !== 'string') return '';
      // Core has read it there as this.
      return warningOf(valueAt(tool, pointerTokens(declaration)) as Parameters<typeof warningOf>[0]).trim();
    };
    for (const offset of flagsIn(text.slice(start, end), appended)) flags.push(start + offset);
  }
  return {
    text,
    pointers: entries.map(({ pointer }) => pointer),
    places: Uint32Array.from(places),
    flags: Uint32Array.from(flags),
  };
}

const DESCRIPTION = '"description": "';

/**
 * Finds the descriptions in a tool's text that end with what compiling appended.
 *
 * @param appended the brackets after the description of a parameter, or of the tool itself; empty without any
 */
function flagsIn(text: string, appended: (owner?: string) => string): number[] {
  const flags: number[] = [];
  // The first one is the tool's own. In a string the quotes have backslashes before them.
  const own = text.indexOf(DESCRIPTION);
  for (let at = text.indexOf(']"', own); at >= 0; at = text.indexOf(']"', at + 2)) {
    const line = text.lastIndexOf('\n', at) + 1;
    const key = text.indexOf(DESCRIPTION, line);
    const isLast = /^,?\n/.test(text.slice(at + 2, at + 4));
    if (!isLast || key < 0 || key > at || text.slice(line, key).trim() !== '') continue;
    const above = text.lastIndexOf(`\n${' '.repeat(key - line - 2)}"`, line - 1) + 1;
    const owner = /^ *("(?:[^"\\]|\\.)*"): \{$/.exec(text.slice(above, text.indexOf('\n', above)))?.[1];
    const brackets = key === own ? appended() : owner === undefined ? '' : appended(String(JSON.parse(owner)));
    const written = JSON.stringify(brackets).slice(1, -1);
    if (written !== '' && text.slice(key, at + 1).endsWith(written)) flags.push(at + 1 - written.length, at + 1);
  }
  return flags;
}
