import { realpath, stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInside } from '@atip/node/internal';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';

/** What became of a client's first root. */
export interface RootChoice {
  /** Absolute and real; of one that is refused as the client names it. */
  readonly directory: string;
  /** Why calls do not run there; completes "The root … is not used: ". Absent: they do. */
  readonly refused?: string;
}

/** Ms. Calls wait for the answer. */
const ANSWER_TIME = 5_000;

/**
 * Asks a client for its roots and chooses the first.
 *
 * Calls run there only if it is inside the server's own directory: a client can narrow what a person chose, never widen it. Where
 * that directory is or holds the whole home, nothing in it may be changed by tools, so that a root in it would be more. It is
 * taken if it is somewhere in the home, but for the hidden directories there, which hold what other programs run and obey.
 * @returns undefined when the client has no roots, or does not say
 * @see MCP 2025-11-25, client/roots
 */
export async function chooseRoot(
  server: Server,
  { cwd, home }: { readonly cwd: string; readonly home: string | undefined },
): Promise<RootChoice | undefined> {
  if (server.getClientCapabilities()?.roots === undefined) return undefined;
  const listed = await server.listRoots(undefined, { timeout: ANSWER_TIME }).catch((error: unknown) => {
    // It has none to give, or gives none in time.
    if (error instanceof McpError) return { roots: [] };
    throw new Error("The client's roots are not as the protocol has them.", { cause: error });
  });
  const [root] = listed.roots;
  return root && judgeRoot(root.uri, await realpath(cwd), home && (await realpath(home).catch(() => home)));
}

/** Shape: `The root /work/page of the client is used.` */
export function describeRoot({ directory, refused }: RootChoice): string {
  return refused === undefined
    ? `Calls run in the client's root ${directory}.`
    : `The client's root ${directory} is not used: ${refused}`;
}

async function judgeRoot(uri: string, cwd: string, home: string | undefined): Promise<RootChoice> {
  const named = pathOf(uri);
  if (named === undefined) return { directory: uri.slice(0, 200), refused: 'it is no directory of this machine.' };
  const directory = await realDirectory(named);
  if (directory === undefined) return { directory: named, refused: 'it is no directory of this machine.' };
  if (!isInside(directory, cwd))
    return { directory: named, refused: `it is outside of ${cwd}, where this server was started (--cwd).` };
  if (home === undefined || directory === cwd || !isInside(home, cwd)) return { directory };
  const inHome = isInside(directory, home) ? relative(home, directory).split(sep) : [''];
  if (inHome[0] === '' || inHome.some((name) => name.startsWith('.')))
    return {
      directory: named,
      refused: 'it is no directory of your own in your home. Start the server in it (--cwd).',
    };
  return { directory };
}

function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

async function realDirectory(path: string): Promise<string | undefined> {
  const real = await realpath(path).catch(() => undefined);
  return real !== undefined && (await stat(real)).isDirectory() ? real : undefined;
}
