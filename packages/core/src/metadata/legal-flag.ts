/**
 * A flag that can stand on a command line as it is: one or two dashes, or the plus that some old programs take, and a
 * name without white space, `=` or `,`; or a dash alone.
 */
export function isLegalFlag(flag: string): boolean {
  return /^(?:--?|\+)[^\s=,-][^\s=,]*$|^-$/.test(flag);
}
