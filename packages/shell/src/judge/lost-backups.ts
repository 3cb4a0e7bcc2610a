import { segmentsMeet } from '@atip/core/internal';
import { lastOf } from '../line/patterns.ts';
import { programName } from '../line/program-names.ts';
import type { LinePart, PartCheck } from '../line/types.ts';
import type { LineLosses } from './file-losses.ts';
import { copiesAsLinks } from './paths.ts';

/** Why less counts as saved in a line than before it. */
export interface Unsettled {
  /** Completes "rm deletes a.ts, …". */
  readonly why: string;
  /** Places to which the line may move files that nothing saves, absolute. Absent: any name may have become one that is deleted. */
  readonly moved?: readonly string[] | undefined;
  /** The work trees in which git may put files, absolute. Absent: anywhere. */
  readonly within?: readonly string[] | undefined;
}

/** Finds a part that may make git forget what it has, or move a file that nothing saves to the place of a saved one. */
export function whyUnsettled(
  parts: readonly LinePart[],
  checks: readonly PartCheck[],
  text: string,
  losses: LineLosses,
): Unsettled | undefined {
  const movers = parts.filter(
    (part, at) => (isLinking(part) || (!losses.spared.has(part) && mayMove(part, checks[at]))) && losses.losesAny(part),
  );
  const forgetting = parts.filter(mayForget);
  const [forgets] = forgetting;
  if (forgets) {
    const isInTree = forgetting.every(staysInTree) && movers.every((part) => forgetting.includes(part));
    const within = isInTree ? losses.workTreesOf(forgetting) : undefined;
    return { why: `while ${nameOf(forgets)} may change what git has saved`, within };
  }
  // With these a glob fits more, also names that begin with a dot.
  if (/dotglob|nocaseglob|GLOBIGNORE/.test(text)) return { why: 'while the line changes what globs fit' };
  const starts = checks.some(({ effects }) => effects.subprocess === true);
  const unlocked = starts
    ? parts.find((part, at) => losses.spared.has(part) && unlocks(part, checks[at], losses))
    : undefined;
  if (unlocked) return { why: 'by which this line may install' };
  const [first] = movers;
  return (
    first && {
      why: whyMoved(first),
      moved: movers.flatMap((part) => losses.pathsIn(part)),
    }
  );
}

function whyMoved(part: LinePart): string {
  return isRenaming(part) || isLinking(part)
    ? `while ${nameOf(part)} may move other files there`
    : `and beside ${nameOf(part)} it is not known whether git could bring it back`;
}

function nameOf({ program = '', words }: LinePart): string {
  return [programName(program), words[1]?.text].filter((word) => word !== undefined).join(' ');
}

const MOVES =
  /^(?:g?mv|g?ln|link|rename|prename|mmv|rsync|ditto|7z[arz]?|zip|tar|bsdtar|gtar|cpio|pax|b?zip2|gzip|xz|zstd|lz4|compress)$/;

function isRenaming({ program = '', words }: LinePart): boolean {
  const name = programName(program);
  return MOVES.test(name) || (name === 'git' && words.some(({ text }) => text === 'mv'));
}

/** True for a part that gives a file another name, by which it is lost, too. */
function isLinking(part: LinePart): boolean {
  const { program = '', words } = part;
  const name = programName(program);
  const isRsync = name === 'rsync' && words.some(({ text }) => /^--link-dest/.test(text));
  return /^(?:g?ln|link)$/.test(name) || isRsync || copiesAsLinks(part);
}

function mayMove(part: LinePart, check: PartCheck | undefined): boolean {
  if (part.kind !== 'program') return false;
  // Of a name that starts nothing, as in `pnpm install`, all is known.
  const isUnread = check?.call === undefined && check?.effects.filesystem?.write !== false;
  return isRenaming(part) || isUnread || check?.effects.filesystem?.delete === true;
}

/** Files that say which packages an installer takes, and from where. */
const LOCKS: readonly string[] = (
  'package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock .npmrc .yarnrc .yarnrc.yml uv.lock poetry.lock pdm.lock ' +
  'Pipfile.lock requirements.txt Cargo.lock go.sum go.mod Gemfile.lock composer.lock mix.lock pubspec.lock Package.resolved packages.lock.json ' +
  'gradle.lockfile flake.lock Podfile.lock'
).split(' ');

/** True for a part after which an installer takes what nobody has chosen. */
function unlocks(part: LinePart, check: PartCheck | undefined, losses: LineLosses): boolean {
  // Git puts back files of this repository's history, as after `git switch`.
  if (part.program === 'git' && /^(?:checkout|restore)$/.test(part.words[1]?.text ?? '')) return false;
  if (check?.effects.filesystem?.delete !== true && !MOVES.test(programName(part.program ?? ''))) return false;
  return losses.pathsIn(part).some((path) => LOCKS.some((lock) => segmentsMeet(lastOf(path), lock)));
}

/** Git's own words that leave HEAD, the index's commits and all objects as they are, unless a word of theirs is one of the second. */
const KEEPS: ReadonlyMap<string, RegExp | undefined> = new Map([
  ...(
    'status diff log show shortlog describe ls-files ls-tree ls-remote grep blame annotate rev-parse rev-list name-rev merge-base cat-file ' +
    'diff-tree diff-index diff-files show-ref show-branch for-each-ref check-ignore check-attr count-objects cherry range-diff whatchanged ' +
    'add mv rm push archive version help'
  )
    .split(' ')
    .map((name) => [name, undefined] as const),
  ['commit', /^--am/],
  ['fetch', /^(?:--(?:prune|force|refmap|update-head)|-[a-zA-Z]*[pfPu])|[:+]/],
  ['branch', /^(?:-[a-zA-Z]*[dDmMcCfu]|--(?:delete|move|copy|force|set|unset|edit|track))/],
  ['stash', /^(?!list$|show$|stash$|git$)[^-]/],
  ['remote', /^(?!show$|get-url$|remote$|git$|-v$)/],
  // Another work tree has a HEAD of its own.
  ['worktree', /^(?:prune|move|repair|-B)$/],
  // Files alone: what is changed there is a loss of its own.
  ['restore', undefined],
]);

/** True for a part that might move HEAD, rewrite or drop what git has, or write in its directory. */
function mayForget({ kind, program = '', words, assignments }: LinePart): boolean {
  if (assignments.some(({ name }) => name.startsWith('GIT_'))) return true;
  const name = programName(program);
  if (kind !== 'program') return false;
  if (/^(?:git-|(?:hub|jj|sl|tig|gitk|lazygit|gitui|bfg|yadm|etckeeper)$)/.test(name)) return true;
  const texts = words.slice(1).map((word) => (word.unknown ? '' : word.text));
  if (/^(?:gh|glab)$/.test(name)) return texts.some((text) => /^(?:checkout|sync|clone|merge|develop)$/.test(text));
  if (name !== 'git') return false;
  // `git -C DIR`, `git --no-pager`.
  const at = texts.findIndex((text, index) => !/^-/.test(text) && texts[index - 1] !== '-C');
  const [command = '', ...rest] = at < 0 ? [] : texts.slice(at);
  const before = texts.slice(0, Math.max(at, 0));
  if (
    before.some(
      (text) => /^-/.test(text) && !/^(?:-C|-P|--no-pager|--no-optional-locks|--literal-pathspecs)$/.test(text),
    )
  )
    return true;
  if (command === 'checkout' || command === 'switch') return !isOfFiles(command, rest);
  const forgetting = KEEPS.get(command);
  return !KEEPS.has(command) || (forgetting !== undefined && words.slice(1).some(({ text }) => forgetting.test(text)));
}

/** Git's own words that put files into the work tree around their directory alone. */
const IN_TREE =
  /^(?:am|apply|branch|checkout|cherry-pick|clean|commit|fetch|merge|pull|rebase|reset|revert|rm|stash|switch|tag)$/;

function staysInTree({ program, words, through, assignments }: LinePart): boolean {
  const [, command, ...rest] = words;
  const isPlain = program === 'git' && through.length + assignments.length === 0 && command?.unknown === undefined;
  return (
    isPlain &&
    IN_TREE.test(command?.text ?? '') &&
    !rest.some(({ text }) => /^(?:-x|--(?:exec|unsafe|dir|out))/.test(text))
  );
}

/** `git checkout [TREE] -- FILE…`, and a new branch at HEAD: `git checkout -b NAME`. */
function isOfFiles(command: string, rest: readonly string[]): boolean {
  if (rest.includes('--')) return command === 'checkout' && !rest.some((text) => /^-(?!-$)/.test(text));
  return rest.length === 2 && /^(?:-b|-c|--create)$/.test(rest[0] ?? '');
}
