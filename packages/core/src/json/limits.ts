/** Longest document read, in UTF-16 units: 4 MiB. */
export const MAX_SOURCE_LENGTH: number = 4 * 1024 * 1024;

/** Deepest nesting of objects and arrays; `[[]]` is 2. */
export const MAX_DEPTH = 100;

/** Most UTF-16 units in the keys that lead to one value: every problem repeats them. */
export const MAX_PATH_LENGTH = 2048;

/** Most values in one document, objects and arrays included. */
export const MAX_NODES = 500_000;

/** Syntax problems listed before reading stops; more of them would be noise. */
export const MAX_SYNTAX_PROBLEMS = 100;
