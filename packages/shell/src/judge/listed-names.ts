import { foldPath, UNKNOWN } from '@atip/core/internal';
import { isListed, linesOf, PLAIN } from '../line/listings.ts';
import { programName } from '../line/program-names.ts';
import type { LineReading, PartCheck, Word } from '../line/types.ts';
import { readLine } from '../read/read-line.ts';
import { placed } from '../read/reading.ts';
import type { CheckLineSettings } from './context.ts';
import { NO_FILE, resolve, startsOf, writesFile } from './paths.ts';

/** The line, read with the names that are there. Undefined: it lists none, or nobody tells them. */
export function readWithNames(reading: LineReading, settings: CheckLineSettings): LineReading | undefined {
  const { tree } = settings;
  if (reading.listedUntil === undefined || !tree) return undefined;
  return readLine(reading.text, {
    isPlainPlace: reading.isPlainPlace,
    listNames: (listing, places) => {
      const [start = UNKNOWN, ...others] = startsOf(placed(places), settings);
      if (others.length > 0 || start.includes(UNKNOWN)) return undefined;
      return linesOf(listing, tree, (directory) => {
        const path = foldPath(resolve(directory, start, settings));
        return path.startsWith('/') ? path : undefined;
      });
    },
  });
}

/** True if no part may change what is there before the line lists it. */
export function areSettled({ listedUntil = 0 }: LineReading, checks: readonly PartCheck[]): boolean {
  return checks.every((check) => check.start >= listedUntil || keepsNames(check));
}

/** Programs that make or move files of the names that they are given. */
const MAKES = /^g?(?:mkdir|touch)$/;
const MOVES = /^g?(?:cp|mv)$/;

function keepsNames(check: PartCheck): boolean {
  const { effects, redirects, words, kind, call } = check;
  const name = programName(check.program ?? '');
  const isTaking = words.some((word) => isListed(word));
  if (redirects.some((one) => writesFile(one) && !NO_FILE.test(one.target.text))) return false;
  if (kind === 'program' && call === undefined) return false;
  if (name === 'git' && words[1]?.text === 'fetch') return words.slice(2).every(ofFetch);
  if ((effects['x-brings'] ?? 'none') !== 'none') return false;
  const isWriting = effects.filesystem?.write === true || effects.filesystem?.delete === true;
  if (!isWriting) return effects['x-runs'] !== 'call';
  const isMaker =
    MAKES.test(name) || (isTaking && MOVES.test(programName(name === 'git' ? (words[1]?.text ?? '') : name)));
  // A change of the files that are listed gives them no other names.
  return isMaker ? words.slice(1).every((word) => isPlain(word)) : isTaking && effects.network !== true;
}

/** Words with which `git fetch` changes no branch of this repository, and none of its files. */
function ofFetch({ unknown, text }: Word): boolean {
  return !unknown && /^(?:-[pqt]|--(?:prune|quiet|all|tags|no-tags)|[\w.][\w./-]*)$/.test(text);
}

function isPlain(word: Word): boolean {
  const texts = word.unknown ? (isListed(word) ? word.among : [' ']) : [word.text];
  return texts.every((text) => PLAIN.test(text) || (!word.unknown && /^-[\w-]+$/.test(text)));
}
