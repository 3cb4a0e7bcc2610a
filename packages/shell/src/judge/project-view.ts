import { foldPath, UNKNOWN } from '@atip/core/internal';
import type { CheckLineSettings } from './context.ts';
import { isBelow } from './paths.ts';

/** The project of a line, as its host knows it. */
export interface ProjectView {
  /**
   * Completes "make runs code of /srv/x, …" for a directory whose code is not the project's: `which is not this project`.
   * @param directory absolute, folded
   */
  whyForeign(directory: string): string | undefined;
  /**
   * The directory of the repository in which a directory lies, as git finds it. Absent: nobody knows.
   * @param directory absolute, folded
   */
  workTreeAround?(directory: string): string | undefined;
  /**
   * True if git, reading in a directory, runs nothing that its repository names: no hook, filter, monitor or other program.
   * Absent: nobody knows.
   * @param directory absolute, folded
   */
  isPlainRepository?(directory: string): boolean;
  /** Absolute places whose content earlier lines took from elsewhere. */
  readonly fetched: readonly string[];
  /** Absolute. Absent: nobody knows. */
  readonly root?: string | undefined;
  /** The owner of the file at an absolute path without links. `shared`: another user owns or can write it. Absent: nobody knows. */
  readonly fileAt?: ((path: string) => 'own' | 'shared' | 'missing') | undefined;
  /** The names in a directory; undefined if they are too many, or unknown. */
  readonly namesIn?: ((directory: string) => readonly string[] | undefined) | undefined;
}

/** The project of a line. */
export function viewOf(settings: CheckLineSettings): ProjectView {
  return settings.project ?? onlyHere(settings);
}

function onlyHere({ cwd = '/line' }: CheckLineSettings): ProjectView {
  const root = foldPath(cwd);
  return {
    whyForeign: (directory) => (isBelow(directory, root) ? undefined : 'which is not the directory of the line'),
    fetched: [],
    root,
  };
}

/** Where a path leads. Undefined: nobody can tell. */
export function realOf(path: string, { realPath }: CheckLineSettings): string | undefined {
  return path.includes(UNKNOWN) || realPath === undefined ? foldPath(path) : realPath(path);
}
