import type { AtipPattern, AtipTool } from '../types/tool.ts';

export interface NamedPattern {
  readonly pattern: AtipPattern;
  /** The tool whose document has the pattern. Absent: a person put it into a directory of patterns. */
  readonly owner?: string;
  /** Its file, if it comes from a directory. */
  readonly source?: string;
}

/**
 * Gives patterns the names under which people and models know them. Patterns that a person installed keep theirs. A
 * document's pattern gets its tool's name as a prefix if the name is taken, so that no document can replace a person's
 * pattern. If two still share a name, the first wins.
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

/** The patterns whose every step runs one of these tools, for callers that may use no others. */
export function patternsWithin(
  named: ReadonlyMap<string, NamedPattern>,
  tools: readonly AtipTool[],
): Map<string, AtipPattern> {
  const known = new Set(tools.map(({ name }) => name));
  const isWithin = ({ steps }: AtipPattern): boolean =>
    steps.every(({ command }) => known.has(command.trim().split(/\s/)[0] ?? ''));
  return new Map([...named].flatMap(([name, { pattern }]) => (isWithin(pattern) ? [[name, pattern] as const] : [])));
}
