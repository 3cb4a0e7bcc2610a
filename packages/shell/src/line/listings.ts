import { isSecretBelow } from '@atip/core/internal';
import { knownTexts, lastOf, startOf } from './patterns.ts';
import { searchedWords } from './searched-words.ts';
import type { OpenWord, Word } from './types.ts';

/** A host's knowledge about the names of files, for lines that list them. */
export interface TreeView {
  /**
   * The paths at and below a place of the project, relative to it; the place itself is the empty one, and no link is followed.
   * `index`: those that git's index has, where the place is the top of its work tree. Undefined: they are too many, or nobody can tell.
   * @param directory absolute
   * @param depth Absent: any
   */
  pathsBelow(
    directory: string,
    from: 'disk' | 'index',
    isSkipped: (path: string) => boolean,
    depth?: number,
  ): readonly TreePath[] | undefined;
  /** The same for any directory on disk; for checks that only ask more when they know the names. */
  filesBelow(directory: string, isSkipped: (path: string) => boolean, depth: number): readonly TreePath[] | undefined;
  /** All lines that `git branch` may print: each name behind two blanks or a mark. */
  branches(directory: string): readonly string[] | undefined;
  /** False for a file that lacks one of the words, in large letters and small ones. */
  mayHold(file: string, words: readonly string[]): boolean;
}

export interface TreePath {
  readonly path: string;
  readonly isDirectory: boolean;
}

/** Names that a command prints, one a line: at least those that it will print. */
export interface FileListing {
  readonly from: 'disk' | 'index' | 'branches';
  /** As written. `.` with the beginning `./` or none. */
  readonly starts: readonly { readonly directory: string; readonly begins: string }[];
  /** False for a name that it does not print. */
  readonly fits: (name: string, isDirectory: boolean) => boolean;
  /** True for a path, from a start, below which it prints nothing. */
  readonly skips: (path: string) => boolean;
  readonly depth?: number | undefined;
  /** True: of a directory it prints what is in it alone, of branches the names alone. */
  readonly isInside?: true | undefined;
  /** A printed file holds all words of one of these. Absent: it may hold anything. */
  readonly holds?: readonly (readonly string[])[] | undefined;
  /** Each of these fits a printed name, or the listing is unknown: a word of git could name a commit instead. */
  readonly needs?: readonly ((name: string) => boolean)[] | undefined;
  /** True: each name ends with a NUL. */
  readonly isNul: boolean;
  /** True: what finds the names deletes them, each as it is. */
  readonly isDeleted?: boolean | undefined;
}

/** `hex`: a commit's number. `hex first`: one, and text behind it. `numbered`: digits, a colon, and text. Or one of these lines. */
export interface Lines {
  readonly are: 'hex' | 'hex first' | 'numbered' | readonly string[];
  /** True: a NUL ends each of them. */
  readonly isNul: boolean;
  /** True: none of them is the name of a directory. */
  readonly areFiles?: boolean | undefined;
  /** True: the line itself has them, so a loop is read once for each. */
  readonly areOwn?: boolean | undefined;
}

/** Most lines of a list, and most names of one that is judged, since each of them is. */
const MAX_LINES = 20_000;
export const MAX_NAMES = 150;

/** A name that no shell, no xargs and no program takes for anything but one name. */
export const PLAIN: RegExp = /^[\w./][\w./@+,~-]*$/;

/**
 * True for a path that a shell does not split at blanks or replace by names of files.
 * @example
 * ```ts
 * import { isPlainPath } from '@atip/shell';
 * isPlainPath('/home/u/project'); // true
 * ```
 */
export function isPlainPath(path: string): boolean {
  return PLAIN.test(path);
}

/** All lines that a listing may print. Undefined: they are too many, or not known. */
export function linesOf(
  listing: FileListing,
  tree: TreeView,
  absolute: (directory: string) => string | undefined,
): readonly string[] | undefined {
  const lines = new Set<string>();
  for (const { directory, begins } of listing.starts) {
    const at = absolute(directory);
    if (at === undefined) return undefined;
    if (listing.from === 'branches') {
      const printed = tree.branches(at);
      if (!printed) return undefined;
      for (const line of printed) lines.add(listing.isInside ? line.slice(2) : line);
      continue;
    }
    const found = tree.pathsBelow(at, listing.from, listing.skips, listing.depth);
    if (!found) return undefined;
    for (const { path, isDirectory } of found) {
      if (path === '' && isDirectory && listing.isInside) continue;
      const name = path === '' ? directory : `${begins}${path}`;
      if (!listing.fits(name, isDirectory)) continue;
      // Of other files it does not matter.
      const isLeftOut =
        isSecretBelow(name) && listing.holds?.some((words) => tree.mayHold(`${at}/${path}`, words)) === false;
      if (!isLeftOut) lines.add(name);
    }
    if (lines.size > MAX_LINES) return undefined;
  }
  return listing.needs?.every((need) => [...lines].some(need)) === false ? undefined : [...lines];
}

/**
 * The word that is made of each line. Undefined: one of the lines may be more than a name, or an option.
 * @param isField true: of the first word of each line alone
 */
export function wordFrom({ are }: Lines, isField: boolean): OpenWord | undefined {
  const word = { unknown: true, text: '…', reason: 'input', prefix: '', many: false } as const;
  if (typeof are === 'string')
    return are === 'hex' || (isField && are === 'hex first') ? { ...word, plain: 'hex', signs: 'stamp' } : undefined;
  const names = are.map((name) => name.trim());
  if (!names.every((name) => PLAIN.test(name))) return undefined;
  // Too many to be judged one by one, but none of them is an option.
  if (names.length > MAX_NAMES) return { ...word, plain: 'name', secrets: names.filter((name) => isSecretBelow(name)) };
  // Where nothing fits, nothing is named; a name that fits nothing stands for that.
  return { ...word, ...amongOf(names.length > 0 ? names : ['none']) };
}

/** A word of which a list has all texts. */
export type ListedWord = OpenWord & { readonly among: readonly string[] };

/** All texts of a word, and their common beginning. */
export function amongOf(texts: readonly string[]): Pick<OpenWord, 'among' | 'prefix'> {
  return { among: texts, prefix: startOf(texts) };
}

export function isListed(word: Word): word is ListedWord {
  return word.unknown === true && word.reason === 'input' && word.among !== undefined;
}

const NOTHING = (): boolean => false;
const ALL = (): boolean => true;

/** The listing of a command. Undefined: it prints other text, or nobody knows. */
export function listingOf(name: string, words: readonly Word[]): FileListing | undefined {
  const args = knownTexts(words);
  if (!args) return undefined;
  if (name === 'find') return listingOfFind(args);
  if (name === 'grep') return listingOfGrep(args);
  if (name === 'rg') return listingOfRipgrep(args);
  if (name === 'fd') return listingOfFd(args);
  if (name === 'ls') return listingOfLs(args);
  if (Object.hasOwn(FORMATTED, name)) return listingOfFormatter(args, FORMATTED[name] ?? /./);
  return name === 'git' ? listingOfGit(args) : undefined;
}

function below(starts: readonly string[]): FileListing['starts'] {
  return starts.map((start) => ({ directory: start, begins: start.endsWith('/') ? start : `${start}/` }));
}

const FIND_VALUE =
  /^-(?:[acm]?min|[acm]time|[acm]?newer|maxdepth|mindepth|i?name|i?path|i?regex|regextype|size|type|user|group|perm|wholename|newer\w\w)$/;
const FIND_FLAG =
  /^(?:[(),!]|-(?:depth|d|empty|executable|readable|writable|mount|xdev|nowarn|prune|print0?|quit|true|or?|and?|daystart|not|nogroup|nouser))$/;

/** `find`, with actions that only print. */
function listingOfFind(args: readonly string[]): FileListing | undefined {
  const at = args.findIndex((text) => /^[-(!,)]/.test(text));
  const starts = args.slice(0, at < 0 ? args.length : at);
  const tests = args.slice(starts.length);
  const skips: FileListing['skips'][] = [];
  // Every test counts.
  const isPlain = tests.every((text) => !/^(?:[(),]|-or?)$/.test(text));
  let depth: number | undefined;
  let prints = '';
  for (let index = 0; index < tests.length; index++) {
    const test = tests[index] ?? '';
    if (test.startsWith('-print')) prints += test;
    if (FIND_FLAG.test(test)) continue;
    if (!FIND_VALUE.test(test)) return undefined;
    const [twice, isNot] = [index - 2, index - 1].map((before) => /^(?:!|-not)$/.test(tests[before] ?? ''));
    const value = tests[++index] ?? '';
    if (test === '-maxdepth' && /^\d+$/.test(value)) depth = Number(value);
    if (isPlain && isNot && !twice && /^-(?:whole|path)/.test(test)) skips.push(beyond(value, starts));
  }
  const isNul = prints.includes('0');
  if (isNul && !/^(?:-print0)+$/.test(prints)) return undefined;
  const { fits } = anyOf([...tests]);
  return {
    from: 'disk',
    starts: below(starts.length === 0 ? ['.'] : starts),
    fits,
    skips: (path) => skips.some((skip) => skip(path)),
    depth,
    isNul,
  };
}

/** A test of find. `isExact` false: it may fit more than find's, so that its opposite fits everything. */
interface FindTest {
  readonly fits: FileListing['fits'];
  readonly isExact: boolean;
}

const FITS_ALL: FindTest = { fits: () => true, isExact: false };

/** Takes the words of an expression up to a bracket that ends it. */
function anyOf(words: string[]): FindTest {
  const all: FindTest[] = [];
  const some: FindTest[] = [];
  for (let word = words.shift(); word !== undefined && word !== ')'; word = words.shift()) {
    if (/^(?:,|-or?)$/.test(word)) some.push(allOf(all.splice(0)));
    else if (!/^-a(?:nd)?$/.test(word)) all.push(oneOf(word, words));
  }
  some.push(allOf(all));
  return {
    fits: (name, isDirectory) => some.some(({ fits }) => fits(name, isDirectory)),
    isExact: some.every(({ isExact }) => isExact),
  };
}

function allOf(tests: readonly FindTest[]): FindTest {
  return {
    fits: (name, isDirectory) => tests.every(({ fits }) => fits(name, isDirectory)),
    isExact: tests.every(({ isExact }) => isExact),
  };
}

function oneOf(word: string, words: string[]): FindTest {
  if (word === '(') return anyOf(words);
  if (/^(?:!|-not)$/.test(word)) {
    const { fits, isExact } = oneOf(words.shift() ?? '', words);
    return isExact ? { fits: (name, isDirectory) => !fits(name, isDirectory), isExact } : FITS_ALL;
  }
  if (!FIND_VALUE.test(word)) return FITS_ALL;
  const value = words.shift() ?? '';
  // A link is no file, and no directory either.
  if (word === '-type' && value === 'f') return { fits: (_name, isDirectory) => !isDirectory, isExact: false };
  if (word === '-type' && value === 'd') return { fits: (_name, isDirectory) => isDirectory, isExact: true };
  const isExact = !/[[\\]/.test(value);
  const test = word.startsWith('-i') ? globTest(value.toLowerCase()) : globTest(value);
  if (word === '-name') return { fits: (name) => test(lastOf(name)), isExact };
  if (word === '-iname') return { fits: (name) => test(lastOf(name).toLowerCase()), isExact };
  return /^-(?:path|wholename)$/.test(word) ? { fits: test, isExact } : FITS_ALL;
}

/** Paths that `-not -path './.venv/*'` and `'*\/x\/*'` leave out. */
function beyond(pattern: string, starts: readonly string[]): FileListing['skips'] {
  const [, here, anywhere] = /^(?:\.\/([\w./-]+)|\*\/([\w.-]+))\/\*$/.exec(pattern) ?? [];
  if (here !== undefined && (starts.length === 0 || starts.join() === '.')) return (path) => path === here;
  return anywhere === undefined ? NOTHING : (path) => lastOf(path) === anywhere;
}

/** A test by a glob in which `*` fits everything. With other signs than `*` and `?` it fits all. */
function globTest(glob: string, end = ''): (text: string) => boolean {
  if (/[[\\]/.test(glob)) return () => true;
  const source = glob
    .replace(/[.+^${}()|\]]/g, String.raw`\$&`)
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.');
  const test = new RegExp(`^${source}${end}$`, 'su');
  return (text) => test.test(text);
}

/** The words of a command that are options, and the others; undefined: an option may change what it prints. */
function parted(
  args: readonly string[],
  flags: RegExp,
  values: RegExp,
):
  | { readonly options: readonly string[]; readonly rest: readonly string[]; readonly behind: readonly string[] }
  | undefined {
  const options: string[] = [];
  const rest: string[] = [];
  const dashes = args.indexOf('--');
  const before = dashes < 0 ? args : args.slice(0, dashes);
  for (let at = 0; at < before.length; at++) {
    const text = before[at] ?? '';
    if (!/^-./.test(text)) rest.push(text);
    else if (flags.test(text)) options.push(text);
    else if (values.test(text)) {
      options.push(`${text}=${before[++at]}`);
    } else return undefined;
  }
  return { options, rest, behind: dashes < 0 ? [] : args.slice(dashes + 1) };
}

function has(options: readonly string[], pattern: RegExp): boolean {
  return options.some((text) => pattern.test(text));
}

function files(
  starts: readonly string[],
  isNul: boolean,
  fits: FileListing['fits'],
  skips: FileListing['skips'] = NOTHING,
  holds?: FileListing['holds'],
): FileListing {
  return {
    from: 'disk',
    starts: starts.length === 0 ? [{ directory: '.', begins: '' }] : below(starts),
    fits: (path, isDirectory) => !isDirectory && fits(path, isDirectory),
    skips,
    holds,
    isNul,
  };
}

function listingOfGrep(args: readonly string[]): FileListing | undefined {
  const found = parted(
    args,
    /^-(?:[rlLinwEFGPIsxvZ]+|-(?:recursive|files-with(?:out)?-match(?:es)?|ignore-case|word-regexp|fixed-strings|extended-regexp|null|no-messages)|-(?:include|exclude|exclude-dir|regexp)=.*)$/,
    /^-e$|^--(?:include|exclude|exclude-dir|regexp)$/,
  );
  if (!found) return undefined;
  const { options } = found;
  if (!has(options, /^-[a-zA-Z]*[lL]|^--files/) || !has(options, /^-[a-zA-Z]*r|^--recursive$/)) return undefined;
  const rest = [...found.rest, ...found.behind];
  const starts = has(options, /^-e|^--regexp/) ? rest : rest.slice(1);
  const included = options.flatMap((text) => /^--include=(.*)$/s.exec(text)?.[1] ?? []).map((glob) => globTest(glob));
  const excluded = options.flatMap((text) => /^--exclude-dir=([\w.-]+)$/.exec(text)?.[1] ?? []);
  return files(
    starts,
    has(options, /^-[a-zA-Z]*Z|^--null$/),
    (name) => included.length === 0 || included.some((fits) => fits(lastOf(name))),
    (path) => excluded.includes(lastOf(path)),
    searchedWords('grep', args),
  );
}

function listingOfRipgrep(args: readonly string[]): FileListing | undefined {
  const found = parted(
    args,
    /^-(?:[liwFSsuN.0]+|-(?:files|files-with(?:out)?-match(?:es)?|hidden|no-ignore|null|fixed-strings|ignore-case|smart-case|word-regexp)|-(?:glob|type|type-not|regexp)=.*|[gtTe].+)$/,
    /^-[gtTe]$|^--(?:glob|type|type-not|regexp)$/,
  );
  if (!found) return undefined;
  const { options } = found;
  const isListing = has(options, /^--files$/);
  if (!isListing && !has(options, /^-(?![gtTe])[a-zA-Z.0]*l|^--files-with/)) return undefined;
  const rest = [...found.rest, ...found.behind];
  const starts = isListing || has(options, /^-e|^--regexp/) ? rest : rest.slice(1);
  const globs = options.flatMap((text) => /^(?:-g=?|--glob=)([^!].*)$/s.exec(text)?.[1] ?? []);
  const isHidden = has(options, /^-(?![gtTe])[a-zA-Z0]*[.u]|^--hidden$/) || starts.some((start) => HIDDEN.test(start));
  const tests = globs.flatMap((glob) => withoutBraces(glob).map((one) => (one.includes('/') ? ALL : globTest(one))));
  return files(
    starts,
    has(options, /^-(?![gtTe])[a-zA-Z.]*0|^--null$/),
    // A glob finds hidden files as well.
    (name) => (globs.length > 0 ? tests.some((fits) => fits(lastOf(name))) : isHidden || !HIDDEN.test(name)),
    NOTHING,
    isListing ? undefined : searchedWords('rg', args),
  );
}

function listingOfFd(args: readonly string[]): FileListing | undefined {
  const found = parted(
    args,
    /^-(?:[HIusigFp0]+|[etEd].+|-(?:hidden|no-ignore|ignore-case|case-sensitive|glob|fixed-strings|full-path|print0)|-(?:extension|type|exclude|max-depth)=.*)$/,
    /^-[etEd]$|^--(?:extension|type|exclude|max-depth)$/,
  );
  if (!found) return undefined;
  const starts = [...found.rest, ...found.behind].slice(1);
  const showsHidden = has(found.options, /^-(?![etEd])[a-zA-Z]*[Hu]|^--hidden$/);
  return {
    from: 'disk',
    starts: starts.length === 0 ? [{ directory: '.', begins: '' }] : below(starts),
    fits: (name) => showsHidden || !HIDDEN.test(name),
    skips: NOTHING,
    isNul: has(found.options, /^-(?![etEd])[a-zA-Z]*0|^--print0$/),
  };
}

/** A path with a hidden file or directory on it. */
const HIDDEN = /(?:^|\/)\.[^./]/;

/** The globs for which `*.{ts,tsx}` stands. */
function withoutBraces(glob: string): readonly string[] {
  const [, before = '', inner, after = ''] = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/.exec(glob) ?? [];
  if (inner !== undefined) return inner.split(',').map((one) => `${before}${one}${after}`);
  return /[{}]/.test(glob) ? ['*'] : [glob];
}

function listingOfLs(args: readonly string[]): FileListing | undefined {
  const found = parted(args, /^-[1aAtrSU]+$/, /^$/);
  const starts = found ? [...found.rest, ...found.behind] : [];
  if (!found || starts.length > 1) return undefined;
  const [directory = '.'] = starts;
  return {
    from: 'disk',
    starts: [{ directory, begins: '' }],
    fits: () => true,
    skips: NOTHING,
    depth: 1,
    isInside: true,
    isNul: false,
  };
}

/** The names of the files that a formatter finds in directories: scripts may have no ending. */
const FORMATTED: Readonly<Record<string, RegExp>> = {
  gofmt: /(?:^|\/)[^./][^/]*\.go$/,
  goimports: /(?:^|\/)[^./][^/]*\.go$/,
  shfmt: /(?:^|\/)[^./](?:[^./]*|[^/]*\.(?:sh|bash|bats|mksh|ksh|zsh))$/,
};

/** `gofmt -l DIRECTORY…`, which prints cleaned names of files that it would change. */
function listingOfFormatter(args: readonly string[], finds: RegExp): FileListing | undefined {
  const found = parted(args, /^-(?:[lsefw]|ci|bn|sr|i=\d+)$/, /^-i$/);
  const starts = found ? [...found.rest, ...found.behind].map((start) => start.replace(/^(?:\.\/+)+(?=.)/, '')) : [];
  if (!found || !has(found.options, /^-[lf]$/) || starts.length === 0) return undefined;
  const listing = files(starts, false, (name) => finds.test(name) || starts.includes(name));
  return { ...listing, starts: listing.starts.map((one) => (one.directory === '.' ? { ...one, begins: '' } : one)) };
}

/** True for a search that prints the names of some of the files that are given to it behind these words, one in a line. */
export function selectsFiles(name: string, words: readonly Word[], areFiles: boolean): boolean {
  const args = knownTexts(words);
  const isGrep = name === 'grep';
  if (!args || !(isGrep || (name === 'rg' && areFiles))) return false;
  const found = parted(args, /^-[lLinwEFGPIsx]+$|^--files-with(?:out)?-match(?:es)?$/, /^-e$/);
  if (!found || !has(found.options, isGrep ? /^-\w*[lL]|^--files/ : /^-\w*l|^--files/)) return false;
  return found.behind.length === 0 && found.rest.length === (has(found.options, /^-e/) ? 0 : 1);
}

const FILTER = /^--diff-filter=(?:[ACMRTUXB]+|d)$/;

function listingOfGit([command = '', ...args]: readonly string[]): FileListing | undefined {
  if (command === 'ls-files') {
    const found = parted(args, /^-(?:[zcmd]+|-(?:cached|modified|deleted))$/, /^$/);
    return found && tracked([...found.rest, ...found.behind], has(found.options, /^-[a-z]*z/));
  }
  if (command === 'grep') {
    const found = parted(
      args,
      /^-(?:[lLiwEFGPIvz]+|-(?:files-with(?:out)?-match(?:es)?|name-only|ignore-case|word-regexp|fixed-strings|extended-regexp|null|cached))$/,
      /^-e$/,
    );
    if (!found || !has(found.options, /^-[a-zA-Z]*[lL]|^--(?:files|name)/)) return undefined;
    const named = has(found.options, /^-e/) ? found.rest : found.rest.slice(1);
    return tracked([...named, ...found.behind], has(found.options, /^-[a-zA-Z]*z|^--null$/), named);
  }
  if (command === 'diff') {
    const found = parted(args, /^-(?:z|-(?:name-only|cached|staged|no-renames|diff-filter=\w+))$/, /^$/);
    if (!found?.options.includes('--name-only')) return undefined;
    const [revision, ...others] = found.rest;
    const isOfIndex = revision === undefined && !has(found.options, /^--(?:cached|staged)$/);
    // Names of another commit may not be in the index.
    const isKnown = isOfIndex || found.options.some((text) => FILTER.test(text));
    const isOne = revision === undefined || (/^[\w@][\w./@{}^~-]*$/.test(revision) && !revision.includes('..'));
    return isKnown && isOne && others.length === 0 ? tracked(found.behind, found.options.includes('-z')) : undefined;
  }
  if (command === 'branch') {
    const found = parted(args, /^(?:--format=%\(refname:short\)|--(?:no-)?merged(?:=[\w./-]+)?)$/, /^$/);
    const isPlain = found?.rest.every((text) => /^[\w@][\w./@-]*$/.test(text)) === true && found.behind.length === 0;
    if (!found || !isPlain || (found.rest.length > 0 && !has(found.options, /merged/))) return undefined;
    const starts = [{ directory: '.', begins: '' }];
    const isInside = has(found.options, /^--format/) ? true : undefined;
    return { from: 'branches', starts, fits: () => true, skips: NOTHING, isInside, isNul: false };
  }
  return undefined;
}

/** @param open those that could be a commit */
function tracked(pathspecs: readonly string[], isNul: boolean, open: readonly string[] = []): FileListing | undefined {
  if (pathspecs.some((text) => /^[:/~]|\.\.|[[\]\\]/.test(text))) return undefined;
  const tests = pathspecs.map(pathspecTest);
  return {
    from: 'index',
    starts: [{ directory: '.', begins: '' }],
    fits: (name) => tests.length === 0 || tests.some((fits) => fits(name)),
    skips: NOTHING,
    needs: open.map(pathspecTest),
    isNul,
  };
}

/** In a pathspec `*` fits slashes, too, and a name everything below it. */
function pathspecTest(pathspec: string): (name: string) => boolean {
  const text = pathspec.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  return text === '' || text === '.' ? () => true : globTest(text, '(?:/.*)?');
}

/**
 * A test of lines by a pattern of grep or sed. Undefined: it is not known which lines it keeps.
 * @param isExtended `|` stands between several patterns
 */
export function lineTest(pattern: string, isExtended: boolean): RegExp | undefined {
  // Neither a group that is repeated, which may take long, nor one of JavaScript's own.
  const isKnown = isExtended
    ? /^(?:[\w/ ,@=:%|^$-]|\\[.*+?()|]|[.\w][*+?]|\.|\((?!\?)|\)(?![*+?{]))*$/.test(pattern)
    : /^\^?(?:[\w/ ,@=:%-]|\\[.*]|\.\*?)*\$?$/.test(pattern);
  try {
    return isKnown ? new RegExp(pattern) : undefined;
  } catch {
    return undefined;
  }
}

/** The known facts about a text that is only known when the line runs. */
export interface Meaning extends Pick<OpenWord, 'number' | 'plain' | 'patterns' | 'ends' | 'made' | 'signs'> {
  /** Of each of its lines. */
  readonly lines?: Lines | undefined;
  /** All that it may be, made of names that a list has. */
  readonly among?: readonly string[] | undefined;
}

/** Asks for the names that a listing prints. */
export type List = (listing: FileListing) => readonly string[] | undefined;
