/** One kind of secret that can be told by its look. */
export interface SecretRule {
  readonly name: string;
  /**
   * Sticky. The first group that takes part is what stands before the secret and stays; without one the whole match is the secret. A group
   * `own` instead, in a lookbehind, is what of the secret stands before the match. Every match has three characters or more.
   */
  readonly pattern: RegExp;
  /** The first characters of every match, where the pattern says no more than a text to be taken literally. */
  readonly literal?: string;
  /** Sticky, tried where the secret begins: what is no secret though the pattern takes it for one. Sees 512 units at most. */
  readonly unless?: RegExp;
}

/**
 * Longest match of any rule, in UTF-16 units. Every repetition in the rules is bounded: this is what makes redacting a stream
 * in pieces certain.
 */
export const MAX_SECRET_LENGTH = 12_288;

/** Units before its match that a rule looks at, at most. */
export const LOOK_BACK = 512;
