/** A path in quotes, with everything escaped that a terminal would act on or nobody would see. */
export function quotePath(path: string): string {
  return JSON.stringify(path).replace(/\p{C}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
