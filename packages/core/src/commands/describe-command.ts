import { safetySuffix } from '../effects/safety-flags.ts';
import { toWellFormed } from '../json/well-formed.ts';
import type { FlatCommand } from '../types/flat-command.ts';

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
  { metadata, effects, tool, path }: FlatCommand,
  limit: number = Number.POSITIVE_INFINITY,
): string {
  const given: unknown = metadata.description;
  // An empty description is refused by some providers and helps no model: the command line itself says more.
  const prose = toWellFormed(typeof given === 'string' && given.trim() !== '' ? given : [tool.name, ...path].join(' '));
  const suffix = safetySuffix(effects);
  const room = suffix === '' ? limit : limit - suffix.length - 1;
  const text = prose.length > room ? `${cut(prose, room - 3)}...` : prose;
  return suffix === '' ? text : `${text} ${suffix}`;
}

/** Cuts without leaving half of a surrogate pair, which no provider accepts. */
function cut(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? length - 1 : length);
}
