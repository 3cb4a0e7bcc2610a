import type { LinePart } from '../line/types.ts';
import type { CheckLineSettings } from './context.ts';
import { startsOf, writesFile } from './paths.ts';
import { foldPath, UNKNOWN } from '@atip/core/internal';

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
export function isUndone(part: LinePart, parts: readonly LinePart[], settings: CheckLineSettings): boolean {
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
