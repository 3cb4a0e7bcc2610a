/** What differs from run to run, and what is compared in its place. In this order: a later rule sees what the earlier left. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g, '<time>'],
  [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/g, '<time>'],
  [/\b\d+(?:\.\d+)? ?ms\b/g, '<duration>'],
  [/(?<="(?:durationMs|duration_ms|pid)": ?)\d+(?:\.\d+)?/g, '<number>'],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g, '<uuid>'],
  // What the system chooses when asked for any port (32768 and above).
  [
    /(?<=127\.0\.0\.1:|localhost:|companion-|[Pp]ort )(?:3276[89]|327[789]\d|32[89]\d\d|3[3-9]\d{3}|[45]\d{4}|6[0-5]\d{3})\b/g,
    '<port>',
  ],
  [/(?<=#k=)[\w-]{22}/g, '<code>'],
  [/(?<=\/tmp\/[\w.-]*)[A-Za-z\d]{6}\b(?=[/\s"']|$)/g, '<name>'],
  [/(?<=\bbubblewrap) \d+\.\d+\.\d+/g, ''],
  [/\bv2\d\.\d+\.\d+\b/g, '<node>'],
];

const DIGEST = /\b[\da-f]{64}\b/g;

/**
 * Takes out of a text what differs from run to run.
 *
 * SHA-256 digests are numbered in the order in which they appear, so that two that are the same stay the same.
 */
export function withoutVolatile(text: string): string {
  const digests: string[] = [];
  const numbered = text.replace(DIGEST, (digest) => {
    if (!digests.includes(digest)) digests.push(digest);
    return `<sha256 ${digests.indexOf(digest) + 1}>`;
  });
  return RULES.reduce((left, [pattern, name]) => left.replace(pattern, name), numbered);
}
