import { shortHash } from './short-hash.ts';

/** What every provider accepts as a function name; OpenAI Chat and Bedrock bring the 64, Gemini the first character. */
const PORTABLE_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
export const MAX_NAME_LENGTH = 64;
/** Room for a hash suffix, an underscore and eight characters. */
const MAX_STEM_LENGTH = 55;
/** Of what is kept of a longer one, with an underscore between. */
const HALF = 27;

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
  return isPortableName(joined) ? joined : nameWithHash(segments);
}

/** Whether every provider accepts a name as it is. */
export function isPortableName(name: string): boolean {
  return PORTABLE_NAME.test(name);
}

/** The name a command gets when its plain one is not portable, or is also another command's. */
export function nameWithHash(segments: readonly string[]): string {
  const safe = segments.join('_').replaceAll(/[^A-Za-z0-9_-]/g, '_');
  return `${shorten(startLegally(safe))}_${shortHash(segments.join('\0'))}`;
}

/** Keeps head and tail: the verb at a path's end says more than its middle. */
function shorten(text: string): string {
  return text.length > MAX_STEM_LENGTH ? `${text.slice(0, HALF)}_${text.slice(-HALF)}` : text;
}

/** The text with an underscore before a first character that neither names nor Gemini's property keys may have. */
export function startLegally(text: string): string {
  return /^[A-Za-z_]/.test(text) ? text : `_${text}`;
}
