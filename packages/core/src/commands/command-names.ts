/** More words than any command has; keeps a key made of a million of them from costing a million names. */
const MAX_WORDS = 128;

/**
 * What a list of names can call a command by: each group on the way to it, then the command itself.
 *
 * Shape: `["pr", "create"]` → `["pr", "pr create"]`; the tool itself, `[]`, is called `""`.
 * Names are compared word by word, never by prefix: `"repo"` does not name `repository`. A key that holds white space is as
 * many words, so that no key slips past a name that reads the same.
 */
export function commandNames(path: readonly string[]): string[] {
  const words = toCommandName(path.join(' ')).split(' ').slice(0, MAX_WORDS);
  return words.map((_, index) => words.slice(0, index + 1).join(' '));
}

/** A name as it is compared: words with one space between them. */
export function toCommandName(text: string): string {
  return text.trim().split(/\s+/).join(' ');
}
