import { foldPath, isSecretBelow, secretMatch } from '@atip/core/internal';
import { type FileListing, listingOf } from '../line/listings.ts';
import { knownTexts } from '../line/patterns.ts';
import { programName } from '../line/program-names.ts';
import { searchedWords } from '../line/searched-words.ts';
import type { LinePart, Word } from '../line/types.ts';
import type { CheckLineSettings } from './context.ts';
import { pathsOf, resolve, startsOf } from './paths.ts';
import { isOfOthers, placeOf, secretBelow } from './searched-secrets.ts';

/** Programs that list all files, and those that leave out hidden ones unless an option says otherwise. */
const LISTS = /^(?:find|du|compgen|grep|egrep|fgrep|rgrep)$/;
const HIDES = /^(?:ls|dir|vdir|tree|eza|exa|lsd|fd|fdfind|rg|ag|ack)$/;
const HAS_PATTERN = /^(?:[efr]?grep|fd|fdfind|rg|ag|ack)$/;

/** Actions of find; the words before them say what it finds. */
const FIND_ACTION = /^-(?:exec|execdir|ok|okdir|delete|fls|fprintf?|fprint0|printf|ls)$/;

/** A file of secrets whose name a part may list, absolute. For a part that is not known to list files: undefined. */
export function listedSecret(part: LinePart, settings: CheckLineSettings): string | undefined {
  const name = programName(part.program ?? '');
  const words = part.words.slice(1);
  if (settings.tree === undefined || !isLister(name, words)) return undefined;
  const action = name === 'find' ? words.findIndex(({ text }) => FIND_ACTION.test(text)) : -1;
  // Behind `-o` other tests count.
  const isSplit = action >= 0 && has(words.slice(action), /^(?:-or?|,)$/);
  const listing = isSplit ? undefined : listingOf(name, action < 0 ? words : words.slice(0, action));
  if (listing?.from === 'branches') return undefined;
  if (name === 'git' && !listsUntracked(words)) return trackedSecret(listing, part, settings);
  const isHidden = !HIDES.test(name) || has(words, HIDDEN.get(name) ?? ALL);
  const held = searchedWords(name, knownTexts(words) ?? []) ?? [[]];
  const depth =
    listing?.depth ?? (/^(?:ls|dir|vdir|lsd|exa|eza)$/.test(name) && !has(words, /^-\w*R|^--rec/) ? 1 : undefined);
  for (const { directory, begins } of placesOf(name, words, listing, part, settings)) {
    const found = secretBelow(
      directory,
      settings,
      (path) => isOfOthers(path) || listing?.skips(path) === true,
      (path) =>
        (isHidden || !/(?:^|\/)\./.test(path)) &&
        listing?.fits(path === '' ? begins : `${begins}${path}`, false) !== false &&
        held.some((some) => settings.tree?.mayHold(path === '' ? directory : `${directory}/${path}`, some)),
      depth,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Options by which hidden files are listed as well. */
const ALL = /^-[a-zA-Z]*[aA]|^--(?:almost-)?all$/;
const HIDDEN: ReadonlyMap<string, RegExp> = new Map(
  ['fd', 'fdfind', 'rg', 'ag', 'ack'].map((name) => [name, /^-[a-zA-Z]*[HuU.]|^--(?:hidden|unrestricted)$/]),
);

function has(words: readonly Word[], option: RegExp): boolean {
  return words.some(({ text }) => option.test(text));
}

function isLister(name: string, words: readonly Word[]): boolean {
  if (/^[ef]?grep$/.test(name))
    return has(words, /^-[a-zA-Z]*[rR]|^--(?:dereference-)?recursive$|^--directories=recurse$/);
  if (name !== 'git') return LISTS.test(name) || HIDES.test(name);
  if (has(words, /^--(?:name-only|name-status|stat|numstat)$/)) return true;
  return words.some(({ text }) => /^(?:ls-files|ls-tree|grep|clean|status)$/.test(text));
}

/** True for git's lists of files that it does not have. */
function listsUntracked(words: readonly Word[]): boolean {
  return (
    has(words, /^clean$|^--ignored/) || (has(words, /^ls-files$/) && has(words, /^-[a-z]*[oi]|^--(?:others|ignored)$/))
  );
}

function trackedSecret(
  listing: FileListing | undefined,
  part: LinePart,
  { tree, ...settings }: CheckLineSettings,
): string | undefined {
  for (const start of startsOf(part, settings).map((one) => foldPath(one))) {
    const top = settings.project?.workTreeAround?.(start) ?? start;
    const tracked = tree?.pathsBelow(top, 'index', () => false) ?? [];
    const found = tracked.find(
      ({ path }) =>
        isSecretBelow(path) &&
        (top !== start || listing?.fits(path, false) !== false) &&
        secretMatch(`${top}/${path}`)?.is === 'inside',
    );
    if (found) return `${top}/${found.path}`;
  }
  return undefined;
}

/** The directories that are listed, with the beginning of what is printed for each. */
function placesOf(
  name: string,
  words: readonly Word[],
  listing: FileListing | undefined,
  part: LinePart,
  settings: CheckLineSettings,
): readonly { readonly directory: string; readonly begins: string }[] {
  const starts = startsOf(part, settings);
  if (listing)
    return starts.flatMap((start) =>
      listing.starts.map(({ directory, begins }) => ({
        directory: foldPath(resolve(directory, start, settings)),
        begins,
      })),
    );
  const end = name === 'find' ? words.findIndex(({ text }) => /^[-(!]/.test(text)) : -1;
  const named = (end < 0 ? words : words.slice(0, end)).filter(({ text }) => !text.startsWith('-'));
  const places = named.flatMap((word) => pathsOf(word, part, settings)).filter((path) => path.startsWith('/'));
  // A value of an option may look like a directory.
  const isHere = named.length === 0 || HAS_PATTERN.test(name) || /^(?:git|compgen)$/.test(name);
  return [...(isHere ? starts : []), ...places].map((path) => ({ directory: placeOf(path).directory, begins: '' }));
}
