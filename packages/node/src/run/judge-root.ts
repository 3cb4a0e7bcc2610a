import { realpath, stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInside } from '../files/real-path.ts';

/** The decision about a directory that a client names for its calls. */
export interface RootChoice {
  /** Absolute and real; for a refused one as the client named it. */
  readonly directory: string;
  /** Why calls do not run there. Absent: allowed. */
  readonly refused?: string;
}

/**
 * Judges a directory that a client names, by a `file:` URL, against the one that a person chose.
 *
 * It has to be inside: a client can narrow what a person chose, never widen it. If the person's directory is or
 * contains the whole home, tools may change nothing in it, so a directory below it would widen access. It is accepted
 * if it is inside the home, except in hidden directories, which contain files that other programs run and obey.
 */
export async function judgeRoot(
  url: string,
  { cwd, home }: { readonly cwd: string; readonly home: string | undefined },
): Promise<RootChoice> {
  const named = pathOf(url);
  const directory = named === undefined ? undefined : await realDirectory(named);
  const refuse = (refused: string): RootChoice => ({ directory: named ?? url.slice(0, 200), refused });
  if (directory === undefined) return refuse('it is not a directory on this machine.');
  const [start, ours] = await Promise.all([realDirectory(cwd), home === undefined ? undefined : realDirectory(home)]);
  if (start === undefined || !isInside(directory, start))
    return refuse(`it is outside ${cwd}, where the server was started (--cwd).`);
  if (directory === start || ours === undefined || !isInside(ours, start)) return { directory };
  const way = isInside(directory, ours) ? relative(ours, directory).split(sep) : [''];
  if (way[0] !== '' && !way.some((name) => name.startsWith('.'))) return { directory };
  return refuse('it is not your own directory in your home. Start the server in it (--cwd).');
}

function pathOf(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

async function realDirectory(path: string): Promise<string | undefined> {
  const real = await realpath(path).catch(() => undefined);
  return real !== undefined && (await stat(real)).isDirectory() ? real : undefined;
}
