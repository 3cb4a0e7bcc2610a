/**
 * The index of the built-in rules as `writeBuiltInRules` writes it. Undefined: it is made of the rules, which takes as long as
 * starting a program; the build of such a program puts the text here.
 */
export const WRITTEN_INDEX: string | undefined = undefined;
