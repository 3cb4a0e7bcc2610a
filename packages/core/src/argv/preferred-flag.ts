import { isLegalFlag } from '../metadata/legal-flag.ts';
import { refusal } from './refuse.ts';

/** What only help texts put into a flag, as in `--[no-]color`. */
const NOTATION = /[[\](){}<>|]/;

/**
 * The spelling of an option that goes on the command line: the first long one, else the first; long ones say more to who
 * reads the argv.
 *
 * @throws ArgumentValidationError when it is not one word that starts with a dash or plus
 */
export function preferredFlag(flags: readonly string[], key: string): string {
  const flag = flags.find((candidate) => candidate.startsWith('--')) ?? flags[0] ?? '';
  if (!isLegalFlag(flag) || NOTATION.test(flag))
    throw refusal(key, `has the flag ${JSON.stringify(flag)}, which is not one argument of a command line`);
  return flag;
}

/** An option's flags, apart those that are the negative spelling of another: `--no-color` beside `--color`. */
export function splitFlags(flags: readonly string[]): { positive: string[]; negative: string[] } {
  const all = new Set(flags);
  const isNegation = (flag: string): boolean => flag.startsWith('--no-') && all.has(`--${flag.slice(5)}`);
  return { positive: flags.filter((flag) => !isNegation(flag)), negative: flags.filter(isNegation) };
}
