import { lstatSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { ProjectView } from '@atip/shell';
import type { Environment } from '../process/child-environment.ts';
import { xdgPaths } from '../process/xdg-paths.ts';
import { createRealPath, isInside, namesIn } from '../files/real-path.ts';
import { isOnlyOurs } from '../files/file-owners.ts';
import { allowedOr } from '../files/system-error.ts';
import { openProjectState, type ProjectState } from './project-state.ts';
import { isPlainRepository } from './plain-repository.ts';
import { isOfProject, workTreeAround } from './repositories.ts';

/** The session of an agent that asks about a line. Such an agent asks for trust in its folder before a session begins. */
export interface LineSession {
  readonly agent: string;
  /** Absent: the agent names none. */
  readonly id?: string | undefined;
  /** The folder that the agent itself calls its project, absolute. Absent: the project of the session's first directory. */
  readonly folder?: string | undefined;
}

/** The project of a line: the code that the line may run, and the places that earlier lines fetched. */
interface LineProject extends ProjectView {
  /** Its real path. Absent: this is no project. */
  readonly root?: string | undefined;
  /** When the agent's session was first seen, in ms. Absent: no session is known. */
  readonly since?: number | undefined;
  /** Remembers, for later lines, the places whose content a line takes from elsewhere. */
  remember(places: readonly string[]): void;
}

/**
 * Finds the project of a line: the work tree around the folder in which the agent's session began, or without a session
 * the one around the current directory. It must belong to this user, and nobody else may be able to write it. Homes,
 * directories around one, and directories for temporary files are no projects.
 *
 * Reads the person's state and the paths to the directories that are asked about; runs nothing.
 */
export function openLineProject(where: {
  readonly env: Environment;
  /** Absolute: the agent's or the person's directory. */
  readonly cwd: string;
  /** Absent: a person asks by hand, and a project counts after `atip trust`. */
  readonly session?: LineSession | undefined;
}): LineProject {
  const { env, session } = where;
  const state = openProjectState(env);
  const [root, problem] = rootOf(where, state);
  const known = new Map<string, string | undefined>();
  const look = createRealPath();
  const around = (directory: string): string | undefined => workTreeAround(look(directory) ?? directory);
  if (root === undefined)
    return {
      whyForeign: () => problem,
      workTreeAround: around,
      isPlainRepository,
      fetched: [],
      remember: () => undefined,
    };
  // A state that cannot be believed throws here, and not where a line is judged.
  const [fetched, trusted] = [state.fetched(), state.trusted()];
  const why = (directory: string): string | undefined => {
    const real = look(directory) ?? directory;
    const foreign = whyForeign(real, root);
    if (foreign === undefined) return problem;
    const place = workTreeAround(real) ?? real;
    if (trusted.some((one) => isInside(real, one) && isInside(one, place))) return undefined;
    return whyNoProject(place, env) === undefined ? `${foreign}; \`atip trust ${place}\` lets it run` : foreign;
  };
  return {
    root,
    since: session?.id === undefined ? undefined : state.seenSince(nameOf(session, session.id)),
    fetched,
    fileAt,
    namesIn,
    workTreeAround: around,
    isPlainRepository,
    whyForeign(directory) {
      if (!known.has(directory)) known.set(directory, why(directory));
      return known.get(directory);
    },
    remember: (places) =>
      state.remember(
        places
          .map((place) => look(place) ?? place)
          .filter((place) => whyForeign(place, root) === undefined || TEMPORARY.some((one) => isInside(place, one))),
      ),
  };
}

/** @returns the root, and why code in it does not run without a question */
function rootOf(
  { env, cwd, session }: Parameters<typeof openLineProject>[0],
  state: ProjectState,
): readonly [root: string | undefined, problem: string | undefined] {
  const start = createRealPath()(session?.folder ?? cwd);
  if (start === undefined) return [undefined, 'where it is not known which project this is'];
  const tree = workTreeAround(start);
  const here = tree === undefined || whyNoProject(tree, env) !== undefined ? start : tree;
  const see = (id: string): string => state.firstSeen(nameOf(session, id), here);
  const isKept = session?.folder === undefined && session?.id !== undefined;
  const root = isKept ? see(session.id) : here;
  // Where the state cannot be written, no file counts as the session's.
  if (session?.folder !== undefined && session.id !== undefined) allowedOr(undefined, () => see(session.id ?? ''));
  const why = whyNoProject(root, env);
  if (why !== undefined) return [undefined, why];
  if (isKept || session?.folder !== undefined || state.trusted().includes(root)) return [root, undefined];
  return [root, `which nobody has trusted yet: \`atip trust ${root}\` does`];
}

function nameOf(session: LineSession | undefined, id: string): string {
  return `${session?.agent} ${id}`;
}

function fileAt(path: string): 'own' | 'shared' | 'missing' {
  const stats = allowedOr(undefined, () => lstatSync(path, { throwIfNoEntry: false }));
  if (stats === undefined) return 'missing';
  return isOnlyOurs(stats) && (stats.isFile() || stats.isDirectory()) ? 'own' : 'shared';
}

const TEMPORARY: readonly string[] = ['/tmp', '/var/tmp', '/dev/shm', '/run', '/private/tmp', '/private/var/tmp'];

/** Completes "code of /tmp, …". */
function whyNoProject(root: string, env: Environment): string | undefined {
  const home = env.HOME === undefined ? undefined : (createRealPath()(resolve(env.HOME)) ?? env.HOME);
  if (root === '/' || (home !== undefined && isInside(home, root)))
    return 'which is or contains a home, and is not a project';
  const own = xdgPaths(env).state;
  if (isInside(createRealPath()(own) ?? own, root))
    return 'which holds the list of what you trust, and is not a project';
  const temporary = [...TEMPORARY, tmpdir(), ...(env['TMPDIR'] === undefined ? [] : [resolve(env['TMPDIR'])])];
  if (temporary.includes(root)) return 'which is a directory for temporary files, and not a project';
  const stats = allowedOr(undefined, () => lstatSync(root, { throwIfNoEntry: false }));
  if (!stats?.isDirectory()) return 'which is not there';
  return isOnlyOurs(stats) ? undefined : 'which other users can write';
}

function whyForeign(directory: string, root: string): string | undefined {
  const tree = workTreeAround(directory);
  if (isInside(directory, root)) {
    const isOwn = tree === undefined || isInside(root, tree) || isOfProject(tree, root);
    return isOwn ? undefined : `which is a repository of its own, not this project`;
  }
  return tree !== undefined && isOfProject(tree, root) ? undefined : `which is not this project (${root})`;
}
