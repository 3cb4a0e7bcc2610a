import type { WritableDirectories } from '../types/validation.ts';

/**
 * The arguments with each path in the project as the relative one: documents tell places by their text, and `./tests` and
 * `/home/u/proj/tests` are one place. A path with `..` stays as it is.
 *
 * Shape: root `/home/u/proj`: `/home/u/proj/tests` → `./tests`, `/home/u/proj` → `.`, `/home/u/proj2` stays.
 */
export function namedInside(
  args: Readonly<Record<string, unknown>>,
  directories: WritableDirectories | undefined,
): Readonly<Record<string, unknown>> {
  const root = directories?.root ?? directories?.cwd;
  if (root === undefined || !/^\/[^/]/.test(root) || !Object.values(args).some((value) => mayName(value, root)))
    return args;
  const inside = (value: unknown): unknown =>
    typeof value === 'string' && mayName(value, root) && !/(?:^|\/)\.\.(?:\/|$)/.test(value)
      ? value.split(root).reduce((before, behind) => {
          // Behind a sign as in `key=/path` too.
          const isPlace = /(?:^|[=:,@])$/.test(before) && /^(?:$|[/:,])/.test(behind);
          return `${before}${isPlace ? '.' : root}${behind}`;
        })
      : value;
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => [key, Array.isArray(value) ? value.map(inside) : inside(value)]),
  );
}

function mayName(value: unknown, root: string): boolean {
  if (Array.isArray(value)) return value.some((one) => mayName(one, root));
  return typeof value === 'string' && value.includes(root);
}
