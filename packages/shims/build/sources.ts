import type { AtipCommand, AtipTool } from '@atip/core';

/** Where the structure of a shim comes from. */
export interface Source {
  /** Such as `help of git 2.39.5`. */
  readonly label: string;
  readonly tool: AtipTool;
}

/** The runnable command that a tool has at a path, by names or aliases; of a group that runs itself, its own. */
export function commandOf({ commands }: AtipTool, path: readonly string[]): AtipCommand | undefined {
  const walk = (below: AtipTool['commands'], rest: readonly string[]): AtipCommand | undefined => {
    const [name = '', ...more] = rest;
    const node = below === undefined ? undefined : nodeOf(below, name);
    if (more.length > 0) return walk(node?.commands, more);
    if (node?.commands === undefined) return node;
    return name === '' ? undefined : walk(node.commands, ['']);
  };
  return walk(commands, path);
}

function nodeOf(below: Readonly<Record<string, AtipCommand>>, name: string): AtipCommand | undefined {
  if (Object.hasOwn(below, name)) return below[name];
  return Object.values(below).find((node) => node['x-aliases']?.includes(name) === true);
}
