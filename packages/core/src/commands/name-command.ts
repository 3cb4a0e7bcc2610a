import { shortHash } from './short-hash.ts';

/** What every provider accepts as a function name; OpenAI Chat and Bedrock bring the 64, Gemini the first character. */
const PORTABLE_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const MAX_NAME_LENGTH = 64;
/** What a hash suffix takes: an underscore and eight characters. */
const SUFFIX_LENGTH = 9;

/**
 * The compiled name of a command, a pure function of its own path.
 *
 * Shape: `["gh", "pr", "create"]` → `"gh_pr_create"`. A name that has to change to be portable gets a hash of its full
 * path, so that no other command can end up with it and adding commands never renames one.
 * Limits: 1 to 64 characters of `[A-Za-z0-9_-]`, the first a letter or underscore.
 *
 * @param segments the tool's name, then the path without empty keys
 * @see ATIP 0.3 §8.2 rule 3, strategy A
 */
export function nameCommand(segments: readonly string[]): string {
  const joined = segments.join('_');
  return PORTABLE_NAME.test(joined) ? joined : nameWithHash(segments);
}

/** The name a command gets when its plain one is not portable, or is also another command's. */
export function nameWithHash(segments: readonly string[]): string {
  const safe = segments.join('_').replaceAll(/[^A-Za-z0-9_-]/g, '_');
  const started = /^[A-Za-z_]/.test(safe) ? safe : `_${safe}`;
  return `${shorten(started, MAX_NAME_LENGTH - SUFFIX_LENGTH)}_${shortHash(segments.join('\0'))}`;
}

/** Keeps head and tail: the verb at a path's end says more than its middle. */
function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = Math.ceil((limit - 1) / 2);
  return `${text.slice(0, head)}_${text.slice(text.length - (limit - 1 - head))}`;
}
