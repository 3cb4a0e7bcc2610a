import { foldPath, guardedPlace, isOutside, UNKNOWN, type WritableDirectories } from '@atip/core/internal';
import { isListed, type ListedWord } from '../line/listings.ts';
import { HERE, lastOf, TOP } from '../line/patterns.ts';
import type { LinePart, OpenWord, Signs, Word } from '../line/types.ts';
import type { CheckLineSettings, PartContext } from './context.ts';
import { pathsOf, pathsOfPattern, shownAt } from './paths.ts';

/** Used for a line without a stated directory. */
const SOMEWHERE = '/line';

/**
 * The directory of a part; one that is only known when the line runs is outside of everything. Of several it is the one
 * from which a path leaves first.
 */
export function directoriesOf(
  part: LinePart,
  settings: CheckLineSettings,
): WritableDirectories & { readonly writable: readonly string[] } {
  const start = settings.cwd ?? SOMEWHERE;
  const writable = settings.writable ?? [start];
  const places = [part.directories ?? [], ...(part.elsewhere ?? [])].map((words) =>
    words.reduce((at, word) => resolvePath(standIn(word, settings), at), start),
  );
  const { realPath } = settings;
  const outside = places.find((cwd) => isOutside(cwd, { cwd, writable, realPath }));
  const shallow = places.reduce((least, cwd) => (cwd.split('/').length < least.split('/').length ? cwd : least));
  return { cwd: outside ?? shallow, writable, realPath, root: settings.project?.root };
}

/** Completes "cp writes …": a place that other programs obey, or a link of which nobody knows where it leads. */
export function whyGuarded(
  written: string,
  cwd: string,
  part: LinePart,
  { paths, settings }: PartContext,
): string | undefined {
  const { home, realPath } = settings;
  const path = resolvePath(written, cwd);
  if (path.includes('$')) return undefined;
  const link = paths.linkOn(path, part);
  const shown = shownAt(foldPath(path), settings);
  if (link !== undefined) return `${shown}, which ${link}`;
  const real = path.startsWith('/') ? realPath?.(path) : undefined;
  const guard = guardedPlace(foldPath(path), home) ?? (real === undefined ? undefined : guardedPlace(real, home));
  return guard && `${shown}, and ${guard.runs}`;
}

/** Resolves a path from a directory. An unknown one stays as written, with its `$`. */
export function resolvePath(path: string, cwd: string): string {
  return path.startsWith('/') || path.includes('$') ? path : `${cwd}/${path}`;
}

const NEW = new WeakMap<CheckLineSettings, WeakMap<LinePart, Map<Word, readonly string[] | undefined>>>();

/**
 * The patterns of a word with numbers or dates that are only known when the line runs: `*` stands for each of them.
 * Undefined: the word may name a file that exists.
 */
export function newPatternsOf(word: Word, part: LinePart, settings: CheckLineSettings): readonly string[] | undefined {
  if (!word.unknown || word.signs === undefined || word.many || word.tilde) return undefined;
  const ofLine = NEW.get(settings) ?? new WeakMap<LinePart, Map<Word, readonly string[] | undefined>>();
  const ofPart = ofLine.get(part) ?? new Map<Word, readonly string[] | undefined>();
  NEW.set(settings, ofLine.set(part, ofPart));
  if (!ofPart.has(word)) ofPart.set(word, findNew(word, part, settings));
  return ofPart.get(word);
}

function findNew(word: OpenWord, part: LinePart, settings: CheckLineSettings): readonly string[] | undefined {
  const { patterns = [] } = word;
  // Each is a name of its own, also if nothing is in the place of its unknown pieces.
  const isNamed = (pattern: string): boolean =>
    pattern.includes(UNKNOWN) &&
    !/[*?[]|(?:^|\/)\.\.(?:\/|$)/.test(pattern) &&
    pattern.split('/').every((step) => !step.includes(UNKNOWN) || /\w/.test(step));
  if (patterns.length === 0 || !patterns.every(isNamed)) return undefined;
  const named = patterns.map((pattern) => pattern.replaceAll(UNKNOWN, '*'));
  const paths = pathsOf({ ...word, patterns: named }, part, settings).filter((path) => path.includes('*'));
  return paths.length > 0 && paths.every((path) => isNew(path, SIGNS_OF[word.signs ?? 'stamp'], settings))
    ? named
    : undefined;
}

const SIGNS_OF: Readonly<Record<Signs, string>> = {
  digits: String.raw`[\d\s]*`,
  signed: String.raw`[-\d\s]*`,
  stamp: '.*',
};

/** True where no name of a directory fits a path's first step that is not known. @param signs those of a piece, as an expression */
function isNew(path: string, signs: string, { project }: CheckLineSettings): boolean {
  const at = path.indexOf('*');
  if (!path.startsWith('/') || path.includes(UNKNOWN) || at < 0) return false;
  const before = path.slice(0, at);
  const directory = before.slice(0, before.lastIndexOf('/'));
  const [rest = ''] = path.slice(at + 1).split('/');
  const pieces = [lastOf(before), lastOf(rest.replaceAll('*', '/'))].map((text) =>
    text.replace(/[^\w]/g, String.raw`\$&`),
  );
  // Some file systems take large letters for small ones.
  const fits = new RegExp(`^${pieces.join(rest.includes('*') ? '.*' : signs)}$`, 'is');
  return project?.namesIn?.(directory || '/')?.every((name) => !fits.test(name)) === true;
}

/**
 * All texts that a word may have; `*` stands for the end of a name that a program makes up. Undefined: some are not known before
 * the line runs.
 */
export function textsOf(word: Word, part: LinePart, settings: CheckLineSettings): readonly string[] | undefined {
  if (!word.unknown) return [word.text];
  if (word.among) return word.among;
  const named = newPatternsOf(word, part, settings);
  if (named) return named.flatMap((pattern) => pathsOfPattern(pattern, part, settings));
  if ((word.many && !word.made) || word.tilde || !word.patterns) return undefined;
  const texts = word.patterns.flatMap((pattern) => pathsOfPattern(pattern, part, settings));
  const isKnown = texts.every((text) => !text.includes(UNKNOWN) && (word.made !== undefined || !/[*?[]/.test(text)));
  return isKnown ? texts : undefined;
}

const WORST = new WeakMap<Word, string>();

/** Of the names that a word may be, the one with which a call is judged: the first that leaves the writable directories, or is guarded. */
function worstOf(word: ListedWord, part: LinePart, settings: CheckLineSettings): string {
  const known = WORST.get(word);
  if (known !== undefined) return known;
  const { cwd, writable, realPath } = directoriesOf(part, settings);
  const { home } = settings;
  const isBad = (path: string): boolean =>
    isOutside(path, { cwd, writable, realPath }) || guardedPlace(foldPath(path), home) !== undefined;
  const worst = word.among.find((text) => isBad(resolvePath(text, cwd))) ?? word.among[0] ?? '';
  WORST.set(word, worst);
  return worst;
}

/**
 * A placeholder text for a word: known words unchanged, `~` as the home directory, a glob as written. Other words have
 * their known beginning and a `$`, which never counts as a path inside or as an option.
 */
export function standIn(word: Word, settings: CheckLineSettings, part?: LinePart): string {
  const { text } = word;
  const { home } = settings;
  const [known, ...others] = (word.unknown && part && textsOf(word, part, settings)) || [];
  if (known !== undefined && others.length === 0) return known;
  if (isListed(word) && part) return worstOf(word, part, settings);
  if (word.unknown === undefined) return text;
  const glob = globOf(word);
  if (glob !== undefined) return glob;
  if (word.reason === 'glob') return text;
  // `if=~/x`
  if (word.reason === 'tilde' && word.tilde !== true && word.prefix !== '')
    return text.replace(/(?<=[=:])~(?=\/|$)/, home ?? '~');
  if (word.reason === 'tilde')
    return home !== undefined && /^~(?:\/|$)/.test(word.prefix) ? `${home}${word.prefix.slice(1)}` : word.prefix;
  // Names that a program such as find inserts have a known beginning, and contain no `..`.
  if (word.reason === 'input' && word.prefix !== '') return `${word.prefix}x`;
  return text.startsWith(word.prefix) && text.slice(word.prefix.length).startsWith('$')
    ? text
    : `${word.prefix}\${${word.reason}}`;
}

/** The glob that a word is, or whose names a variable has. None of them may be `..`, as `.*` may. */
function globOf({ patterns = [], many, reason }: OpenWord): string | undefined {
  const [pattern = '', ...others] = patterns;
  const isOpen = others.length > 0 || [UNKNOWN, HERE, TOP].some((sign) => pattern.includes(sign));
  if (isOpen || !/[*?[]/.test(pattern) || (many && reason !== 'glob')) return undefined;
  return /(?:^|\/)\.[^/]*[*?[]/.test(pattern) && reason !== 'glob' ? undefined : pattern;
}
