import type { AtipTool } from '@atip/core';
import { placeCommands } from './place-commands.ts';
import { commandOf } from './sources.ts';

/** The tool with those commands alone that shims are made of. @param paths words after the tool's name */
export function pruneTool(tool: AtipTool, paths: readonly (readonly string[])[]): AtipTool {
  const commands = paths.flatMap((path) => {
    const command = commandOf(tool, path.length === 0 ? [''] : path);
    return command ? [{ path, command }] : [];
  });
  return { ...tool, commands: placeCommands(commands) };
}
