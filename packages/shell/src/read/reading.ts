import type { AtipEffects } from '@atip/core';
import type { ParsedScript } from 'unbash';
import type { FileListing, Meaning } from '../line/listings.ts';
import type {
  LineAssignment,
  LineIssue,
  LineIssueCode,
  LinePart,
  Runner,
  ShownVariable,
  Snippet,
  OpenWord,
  Word,
  WrittenText,
} from '../line/types.ts';

export interface Directory {
  /** Directories that `cd` named, outermost first. */
  readonly words: readonly Word[];
  /** Where `cd -` leads. Absent: nobody knows. */
  readonly before?: Directory | undefined;
  /** Where `popd` leads. Absent: nobody knows. */
  readonly under?: Directory | undefined;
}

/** Every place where the next command may run. Empty: it never does, because the shell has left. */
export type Places = readonly Directory[];

/** The shell's directory after a command that succeeds, and after one that fails. */
export interface Ending {
  readonly success: Places;
  readonly failure: Places;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The values that a line gives to variables.
 *
 * A variable counts once the line has certainly assigned it; then it has one of all values that the line assigns
 * anywhere. The reader first collects them, then reads again with them, until its assumptions match its findings.
 */
export interface Values {
  /** Every possible value of a variable, where known. */
  readonly assumed: ReadonlyMap<string, readonly Word[]>;
  /** True: words split at blanks, because the line does not change IFS. */
  readonly isSplitAtBlanks: boolean;
  /** True: no directory in which the line starts or runs a program has a blank or a sign of a glob, so that `$PWD` is one word; nor has `$HOME`. */
  readonly isPlainPlace: boolean;
  /** Variables that the line reads. */
  readonly wanted: Set<string>;
}

/** The context of a command. */
export interface Scope {
  readonly dialect: 'bash' | 'sh';
  /** The text that the tree's positions refer to. */
  readonly source: string;
  /** Converts positions of the source to positions in the line. */
  readonly span: (pos: number, end: number) => Span;
  readonly from: LinePart['from'];
  readonly through: readonly string[];
  readonly added: AtipEffects | undefined;
  readonly runner?: Runner | undefined;
  readonly remote?: LinePart['remote'] | undefined;
  readonly background: boolean;
  readonly stdin: 'none' | 'pipe' | 'file' | Word;
  /** The script or the lines that a shell reads from the standard input which the command has as well, and how deep a script is. */
  readonly script?: { readonly depth: number; readonly rest: NonNullable<LinePart['rest']> } | undefined;
  /** True: the pipe has a text of the line, as of `echo x |`. */
  readonly isPipeFixed?: boolean | undefined;
  /** The meaning of the text in the pipe. */
  readonly pipe?: Meaning | undefined;
  /** The program that writes into the pipe. */
  readonly feeder?: string | undefined;
  /** True: a loop runs once for each line of the pipe. `known`: the line has the text, and its values are noted. */
  readonly isPerLine?: boolean | 'known' | undefined;
  /** Where the command runs, and a host that tells the names there. */
  readonly places?: Places | undefined;
  readonly listNames?: ListNames | undefined;
  /** True: the command's own redirect gives its standard input, of which no other command reads a part. */
  readonly isInputOwn?: boolean | undefined;
  /** Functions that are certainly defined here. */
  readonly functions: Set<string>;
  /** Variables that certainly have one of their noted values here. */
  readonly certain: Set<string>;
  readonly values: Values;
  /** For each variable of a loop that is read once per word, that word. */
  readonly bound: ReadonlyMap<string, Word>;
  /** How often the loops around are read. */
  readonly rounds: number;
  /** Variables for whose value `mktemp` certainly succeeded. */
  readonly made: Set<string>;
  /** The file that the command right before this one has written. */
  readonly written?: WrittenText | undefined;
  /** The file from which the command, or what starts it, takes its code. */
  readonly given?: WrittenText | undefined;
  /** Variables to which the commands right behind this one give a value. */
  readonly next?: readonly string[] | undefined;
  readonly isFunction: boolean;
  /** True: a shell that was started with `-x` prints each command here. */
  readonly isTraced?: boolean | undefined;
  /** Statements inside statements. */
  readonly depth: number;
  /** Texts inside texts: `bash -c "eval …"`. */
  readonly texts: number;
  /** Substitutions around a word that is read for the meaning of the outermost one. */
  readonly meanings?: number | undefined;
}

/** Values that the shell prints by itself. */
interface PrintedByShell {
  readonly shows: readonly ShownVariable[];
  /** `calculated`: its errors quote a value that is no number; only names of credentials count there, and copies. */
  readonly when: 'always' | 'traced' | 'calculated';
  readonly scope: Scope;
  readonly span: Span;
}

/** The result so far for one line. */
export interface Reading {
  /** The file that the last command has written, and its place in the tree. */
  written?: (Pick<WrittenText, 'path' | 'text'> & { readonly by: object }) | undefined;
  readonly parts: LinePart[];
  readonly issues: LineIssue[];
  /** Names of functions that the line may define. */
  readonly functions: Set<string>;
  /** Parts that run where their function is called. */
  readonly insideFunctions: Set<number>;
  /** Variables that may have any text, and the places where the line calculates with a variable. */
  readonly anyText: Set<string>;
  /** All values of a variable, by kind; `any` if one is unknown. */
  readonly values: Map<string, ReadonlyMap<string, Word> | 'any'>;
  readonly calculated: Map<string, Span>;
  /** See `VariableReading`. */
  readonly copies: Map<string, ShownVariable[]>;
  /** See `notePrinted`. */
  readonly printed: PrintedByShell[];
  /** All assignments, the names that programs get, `*` for all, and assignments that a function or a wrapper hands on. */
  readonly assigned: LineAssignment[];
  readonly exportedNames: Set<string>;
  readonly handedOn: LineAssignment[];
  /**
   * `listings`: how often the line lists names that another command takes. `listedUntil`: parts that begin before this
   * offset may change them.
   */
  listings: number;
  listedUntil: number;
  /** True: it contains no statement. */
  isEmpty: boolean;
  /** Text of substitutions that may still be parsed. */
  nestedText: number;
  hasMoved: boolean;
  /** True: `cd -P` and similar may lead to a directory of another name. */
  isPhysical: boolean;
  functionsMove: boolean;
  hasUnset: boolean;
  /** True: a file of commands may give any variable another value. */
  hasSourced: boolean;
  /** True: `set -x` is somewhere in the line. */
  isTraced: boolean;
  readonly runScript: (script: ParsedScript, scope: Scope, places: Places) => Ending;
  readonly runText: (text: string, scope: Scope, places: Places) => Ending;
}

/** Most parts of one line, and most words and redirects of one command; a person is asked about a longer one. */
export const MAX_PARTS = 1000;
export const MAX_WORDS = 5000;
export const MAX_DEPTH = 200;
export const MAX_NESTED = 16;

const MAX_PLACES = 16;
/** Letters of a directory; Linux refuses a longer one. */
const MAX_PLACE = 4096;
const ANYWHERE: OpenWord = { unknown: true, text: '', reason: 'variable', prefix: '', many: false };

export const UNKNOWN_PLACES: Places = [{ words: [ANYWHERE] }];

/** Where a command in a container starts. Compared by identity: only what is judged there takes it for a known place. */
export const IN_CONTAINER: OpenWord = { ...ANYWHERE, text: '$container' };

export function report(
  reading: Reading,
  code: LineIssueCode,
  message: string,
  { start, end }: Span,
  snippet?: Snippet,
): void {
  reading.issues.push({ code, message, start, end, snippet });
}

/** The scope of a statement that ends here: a shell reads a whole line of a script before it runs what stands there. */
export function withRest(end: number, scope: Scope): Scope {
  const { script, source, depth } = scope;
  if (script?.depth !== depth) return scope;
  const at = source.indexOf('\n', end);
  return { ...scope, script: { depth, rest: { of: 'script', text: at < 0 ? '' : source.slice(at) } } };
}

/** The scope of a loop whose lines are known: a command in it that reads some of them changes the others. */
export function withLines(text: string, scope: Scope): Scope {
  return { ...scope, script: { depth: -1, rest: { of: 'lines', text } } };
}

/** Records what the shell prints by itself. */
export function notePrinted(
  shows: readonly ShownVariable[] | undefined,
  when: PrintedByShell['when'],
  scope: Scope,
  span: Span,
  reading: Reading,
): void {
  if (shows && shows.length > 0) reading.printed.push({ shows, when, scope, span });
}

/** Merges places; too many become one unknown place. */
export function joinPlaces(...all: readonly Places[]): Places {
  const [first, ...others] = all.filter((places) => places.length > 0);
  if (!first || others.every((places) => places === first)) return first ?? [];
  const byKey = new Map<string, Directory>();
  for (const place of all.flat()) {
    const known = byKey.get(keyOf(place)) ?? place;
    const isSame = known.before === place.before && known.under === place.under;
    byKey.set(keyOf(place), isSame ? place : { words: place.words });
  }
  return byKey.size > MAX_PLACES ? UNKNOWN_PLACES : [...byKey.values()];
}

export function samePlaces(one: Places, other: Places): boolean {
  return (
    one === other ||
    (one.length === other.length && one.every((place, at) => keyOf(place) === keyOf(other[at] ?? NOWHERE)))
  );
}

const NOWHERE: Directory = { words: [] };

function keyOf({ words }: Directory): string {
  return words.map((word) => `${word.unknown ? '?' : '='}${word.text}`).join('\0');
}

/** The places after `cd`. @param isPushed true: after `pushd` */
export function moveTo(places: Places, to: Word, isPushed = false): Places {
  const isAbsolute = to.unknown ? to.tilde === true : to.text.startsWith('/');
  return joinPlaces(
    ...places.map((place) => {
      const words = isAbsolute ? [to] : [...place.words, to];
      return [{ words: isShort(words) ? words : [ANYWHERE], before: place, under: isPushed ? place : place.under }];
    }),
  );
}

/** The places after `cd -` or `popd`. */
export function moveBack(places: Places, way: 'before' | 'under'): Places {
  return joinPlaces(
    ...places.map((place): Places => {
      const to = place[way];
      const under = way === 'under' ? to?.under : place.under;
      return to ? [{ words: to.words, before: place, under }] : UNKNOWN_PLACES;
    }),
  );
}

/** Places from which nobody knows where `cd -` leads. */
export function withoutWay(places: Places): Places {
  return places.map(({ words }) => ({ words }));
}

function isShort(words: readonly Word[]): boolean {
  return words.length <= 20 && words.reduce((sum, { text }) => sum + text.length, 0) <= MAX_PLACE;
}

/** The same places, whether the command succeeds or fails. */
export function stays(places: Places): Ending {
  return { success: places, failure: places };
}

/** Adds the possible places to a part. */
export function placed(places: Places): Pick<LinePart, 'directories' | 'elsewhere'> {
  const [first = [ANYWHERE], ...elsewhere] = places.map(({ words }) => words);
  return {
    directories: first.length > 0 ? first : undefined,
    elsewhere: elsewhere.length > 0 ? elsewhere : undefined,
  };
}

/** Marks the parts from `first` on as running in an unknown place. */
export function displace(reading: Reading, first: number, isConcerned: (index: number) => boolean = () => true): void {
  for (let index = first; index < reading.parts.length; index++) {
    const part = reading.parts[index];
    if (!part || !isConcerned(index)) continue;
    reading.parts[index] = { ...part, directories: [ANYWHERE], elsewhere: undefined };
  }
}

/** Asks a host for the names. */
export type ListNames = (listing: FileListing, places: Places) => readonly string[] | undefined;
