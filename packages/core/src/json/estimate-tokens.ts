/** A word of eight letters, three digits or four signs is about one token; of letters beyond English, each. */
const TOKEN = /[A-Za-z]{1,8}|\d{1,3}|[^\s\p{L}\d]{1,4}|\p{L}/gu;

/**
 * Guesses a text's tokens from its characters: off by up to 20 % for a whole list of tools, compared with OpenAI's
 * encoding.
 */
export function estimateTokens(text: string): number {
  let count = 0;
  for (TOKEN.lastIndex = 0; TOKEN.test(text); ) count += 1;
  return count;
}
