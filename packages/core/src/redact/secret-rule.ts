/** One kind of secret that can be told by its look. */
export interface SecretRule {
  readonly name: string;
  /** Global. A first group is what stands before the secret and stays; without one the whole match is the secret. */
  readonly pattern: RegExp;
  /** Stands in every match, or at most 256 units before it: a text without it needs no search, which costs several times more. */
  readonly hint?: string;
}

/**
 * Longest match of any rule, in UTF-16 units. Rules never look past a line break, and every repetition in them is bounded:
 * together this is what makes redacting a stream in pieces certain.
 */
export const MAX_SECRET_LENGTH = 12_288;
