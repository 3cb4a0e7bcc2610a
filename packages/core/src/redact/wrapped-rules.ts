import type { SecretRule } from './match-finder.ts';

/** Forms of one length, which show where they end on another line: a prefix, one character of the rest, and how many. */
const FORMS: readonly (readonly [prefix: string, char: string, length: number])[] = [
  ['gh[opusr]_', '[A-Za-z0-9]', 36],
  ['github_pat_', '\\w', 82],
  ['gl(?:pat|dt|rt)-', '[\\w-]', 20],
  ['npm_', '[A-Za-z0-9]', 36],
  ['AIza', '[\\w-]', 35],
  ['A(?:KI|SI)A', '[A-Z0-9]', 16],
  ['sk-ant-api03-', '[\\w-]', 95],
  ['do[opr]_v1_', '[0-9a-f]', 64],
  ['dapi', '[0-9a-f]', 32],
  ['r8_', '[A-Za-z0-9]', 37],
  ['dckr_pat_', '[\\w-]', 27],
];

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
