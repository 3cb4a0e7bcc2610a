import { foldPath, type DestroyedValue, UNKNOWN } from '@atip/core/internal';
import { patternsOf } from '../line/patterns.ts';
import { programName } from '../line/program-names.ts';
import type { LinePart, Word } from '../line/types.ts';
import type { CheckLineSettings } from './context.ts';
import type { Unsettled } from './lost-backups.ts';
import { NO_FILE, resolve, shownAt, startsOf, writesFile } from './paths.ts';
import { ELSEWHERE } from './script-files.ts';
import { newPatternsOf, standIn } from './word-values.ts';

/** A host's knowledge about the loss of files: whether git brings them back, or builds make them again. */
export interface SavedView {
  /**
   * Why it is a loss to overwrite, move or delete the file at a place: completes "sed changes src/a.ts, …": `which git
   * has not saved`. Undefined: nothing is lost, since nothing is there or all of it comes back.
   */
  whyLost(place: LostFile): string | undefined;
}

/** A path, or all paths that fit a pattern, with everything below them. */
export interface LostFile {
  /** Absolute, and not folded: links count before `..` does. Signs of globs as bash reads them where `isPattern`. */
  readonly path: string;
  readonly isPattern: boolean;
  /** True: the shell splits the names that it fits, so that one with a blank or a sign of a glob stands for others. */
  readonly isSplit: boolean;
  /** True: it is only deleted, so that what builds make again is no loss. */
  readonly isDeleted: boolean;
}

/** `isNew`: nothing was there before the line. */
type Place = LostFile & { readonly isNew?: boolean };

/** A file that a part loses. */
export interface FoundLoss {
  /** As people read it. */
  readonly what: string;
  /** Completes "rm deletes notes.txt, …". Empty: nobody looked. */
  readonly why: string;
  readonly verb: 'changes' | 'deletes' | 'moves' | 'replaces';
}

/** "rm deletes notes.txt, which git does not know." */
export function lossOf(name: string, loss: FoundLoss | undefined): string | undefined {
  return loss === undefined || loss.why === '' ? undefined : `${name} ${loss.verb} ${loss.what}, ${loss.why}.`;
}

/** Wrappers that start their command here and as this user. */
const HERE_TOO =
  /^(?:env|nice|nohup|time|g?timeout|stdbuf|setsid|ionice|chrt|taskset|command|builtin|exec|g?xargs|g?find|fd|fdfind|bash|sh|dash|zsh|busybox|unbuffer|uv|npx|bunx|poetry|pipenv|bundle)$/;

/** Programs that put their last argument's name, or a file in it, in the place of what stands there. */
const PUTS = /^g?(?:cp|mv|install|ln|rsync)$/;

/** Most places into which each of the other words may be put. */
const MAX_TARGETS = 64;

/**
 * The files that the parts of a line lose: those that they overwrite, move or delete, unless nothing was there or it
 * comes back.
 */
export class LineLosses {
  readonly #settings: CheckLineSettings;
  readonly #found = new Map<LinePart, FoundLoss>();
  /** Parts that were found to lose nothing, so that other parts matter to them. */
  readonly spared: Set<LinePart> = new Set();
  readonly #off: Unsettled | undefined;

  readonly #parts: readonly LinePart[];

  /** @param off why nothing counts as saved in this line */
  constructor(parts: readonly LinePart[], settings: CheckLineSettings, off?: Unsettled) {
    this.#parts = parts;
    this.#settings = settings;
    this.#off = off;
  }

  /** The first loss of a part, or the first of those that it replaces. */
  of(part: LinePart): FoundLoss | undefined {
    return this.#found.get(part);
  }

  /** True where a value of a call names nothing that is lost. */
  isNothing({ parameter, value, isDeleted }: DestroyedValue, part: LinePart): boolean {
    const name = programName(part.program ?? '');
    if (value === '-') return true;
    if (parameter.source.type === 'boolean') return isUndone(part, this.#parts, this.#settings);
    const place = name === 'dd' ? value.replace(/^of=/, '') : value;
    const named = wordOf(place, part, this.#settings);
    const word = isRead(value, name) && !(named?.unknown && named.made) ? undefined : named;
    if (name === 'install' && isSource(value, part)) return true;
    // A directory behind another one is in that one.
    if (/tar$/.test(name) && part.words.filter(({ text }) => /^-[a-zA-Z]*C|^--di/.test(text)).length > 1) return false;
    const isTarget = PUTS.test(name) && /^(?:destination|target-directory|file|link)$/.test(parameter.source.name);
    const verb = isDeleted ? 'deletes' : isTarget ? 'replaces' : name.endsWith('mv') ? 'moves' : 'changes';
    const isMoved = verb === 'moves';
    const isElsewhere = name !== 'tar' && part.words.some(({ text }) => ELSEWHERE.test(text));
    if (word === undefined || isElsewhere) return this.#lose(part, { what: value, why: '', verb });
    const places = this.#placesOf(word, part);
    if (isTarget && places.length > MAX_TARGETS) return this.#lose(part, { what: value, why: '', verb });
    return (isTarget ? places.flatMap((one) => this.#targetsIn(one, part)) : places).every((one) => {
      const why = this.#whyLost({ ...one, isDeleted: isDeleted || isMoved }, part);
      return (
        why === undefined ||
        this.#lose(part, {
          what: isTarget ? this.#shownTarget(word, one.path, name) : this.#shown(word, one.path),
          why,
          verb,
        })
      );
    });
  }

  /** A word that is not known stands for itself. */
  #shown(word: Word, path: string): string {
    if (!word.unknown || !path.includes(UNKNOWN)) return shownAt(path, this.#settings);
    return word.reason === 'input' ? 'what its input names' : word.text;
  }

  /** A copy of a tree replaces what has its names, and leaves the rest. */
  #shownTarget(word: Word, path: string, name: string): string {
    const isTree = name === 'rsync' && (this.#settings.isThere?.(`${path}/.`) ?? path.endsWith('/'));
    const shown = this.#shown(word, path);
    return isTree ? `files of the same name in ${shown}` : shown;
  }

  /** True where nothing is lost when a part replaces a file. */
  isNothingAt(target: Word, part: LinePart): boolean {
    return this.#placesOf(target, part).every((one) => {
      const why = this.#whyLost(one, part);
      return why === undefined || this.#lose(part, { what: this.#shown(target, one.path), why, verb: 'replaces' });
    });
  }

  /** True for a part with a word that names what would be lost if it were deleted. */
  losesAny(part: LinePart): boolean {
    return part.words
      .slice(1)
      .some((word) =>
        this.#placesOf(word, part).some((one) => this.#whyLost({ ...one, isDeleted: true }, part) !== undefined),
      );
  }

  /** The places that the words of a part may name. */
  pathsIn(part: LinePart): readonly string[] {
    return part.words.slice(1).flatMap((word) => this.#placesOf(word, part).map(({ path }) => path));
  }

  /** A directory that the line makes first is not there yet: behind it `..` leads to where it will be. */
  #whyLost(place: Place, part: LinePart): string | undefined {
    const folded = foldPath(place.path);
    const why = this.#whyLostAt(place, part);
    return why === undefined && folded !== place.path ? this.#whyLostAt({ ...place, path: folded }, part) : why;
  }

  #whyLostAt(place: Place, { through, added }: LinePart): string | undefined {
    const { saved, isThere } = this.#settings;
    if (NO_FILE.test(place.path)) return undefined;
    if (added !== undefined || !through.every((wrapper) => HERE_TOO.test(wrapper))) return '';
    if (place.isNew && !this.#mayBeThere(place)) return undefined;
    const why = saved?.whyLost(place);
    if (saved !== undefined && (this.#off === undefined || why !== undefined)) return why;
    const isKnown = place.path.startsWith('/') && !place.path.includes(UNKNOWN) && !place.isPattern;
    const isNew = isKnown && isThere?.(place.path) === false;
    return isNew && !this.#mayBeThere(place) ? undefined : (this.#off?.why ?? '');
  }

  /** True for a name at which the line itself may put something that it loses later. */
  #mayBeThere({ path, isDeleted }: LostFile): boolean {
    if (this.#off?.moved === undefined) return this.#off !== undefined && isDeleted;
    const folded = foldPath(path);
    return this.#off.moved.some((one) => {
      const start = foldPath(one.split(/[*?[]/)[0] ?? '');
      return one.includes(UNKNOWN) || folded.startsWith(start) || start.startsWith(`${folded}/`);
    });
  }

  #lose(part: LinePart, loss: FoundLoss): false {
    const known = this.#found.get(part);
    // A file that was moved is still there, and a replaced one is not.
    const isGraver = known?.verb === 'moves' && loss.verb === 'replaces' && loss.why !== this.#off?.why;
    if (known === undefined || isGraver) this.#found.set(part, loss);
    return false;
  }

  /** The places that a word may name, from each directory where the part may start. */
  #placesOf(word: Word, part: LinePart): readonly Place[] {
    // Where none was, as with `mktemp`. Had that failed, the rest of the word would stand alone.
    if (word.unknown && word.made && this.#off?.moved === undefined) {
      if (word.made === 'surely') return [];
      const rest = patternsOf(word).map((pattern) => pattern.replace(/^[^*]*\*/, ''));
      const starts = startsOf(part, this.#settings);
      return rest
        .filter((one) => one !== '')
        .flatMap((one) => starts.map((start) => resolve(one, start, this.#settings)))
        .map((path) => ({ path, isPattern: true, isSplit: false, isDeleted: false }));
    }
    const isSplit = word.unknown === true && word.many && word.reason !== 'glob';
    const named = newPatternsOf(word, part, this.#settings);
    const patterns = named ?? (word.unknown ? patternsOf(word) : [word.text]);
    return startsOf(part, this.#settings).flatMap((start) =>
      patterns.map((pattern) => {
        // In split text a known sign of a glob is one.
        const isOpen = isSplit && /[\s?]/.test(pattern);
        const path = isOpen ? UNKNOWN : resolve(pattern, start, this.#settings);
        const isPattern = (word.unknown === true && /[*?[]/.test(pattern)) || /[*?[]/.test(start);
        return { path, isPattern, isSplit, isDeleted: false, isNew: named !== undefined };
      }),
    );
  }

  /** The files that a file replaces which is put at a place: the one there, or one of its own name in a directory. */
  #targetsIn(place: Place, part: LinePart): readonly Place[] {
    const isDirectory = this.#settings.isThere?.(`${place.path}/.`) !== false;
    const isWhole = part.words.some(({ text }) =>
      /^(?:--parents|--no-target-directory|-[a-zA-Z]*T[a-zA-Z]*)$/.test(text),
    );
    if (!isDirectory || isWhole || /rsync$/.test(programName(part.program ?? ''))) return [place];
    return part.words.slice(1).flatMap((word) => {
      if (!word.unknown && /^-./.test(word.text)) return [];
      return this.#placesOf(word, part).map(({ path, isPattern, isSplit }) => {
        const base = path.replace(/\/+$/, '').split('/').at(-1) ?? '';
        const isOdd = base === '' || base === '.' || base === '..';
        return {
          ...place,
          path: isOdd ? place.path : `${place.path}/${base}`,
          isPattern: isPattern || place.isPattern,
          isSplit,
        };
      });
    });
  }
}

/** The word of a value; one that is not known before the line runs has its stand-in for a value. Undefined: a piece of a word is not known. */
function wordOf(value: string, part: LinePart, settings: CheckLineSettings): Word | undefined {
  const open = part.words.flatMap((word) => (word.unknown && word.reason !== 'tilde' ? [word] : []));
  const same = open.find((word) => standIn(word, settings, part) === value);
  if (same) return same;
  // The file of `-coverprofile=/tmp/c.$$.out`.
  const attached = open.find(
    (word) => (word.made ?? newPatternsOf(word, part, settings)) && standIn(word, settings, part).endsWith(`=${value}`),
  );
  const [pattern = '', ...more] = attached?.patterns ?? [];
  const at = pattern.indexOf('=') + 1;
  if (attached && more.length === 0 && pattern.slice(at).replaceAll(UNKNOWN, '*') === value)
    return { ...attached, prefix: attached.prefix.slice(at), patterns: [pattern.slice(at)] };
  // `rm -rf dist packages/*/dist`: a whole word, and no piece of the glob.
  const isWhole = part.words.some((word) => !word.unknown && word.text === value);
  const mayHold = open.filter((word) => !isWhole || word.reason !== 'glob');
  const isFilledIn = value.includes('$') || mayHold.some((word) => standIn(word, settings, part).includes(value));
  return isFilledIn ? undefined : { text: value };
}

/** True for a value that is more than a path: a pattern of git, another machine. A program may fill in a name for `%` and `#`. */
function isRead(value: string, name: string): boolean {
  return (
    /[%#]/.test(value) || (name === 'git' && /[*?[\\]|^:/.test(value)) || (name === 'rsync' && value.includes(':'))
  );
}

/** True for an argument of install before its last one. */
function isSource(value: string, { words }: LinePart): boolean {
  const isPlain = words.every(
    (word) => !word.unknown && !/^(?:-[a-zA-Z]*[tdT]|--(?:target|directory|no-target))/.test(word.text),
  );
  return isPlain && words.at(-1)?.text !== value;
}

/** The commands that begin a merge and the like, by the one whose `--abort` ends it. */
const BEGINS: Readonly<Record<string, RegExp>> = {
  merge: /^(?:merge|pull)$/,
  rebase: /^(?:rebase|pull)$/,
  'cherry-pick': /^cherry-pick$/,
  revert: /^revert$/,
  am: /^am$/,
};

/** Files in git's directory while something is begun. */
const BEGUN = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply', 'sequencer'];

/**
 * True for `git merge --abort` and the like of what this line has begun: nothing was begun before it, and between both nobody resolves
 * a conflict. Git refuses to begin over changes that ending it would lose.
 */
function isUndone(part: LinePart, parts: readonly LinePart[], settings: CheckLineSettings): boolean {
  const command = commandOf(part);
  const begins = command === undefined ? undefined : BEGINS[command];
  const at = parts.indexOf(part);
  const begun = parts.findLastIndex((one, index) => index < at && begins?.test(commandOf(one) ?? '') === true);
  const beginning = parts[begun];
  if (begins === undefined || beginning === undefined || beginning.words.some(({ text }) => CONTINUES.test(text)))
    return false;
  const between = parts.slice(begun + 1, at);
  const starts = startsOf(part, settings);
  const isHere = startsOf(beginning, settings).every((start) => starts.includes(start));
  return isHere && between.every(isLooking) && starts.every((start) => isAtRest(start, settings));
}

// `-n` begins over changes, too.
const CONTINUES = /^(?:--(?:abort|quit|skip|continue|edit-todo|show-current-patch|no-commit)|-[a-zA-Z]*n[a-zA-Z]*)$/;

/** The word behind `git`, in a call of this repository. */
function commandOf({ kind, program, words, through, assignments, background }: LinePart): string | undefined {
  const [, second] = words;
  const isPlain = kind === 'program' && program === 'git' && through.length + assignments.length === 0 && !background;
  return isPlain && second && !second.unknown ? second.text : undefined;
}

/** True for a part that only looks. */
function isLooking(part: LinePart): boolean {
  if (part.redirects.some(writesFile)) return false;
  if (part.kind === 'builtin') return /^(?:echo|printf|true|false|:|test|\[)$/.test(part.program ?? '');
  return part.kind === 'nothing' || /^(?:status|diff|log|show)$/.test(commandOf(part) ?? '');
}

/** True where git has begun nothing. */
function isAtRest(start: string, { project, isThere }: CheckLineSettings): boolean {
  const tree = start.includes(UNKNOWN) ? undefined : project?.workTreeAround?.(foldPath(start));
  if (tree === undefined || isThere?.(`${tree}/.git/HEAD`) !== true) return false;
  return BEGUN.every((name) => !isThere(`${tree}/.git/${name}`));
}
