/** One plain path segment that is no flag, no hidden file, and shows on a terminal, and to a model, as what it is. */
export const SAFE_NAME: RegExp = /^[A-Za-z0-9_[][^/\\\s\p{C}\uFFFD]{0,254}$/u;
