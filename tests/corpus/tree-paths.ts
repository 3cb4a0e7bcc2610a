import type { AtipCommand, AtipTool } from '@atip/core';

/** The paths of a tool's commands, depth first, read off the document by a walk that shares no code with the product. */
export function treePaths(tool: AtipTool): string[][] {
  return below(tool.commands ?? {}, []);
}

function below(commands: Readonly<Record<string, AtipCommand>>, above: readonly string[]): string[][] {
  return Object.entries(commands).flatMap(([key, { commands: children = {} }]) => {
    const path = key === '' ? [...above] : [...above, key];
    return Object.keys(children).length === 0 ? [path] : below(children, path);
  });
}
