/** What takes the place of a secret. */
export const REDACTED = '[REDACTED]';

/**
 * The patterns of the ATIP bridge specification, word for word.
 *
 * {@link createResultFilter} uses a wider set of its own: these miss `password: x` and `"password":"x"`, and take the word
 * after "password" in ordinary sentences.
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
