import { safetySuffix } from '../effects/safety-flags.ts';
import type { SafetyStatements } from '../effects/safety-statements.ts';
import { toWellFormed } from '../json/well-formed.ts';
import type { FlatCommand } from '../types/flat-command.ts';

/** What the words of a description depend on. */
type Described = Pick<FlatCommand, 'metadata' | 'tool' | 'path'>;

/**
 * The description that a model reads: prose, then the safety flags in brackets.
 *
 * Shape: `"Delete a repository [⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE]"`.
 * Limits: at most `limit` UTF-16 units; the flags are kept whole and the prose is cut, with `...` at the cut.
 *
 * @param limit absent: none
 * @see ATIP 0.3 §8.2 rule 1
 */
export function describeCommand(
  command: Described,
  statements: SafetyStatements,
  limit: number = Number.POSITIVE_INFINITY,
): string {
  return withSuffix(proseOf(command), safetySuffix(statements), limit);
}

/** A command's description; where it is empty, the command line, since some providers refuse an empty one. */
export function proseOf({ metadata, tool, path }: Described): string {
  const given: unknown = metadata.description;
  return typeof given === 'string' && given.trim() !== '' ? toWellFormed(given) : [tool.name, ...path].join(' ');
}

/** A command's examples as a sentence after its description; empty without any. */
export function examplesOf({ metadata: { examples } }: Pick<Described, 'metadata'>): string {
  const lines = Array.isArray(examples) ? examples.filter((line) => typeof line === 'string' && line !== '') : [];
  return lines.length === 0 ? '' : toWellFormed(` Examples: ${lines.join('; ')}`);
}

/** Prose and suffix within a limit, of which the suffix is never cut. */
export function withSuffix(prose: string, suffix: string, limit: number): string {
  const room = suffix === '' ? limit : limit - suffix.length - 1;
  const text = prose.length > room ? `${cut(prose, room - 3)}...` : prose;
  return suffix === '' ? text : `${text} ${suffix}`;
}

/** Cuts without leaving half of a surrogate pair, which no provider accepts. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
