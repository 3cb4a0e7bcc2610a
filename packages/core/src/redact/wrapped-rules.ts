import type { SecretRule } from './match-finder.ts';
import { FORMS_OF_ONE_LENGTH as FORMS } from './prefix-rules.ts';

/** Forms of any length: their end is sought where a terminal of 80 columns broke the line. */
const LONG = '(?:eyJ|sk-|github_pat_|pypi-|xox[abp]-|ya29\\.)';

/** Tokens with a form that are broken over two or three lines. */
export const WRAPPED_RULES: readonly SecretRule[] = [
  {
    name: 'token-over-lines',
    pattern: new RegExp(
      FORMS.map(
        ([prefix, char, length]) =>
          `(?<![\\w-])${prefix}(?=(?:${char}{1,${length - 1}}\\n){1,2}${char})(?:${char}\\n?){${length - 1}}${char}(?!${char})`,
      ).join('|'),
      'y',
    ),
  },
  {
    name: 'token-over-columns',
    pattern: new RegExp(
      `(?<![\\w-])${LONG}[\\w.-]{10,76}\\n(?<=(?<![^\\n])[^\\n]{80}\\n)(?:[\\w.-]{80}\\n){0,3}[\\w.-]{1,80}`,
      'y',
    ),
  },
];

/** A text of which the last lines may be the beginning of such a token. */
export const OPEN_TOKEN: RegExp = new RegExp(
  `(?<![\\w-])(?:${FORMS.map(([prefix]) => prefix).join('|')}|${LONG})[\\w.-]{1,95}(?:\\n[\\w.-]{1,95}){0,4}\\n$`,
);
