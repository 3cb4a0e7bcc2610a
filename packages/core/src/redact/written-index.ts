/**
 * The index of the built-in rules as `writeBuiltInRules` writes it. Undefined: the index is built from the rules, which
 * takes as long as starting a program. The build of such a program puts the text here.
 */
export const WRITTEN_INDEX: string | undefined = undefined;
