import type { AtipPattern, AtipTool } from '../types/tool.ts';

export interface NamedPattern {
  readonly pattern: AtipPattern;
  /** The tool in whose document it stands. Absent: a person put it into a directory of patterns. */
  readonly owner?: string;
  /** Its file, for one of a directory. */
  readonly source?: string;
}

/**
 * Gives patterns the names under which people and models know them: those that a person put there keep theirs, and a document's gets
 * the name of its tool before its own where another has it, so that no document takes the place of what a person means. Of two with
 * one name after that the first counts.
 * @param own of the directories of patterns
 */
export function namePatterns(
  own: readonly Omit<NamedPattern, 'owner'>[],
  tools: readonly AtipTool[],
): Map<string, NamedPattern> {
  const named = new Map<string, NamedPattern>();
  for (const one of own) if (!named.has(one.pattern.name)) named.set(one.pattern.name, one);
  for (const { name: owner, patterns = [] } of tools)
    for (const pattern of patterns) {
      const name = named.has(pattern.name) ? `${owner}_${pattern.name}` : pattern.name;
      if (!named.has(name)) named.set(name, { pattern, owner });
    }
  return named;
}

/** The patterns of which every step runs one of these tools, for those who are offered no others. */
export function patternsWithin(
  named: ReadonlyMap<string, NamedPattern>,
  tools: readonly AtipTool[],
): Map<string, AtipPattern> {
  const known = new Set(tools.map(({ name }) => name));
  const isWithin = ({ steps }: AtipPattern): boolean =>
    steps.every(({ command }) => known.has(command.trim().split(/\s/)[0] ?? ''));
  return new Map([...named].flatMap(([name, { pattern }]) => (isWithin(pattern) ? [[name, pattern] as const] : [])));
}
