import type { AtipArgument, AtipOption } from '@atip/core';
import { foldPath, segmentsMeet, UNKNOWN } from '@atip/core/internal';
import { isListed } from '../line/listings.ts';
import { directoryOf, lastOf, patternsOf } from '../line/patterns.ts';
import type { LinePart, Word } from '../line/types.ts';
import type { CheckLineSettings } from './context.ts';
import { isBelow, resolve, startsOf } from './paths.ts';
import { realOf, viewOf } from './project-view.ts';
import { standIn } from './word-values.ts';

/** The files whose code a call runs because a word names them. */
export interface NamedFiles {
  /** As the words have it. */
  readonly value: string;
  /** Absolute, as written and as links lead; none if one of them is not the project's. */
  readonly files: readonly string[];
  /** Completes "node runs x.mjs, …" where one is not the project's, or nobody knows that it is. */
  readonly why?: string | undefined;
}

/** Options by which a program works in another directory. */
export const ELSEWHERE: RegExp = /^(?:-C|--(?:directory|chdir|cwd|root|rootDir|dir|project-directory)(?:=|$)|-chdir=)/;

/**
 * Finds the files that a value of a parameter names. They are the project's if each lies in the project, also behind its links, is
 * this person's, and cannot be written by others. One that is not there may be made by what ran before it: `judgeProjectCode` asks
 * about it otherwise, and about files that the line writes or fetches.
 */
export function namedFiles(
  value: string,
  source: AtipArgument | AtipOption | undefined,
  part: LinePart,
  settings: CheckLineSettings,
): NamedFiles {
  const at = part.words.findIndex((word, index) => index > 0 && standIn(word, settings, part) === value);
  const word = part.words[at] ?? { text: value };
  const isFilledIn = part.words.some(
    (one) =>
      one !== word &&
      one.unknown &&
      one.reason !== 'tilde' &&
      standIn(one, settings, part) !== value &&
      standIn(one, settings, part).includes(value),
  );
  // Words behind a script are the script's.
  const before = isScript(source) && at > 0 ? part.words.slice(1, at) : part.words.slice(1);
  // The option of the value itself names the place from here.
  const isElsewhere = before.some((one) => one !== part.words[at - 1] && ELSEWHERE.test(one.text));
  if (isFilledIn || isElsewhere) return { value, files: [], why: 'which is not known before the line runs' };
  return filesOf(word, part, settings);
}

/** True for an argument that names a script, to which the words behind it belong. */
export function isScript(source: AtipArgument | AtipOption | undefined): boolean {
  return source !== undefined && 'x-rest' in source && source['x-rest'] === true;
}

/** The same about a word that is a path as a whole. */
export function filesOf(word: Word, part: LinePart, settings: CheckLineSettings): NamedFiles {
  const starts = startsOf(part, settings);
  const value = word.text;
  if (value === '-') return { value, files: [], why: 'its standard input' };
  const patterns = word.unknown ? patternsOf(word) : [word.text];
  const isMany = word.unknown && word.many && word.reason !== 'glob' && !isListed(word);
  const paths = patterns.flatMap((pattern) =>
    word.unknown
      ? starts.map((start) => resolve(pattern, start, settings))
      : starts.map((start) => (pattern.startsWith('/') ? pattern : `${start}/${pattern}`)),
  );
  if (isMany || paths.length === 0 || paths.some((path) => path.includes(UNKNOWN) || !path.startsWith('/')))
    return { value, files: [], why: 'which is not known before the line runs' };
  const isGlob = (path: string): boolean => word.unknown === true && /[*?[]/.test(path);
  const files: string[] = [];
  for (const path of paths) {
    const fits = isGlob(path) ? fitsOf(path, settings) : [path];
    // The line may bring another file that fits.
    if (isGlob(path)) files.push(foldPath(directoryOf(path)));
    if (fits === undefined) return { value, files: [], why: 'which is not known before the line runs' };
    for (const one of fits) {
      const why = whyNotOwn(one, settings);
      if (why !== undefined) return { value, files: [], why };
      files.push(foldPath(one), realOf(one, settings) ?? one);
    }
  }
  return { value, files: [...new Set(files)] };
}

/** The files that a glob fits, if only its last step is one. */
function fitsOf(path: string, settings: CheckLineSettings): readonly string[] | undefined {
  const directory = directoryOf(path);
  if (/[*?[]/.test(directory)) return undefined;
  const last = lastOf(path);
  const names = viewOf(settings).namesIn?.(realOf(directory, settings) ?? directory);
  return names?.filter((name) => segmentsMeet(last, name)).map((name) => `${directory}/${name}`);
}

/** Places of a package manager in a project; the scripts that give a shell its environment are read by people. */
const INSTALLED =
  /\/(?:node_modules|site-packages|vendor\/bin|(?:\.?venv|env|virtualenv)\/(?:bin|lib)(?!\/activate))\//;

function whyNotOwn(path: string, settings: CheckLineSettings): string | undefined {
  const view = viewOf(settings);
  // There a path means another file in each process.
  const real = /^\/+(?:proc|dev)(?:\/|$)/.test(path) ? undefined : realOf(path, settings);
  if (real === undefined) return 'which has links that cannot be followed';
  const { root = '' } = view;
  if ([foldPath(path), real].some((one) => INSTALLED.test(isBelow(one, root) ? one.slice(root.length) : one)))
    return 'which was installed, and is no file of the project';
  const foreign = view.whyForeign(directoryOf(real)) ?? view.whyForeign(real);
  if (foreign !== undefined) return foreign;
  const found = view.fileAt?.(real);
  if (found === undefined) return 'which may not exist';
  return found === 'shared' ? 'which other users own or can write' : undefined;
}
