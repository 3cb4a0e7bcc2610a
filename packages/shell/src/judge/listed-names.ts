import type { AtipEffects } from '@atip/core';
import { effectsOf, foldPath, isSecretBelow, UNKNOWN } from '@atip/core/internal';
import { isListed, linesOf, PLAIN, type TreePath, type TreeView } from '../line/listings.ts';
import { lastOf } from '../line/patterns.ts';
import { DELETES, programName } from '../line/program-names.ts';
import type { LinePart, LineReading, PartCheck, Word } from '../line/types.ts';
import { readLine } from '../read/read-line.ts';
import { placed } from '../read/reading.ts';
import { type CheckLineSettings, HARMLESS } from './context.ts';
import { isBelow, resolve, startsOf, writesFile } from './paths.ts';

export interface NamedReading {
  readonly reading: LineReading;
  /** True of all that it lists: git's index has it; it is deleted by what finds it. */
  readonly isOfIndex: boolean;
  readonly isDeleted: boolean;
}

/** The line, read with the names that are there and those that it makes. Undefined: it lists none, or nobody tells them. */
export function readWithNames(reading: LineReading, settings: CheckLineSettings): NamedReading | undefined {
  if (reading.listedUntil === undefined || !settings.tree) return undefined;
  const tree = reading.parts.reduce(
    (known, part) => withMade(known, part, madeBy(part, known, settings)),
    settings.tree,
  );
  let [isOfIndex, isDeleted] = [true, true];
  const named = readLine(reading.text, {
    isPlainPlace: reading.isPlainPlace,
    listNames: (listing, places) => {
      isOfIndex &&= listing.from === 'index';
      isDeleted &&= listing.isDeleted === true;
      const [start = UNKNOWN, ...others] = startsOf(placed(places), settings);
      if (others.length > 0 || start.includes(UNKNOWN)) return undefined;
      return linesOf(listing, tree, (directory) => {
        const path = foldPath(resolve(directory, start, settings));
        return path.startsWith('/') ? path : undefined;
      });
    },
  });
  return { reading: named, isOfIndex, isDeleted };
}

/** True if no part may change what is there before the line lists it, but for names that are known. */
export function areSettled(named: NamedReading, checks: readonly PartCheck[], settings: CheckLineSettings): boolean {
  const { listedUntil = 0 } = named.reading;
  let { tree } = settings;
  return checks.every((check) => {
    const made = tree && madeBy(check, tree, settings);
    tree = tree && withMade(tree, check, made);
    return (
      check.start >= listedUntil || (made !== undefined && (makerOf(check) !== undefined || keepsNames(check, named)))
    );
  });
}

/** Programs that make or move files of the names that they are given. */
const MAKES = /^g?(?:mkdir|touch|tee)$/;
const MOVES = /^g?(?:cp|mv)$/;

/** Programs that change the files that they are given, and make none. */
const CHANGES = /^(?:g?sed|gofmt|prettier|black|isort)$/;

/** Options of those by which other files come. */
const MAKES_MORE = /^-[a-zA-Z]*i.|^--(?:in-place|config|plugin)\b|^--?cpuprofile/;

/** Programs that change git's index. */
const OF_GIT = /^(?:git|git-.*|gh|glab|hub|jj|sl|lazygit|gitui|tig)$/;

function makerOf({ kind, program = '', words }: LinePart): 'makes' | 'moves' | undefined {
  const name = program === 'git' && words[1]?.text === 'mv' ? 'mv' : programName(program);
  if (kind !== 'program') return undefined;
  return MAKES.test(name) ? 'makes' : MOVES.test(name) ? 'moves' : undefined;
}

/** Names that a part puts where its words say, absolute. Undefined: others may come. */
function madeBy(part: LinePart, tree: TreeView, settings: CheckLineSettings): readonly TreePath[] | undefined {
  const maker = makerOf(part);
  const words = maker ? part.words.slice(part.program === 'git' ? 2 : 1) : [];
  const targets = part.redirects.filter(writesFile).map(({ target }) => target);
  if (![...words, ...targets].every(isPlain) || (part.background && maker)) return undefined;
  // Names of a list become others that are as plain.
  const isOfList = words.some(isListed);
  if (isOfList || words.length + targets.length === 0) return targets.length === 0 ? [] : undefined;
  const operands = words.filter(({ text }) => !text.startsWith('-'));
  const moved = maker === 'moves' ? placesOf(operands.splice(0, operands.length - 1), part, settings) : [];
  const places = placesOf([...operands, ...targets], part, settings);
  const isOdd = maker === 'moves' && words.some(({ text }) => ODD_MOVE.test(text));
  if (!moved || !places || isOdd) return undefined;
  const isDirectory = /mkdir$/.test(part.program ?? '');
  const made: TreePath[] = places.map((path, at) => ({ path, isDirectory: isDirectory && at < operands.length }));
  for (const from of moved) {
    const found = tree.filesBelow(from, () => false, Number.POSITIVE_INFINITY);
    if (!found || isSecretBelow(from) || found.some(({ path }) => isSecretBelow(path))) return undefined;
    const into = places.flatMap((place) => [place, `${place}/${lastOf(from)}`]);
    for (const { path, isDirectory } of found)
      made.push(...into.map((place) => ({ path: path === '' ? place : `${place}/${path}`, isDirectory })));
  }
  return made;
}

/** Options by which the last word is not where the others go, or they get another name, too. */
const ODD_MOVE = /^--|^-.*[bltsST]/;

/** The places of plain names, absolute. Undefined: one is behind a link, or nobody knows. */
function placesOf(words: readonly Word[], part: LinePart, settings: CheckLineSettings): readonly string[] | undefined {
  const [start = UNKNOWN, ...others] = startsOf(part, settings);
  const places = words.map(({ text }) => foldPath(resolve(text, start, settings)));
  const areHere = places.every((path) => path.startsWith('/') && (settings.realPath?.(path) ?? path) === path);
  return words.length === 0 || (areHere && others.length === 0) ? places : undefined;
}

/** The tree with what a part makes; of a file that the line changes nobody knows what it holds. */
function withMade(tree: TreeView, part: LinePart, made: readonly TreePath[] = []): TreeView {
  const isChanging = CHANGES.test(programName(part.program ?? '')) && part.words.every(({ unknown }) => !unknown);
  if (made.length === 0 && !isChanging) return tree;
  const added = (directory: string, found: readonly TreePath[] | undefined): readonly TreePath[] | undefined =>
    found && [
      ...found,
      ...made
        .filter(({ path }) => isBelow(path, directory))
        .map((one) => ({ ...one, path: one.path.slice(directory.length + 1) })),
    ];
  return {
    ...tree,
    pathsBelow: (directory, from, ...rest) => {
      const found = tree.pathsBelow(directory, from, ...rest);
      return from === 'disk' || part.program === 'git' ? added(directory, found) : found;
    },
    filesBelow: (directory, ...rest) => added(directory, tree.filesBelow(directory, ...rest)),
    mayHold: () => true,
  };
}

/** Apart from its redirects. */
function keepsNames(check: PartCheck, { isOfIndex, isDeleted }: NamedReading): boolean {
  const { words, kind, call, code } = check;
  const name = programName(check.program ?? '');
  if (kind === 'program' && call === undefined) return false;
  if (name === 'git' && words[1]?.text === 'fetch') return words.slice(2).every(ofFetch);
  const effects = effectsOfProgram(check);
  // Code of the project may do all that it does, but not in this shell: what it puts among the names is its own.
  const isOfProject = kind === 'program' && effects['x-runs'] !== 'call' && !OF_GIT.test(name);
  if (isOfIndex && isOfProject) return true;
  if ((effects['x-brings'] ?? 'none') !== 'none') return false;
  if (isDeleted && isOfProject && effects.subprocess === true) return true;
  const isWriting = effects.filesystem?.write === true || effects.filesystem?.delete === true;
  if (!isWriting) return effects['x-runs'] !== 'call';
  if (DELETES.test(name) || /^g?chmod$/.test(name)) return true;
  const isRead = code === undefined || (code.isHarmless && code.writes.length === 0);
  const areKept = CHANGES.test(name) && words.every(({ unknown, text }) => !unknown && !MAKES_MORE.test(text));
  // A change of the files that are listed gives them no other names.
  return (isRead && areKept) || (words.some((word) => isListed(word)) && effects.network !== true);
}

function effectsOfProgram({ kind, call, effects, words, added, redirects }: PartCheck): AtipEffects {
  const isPlainCall = redirects.some(writesFile) && added === undefined && words.every(({ unknown }) => !unknown);
  if (!isPlainCall) return effects;
  return call ? effectsOf(call, call.arguments) : kind === 'nothing' ? HARMLESS : effects;
}

/** Words with which `git fetch` changes no branch of this repository, and none of its files. */
function ofFetch({ unknown, text }: Word): boolean {
  return !unknown && /^(?:-[pqt]|--(?:prune|quiet|all|tags|no-tags)|[\w.][\w./-]*)$/.test(text);
}

function isPlain(word: Word): boolean {
  const texts = word.unknown ? (isListed(word) ? word.among : [' ']) : [word.text];
  return texts.every((text) => PLAIN.test(text) || (!word.unknown && /^-[\w-]+$/.test(text)));
}
