import { compileGlob, foldPath, isSecretBelow, secretMatch, segmentsMeet, UNKNOWN } from '@atip/core/internal';
import { lastOf } from '../line/patterns.ts';
import { programName } from '../line/program-names.ts';
import { wordsOf } from '../line/searched-words.ts';
import type { LinePart } from '../line/types.ts';
import type { CheckLineSettings } from './context.ts';
import { type FoundSecret, pathsOf, shownPath, startsOf } from './paths.ts';
import { standIn } from './word-values.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Levels below a directory in which a project keeps files of secrets, such as `packages/api/.env`. */
export const DEPTH = 3;

/**
 * The file of secrets from which a search through a directory may print a line: its name is not left out, and it holds what is
 * searched for. In a project with a `.env` every `grep -r` reads it, and nearly none prints it.
 */
export function searchedSecret(part: LinePart, args: Arguments, settings: CheckLineSettings): FoundSecret | undefined {
  const { tree } = settings;
  if (tree === undefined || !prints(part, args)) return undefined;
  const wanted = wantedWords(args);
  const isHidden =
    !/^(?:rg|ag)$/.test(programName(part.program ?? '')) || isOn(args, 'hidden', 'no-ignore', 'unrestricted');
  const [include, exclude, without] = [
    globsOf(args, 'include'),
    globsOf(args, 'exclude'),
    globsOf(args, 'exclude-dir'),
  ];
  for (const { directory, glob } of directoriesOf(part, args, settings)) {
    const isSkipped = (path: string): boolean => isOfOthers(path) || without.some((fits) => fits(lastOf(path)));
    const found = secretBelow(directory, settings, isSkipped, (path) => {
      const name = lastOf(path);
      if ((!isHidden && /(?:^|\/)\./.test(path)) || exclude.some((fits) => fits(name))) return false;
      if (include.length > 0 && !include.some((fits) => fits(name))) return false;
      if (glob !== undefined && !segmentsMeet(glob, path.split('/')[0] ?? '')) return false;
      return wanted.some((words) => tree.mayHold(`${directory}/${path}`, words));
    });
    if (found !== undefined) return { what: `${shownPath(found)}, which holds secrets and what it searches for` };
  }
  return undefined;
}

/** The file of secrets at or below a directory whose path from there fits. */
export function secretBelow(
  directory: string,
  { tree }: CheckLineSettings,
  isSkipped: (path: string) => boolean,
  fits: (path: string) => boolean,
  depth: number = DEPTH,
): string | undefined {
  // In an ordinary directory names alone decide.
  const isPlace = secretMatch(directory) !== undefined;
  const found = (tree?.filesBelow(directory, isSkipped, depth) ?? tree?.filesBelow(directory, isSkipped, 1))?.find(
    ({ path, isDirectory }) =>
      !isDirectory &&
      (isPlace || isSecretBelow(path)) &&
      fits(path) &&
      secretMatch(path === '' ? directory : `${directory}/${path}`)?.is === 'inside',
  );
  return found && (found.path === '' ? directory : `${directory}/${found.path}`);
}

/** True for a directory of installed packages, or git's own. */
export function isOfOthers(path: string): boolean {
  return /^(?:\.git|node_modules)$/.test(lastOf(path));
}

/** True for a search or a comparison of directories that prints lines of files, not their names or numbers alone. */
function prints({ program = '' }: LinePart, args: Arguments): boolean {
  const name = programName(program);
  const isRecursive =
    isOn(args, 'recursive', 'dereference-recursive', 'no-index') ||
    args['directories'] === 'recurse' ||
    /^(?:rg|ag|ack)$/.test(name);
  return (
    /^(?:grep|egrep|fgrep|rg|ag|ack|diff|git)$/.test(name) &&
    isRecursive &&
    !isOn(args, 'files-with-matches', 'files-without-match', 'count', 'quiet', 'files', 'brief', 'name-only')
  );
}

function isOn(args: Arguments, ...names: readonly string[]): boolean {
  return names.some((name) => args[name] === true);
}

function textsOf(args: Arguments, name: string): readonly string[] {
  const value = args[name];
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
}

function globsOf(args: Arguments, name: string): readonly ((text: string) => boolean)[] {
  return textsOf(args, name).flatMap((glob) => compileGlob(glob) ?? []);
}

/** The directories that are searched, and the names in them where a glob says which. */
function directoriesOf(
  part: LinePart,
  args: Arguments,
  settings: CheckLineSettings,
): readonly { readonly directory: string; readonly glob?: string | undefined }[] {
  const named = ['file', 'path', 'from', 'to', 'target'].flatMap((name) => textsOf(args, name));
  const texts = named.length > 0 ? named : ['.'];
  const words = texts.map((text) => part.words.find((word) => standIn(word, settings, part) === text) ?? { text });
  return words
    .flatMap((word) => pathsOf(word, part, settings))
    .flatMap((path) => (path.startsWith(UNKNOWN) ? startsOf(part, settings) : [path]))
    .map(placeOf);
}

/** The known directory of a path, and the glob of its next step. */
export function placeOf(path: string): { readonly directory: string; readonly glob?: string | undefined } {
  const steps = foldPath(path).split('/');
  const at = steps.findIndex((step) => /[*?[]/.test(step) || step.includes(UNKNOWN));
  return at < 0
    ? { directory: steps.join('/') }
    : { directory: steps.slice(0, at).join('/'), glob: steps[at]?.replaceAll(UNKNOWN, '*') };
}

/** The words that a line must hold to be printed; see `wordsOf`. */
function wantedWords(args: Arguments): readonly (readonly string[])[] {
  const given = [...textsOf(args, 'regexp'), ...textsOf(args, 'pattern')];
  return given.length === 0 || isOn(args, 'invert-match') ? [[]] : wordsOf(given, isOn(args, 'fixed-strings'));
}
