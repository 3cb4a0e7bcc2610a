import { foldPath, guardedPlace, UNKNOWN } from '@atip/core/internal';
import type { LinePart, Word } from '../line/types.ts';
import type { CheckLineSettings } from './context.ts';
import { isBelow, linksMadeBy, resolve, startsOf } from './paths.ts';
import { textsOf } from './word-values.ts';

/**
 * The settings in which the work trees that a line adds count as its project: their files are of this repository's
 * history, and nothing was there before.
 */
export function withWorktrees(parts: readonly LinePart[], settings: CheckLineSettings): CheckLineSettings {
  const { project, installed, saved, cwd = '/' } = settings;
  const root = project?.root;
  const trees = root === undefined ? [] : parts.flatMap((part) => treeOf(part, root, parts, settings) ?? []);
  if (trees.length === 0 || !project) return settings;
  const around = (path: string): string | undefined => trees.find((tree) => isBelow(path, tree));
  const inProject = (path: string): string => `${root}${path.slice(around(path)?.length)}`;
  const as = (path: string): string => (around(path) === undefined ? path : inProject(path));
  return {
    ...settings,
    writable: [...(settings.writable ?? [cwd]), ...trees],
    project: {
      ...project,
      whyForeign: (directory) => project.whyForeign(as(directory)),
      workTreeAround: (directory) => around(directory) ?? project.workTreeAround?.(directory),
      fileAt: project.fileAt && ((path) => project.fileAt?.(as(path)) ?? 'shared'),
      namesIn: project.namesIn && ((directory) => project.namesIn?.(as(directory))),
    },
    installed:
      installed &&
      ((wanted) =>
        installed({
          ...wanted,
          directory: as(wanted.directory),
          path: wanted.path === undefined ? undefined : as(wanted.path),
        })),
    saved: saved && {
      whyLost: (place) => {
        const isInside = !place.path.split('/').includes('..') && around(foldPath(place.path)) !== undefined;
        return isInside ? undefined : saved.whyLost(place);
      },
    },
  };
}

/** Options of `git worktree add` that change no more than where it leads. */
const FLAGS = /^(?:-q|--quiet|-d|--detach|--checkout|--(?:no-)?track|--lock)$/;

/** Names beside a project that mean something to other programs. */
const TAKEN = /^(?:bin|sbin|lib|etc|go|node_modules|Library|public_html)$|^[^A-Za-z0-9_]/;

/** Where a part adds a work tree of the project. Undefined: it adds none, or one of which less is known. */
function treeOf(
  part: LinePart,
  root: string,
  parts: readonly LinePart[],
  settings: CheckLineSettings,
): string | undefined {
  const { project, isThere, realPath, home } = settings;
  const place = placeOf(part);
  const [start = UNKNOWN, ...others] = startsOf(part, settings);
  if (!place || !project || others.length > 0 || start.includes(UNKNOWN)) return undefined;
  if (project.workTreeAround?.(foldPath(start)) !== root || project.whyForeign(foldPath(start)) !== undefined)
    return undefined;
  // A fetched commit may be anybody's.
  if (project.fetched.some((one) => isBelow(root, one)) || parts.some((one) => linksMadeBy(one, settings).length > 0))
    return undefined;
  const [text, ...more] = textsOf(place, part, settings) ?? [];
  if (text === undefined || more.length > 0) return undefined;
  const path = foldPath(resolve(text, start, settings));
  const parent = path.slice(0, path.lastIndexOf('/'));
  const name = path.slice(parent.length + 1);
  const isNew = (place.unknown && place.made !== undefined) || isThere?.(path) === false;
  if (!isNew || realPath?.(parent) !== parent || guardedPlace(path, home) !== undefined) return undefined;
  const isBeside = parent === root.slice(0, root.lastIndexOf('/')) && !TAKEN.test(name);
  return isBeside || path.startsWith('/tmp/') || path.startsWith(`${root}/`) ? path : undefined;
}

/** The word that names the place in `git worktree add`. */
function placeOf({ kind, program, words, through, assignments }: LinePart): Word | undefined {
  const [, first, second, ...rest] = words;
  const isAdding = kind === 'program' && program === 'git' && first?.text === 'worktree' && second?.text === 'add';
  if (!isAdding || through.length + assignments.length > 0) return undefined;
  const operands: Word[] = [];
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at];
    if (!word || (word.unknown && !word.made && word.plain === undefined)) return undefined;
    if (!word.unknown && word.text === '-b') at++;
    else if (word.unknown || !word.text.startsWith('-')) operands.push(word);
    else if (!FLAGS.test(word.text)) return undefined;
  }
  return operands.length <= 2 ? operands[0] : undefined;
}
