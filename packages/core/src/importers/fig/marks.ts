import type { Fields } from '../shared/read-foreign.ts';

/** Whether the value of an argument is run. */
export function isProgram(arg: Fields): boolean {
  return arg['isCommand'] === true || arg['isScript'] === true || arg['isModule'] === true;
}

/** Fig hides what should no longer be used; it marks little as deprecated. */
export function isDiscouraged({ hidden, deprecated }: Fields): boolean {
  return hidden === true || (deprecated !== undefined && deprecated !== null && deprecated !== false);
}
