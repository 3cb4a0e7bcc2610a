/** One kind of secret that can be told by its look. */
export interface SecretRule {
  readonly name: string;
  /**
   * Sticky. The first group that takes part stands before the secret and stays; without one the whole match is the secret. A
   * group `own` in a lookbehind is the part of the secret before the match. Every match has four characters or more.
   */
  readonly pattern: RegExp;
  /** Sticky, tried where the secret begins: matches a value that is no secret. Sees 512 units at most. */
  readonly unless?: RegExp;
}

/** Longest match of any rule, in UTF-16 units. Every repetition in the rules is bounded, so that a stream can be redacted in pieces. */
export const MAX_SECRET_LENGTH = 12_288;

/** Units before its match that a rule looks at, at most. */
export const LOOK_BACK = 512;
