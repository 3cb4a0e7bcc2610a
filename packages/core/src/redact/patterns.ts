/** What takes the place of a secret. */
export const REDACTED = '[REDACTED]';

/**
 * The patterns of the ATIP bridge specification, word for word.
 *
 * {@link createResultFilter} has rules of its own instead. Most reach further: these miss `password: x` and
 * `"password":"x"`. In one respect these take more: whatever word follows "password", "token", "Bearer" or "Basic" and a
 * space, also in ordinary sentences, where the rules want a word that looks like a secret.
 */
export const DEFAULT_REDACT_PATTERNS: readonly RegExp[] = [
  // biome-ignore lint/complexity/noUselessEscapeInRegex: word for word
  /Bearer\s+[A-Za-z0-9\-._~+\/]+=*/g,
  // biome-ignore lint/complexity/noUselessEscapeInRegex: word for word
  /Basic\s+[A-Za-z0-9+\/]+=*/g,
  /ghp_[A-Za-z0-9]{36}/g,
  /gho_[A-Za-z0-9]{36}/g,
  /ghs_[A-Za-z0-9]{36}/g,
  /ghu_[A-Za-z0-9]{36}/g,
  /AKIA[A-Z0-9]{16}/g,
  /(?<=password[=:\s])[^\s]+/gi,
  /(?<=secret[=:\s])[^\s]+/gi,
  /(?<=token[=:\s])[^\s]+/gi,
  /(?<=api[_-]?key[=:\s])[^\s]+/gi,
];
