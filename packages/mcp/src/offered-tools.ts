import type { FoundTool } from '@atip/node';

/**
 * The tools that a client is offered: those it names, else those that describe themselves or that the user described. Our shims
 * and registries by name only: with a thousand commands a model chooses badly.
 * @param names absent: none were named.
 * @returns the tools, and the names that no tool has.
 */
export function offeredTools(
  found: readonly FoundTool[],
  names: readonly string[] | undefined,
): { readonly offered: readonly FoundTool[]; readonly unknown: readonly string[] } {
  if (names === undefined) return { offered: found.filter(isOwn), unknown: [] };
  const known = new Set(found.map(({ tool }) => tool.name));
  return {
    offered: found.filter(({ tool }) => names.includes(tool.name)),
    unknown: names.filter((name) => !known.has(name)),
  };
}

function isOwn({ origin }: FoundTool): boolean {
  return origin !== 'bundled' && !origin.startsWith('registry:');
}
