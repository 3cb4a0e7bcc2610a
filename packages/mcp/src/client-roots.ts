import { judgeRoot, type RootChoice } from '@atip/node/internal';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';

/** Ms. Calls wait for the answer. */
const ANSWER_TIME = 5_000;

/**
 * Asks a client for its roots and judges the first.
 * @returns undefined when the client has no roots, or does not answer
 * @see MCP 2025-11-25, client/roots
 */
export async function chooseRoot(
  server: Server,
  places: { readonly cwd: string; readonly home: string | undefined },
): Promise<RootChoice | undefined> {
  if (server.getClientCapabilities()?.roots === undefined) return undefined;
  const listed = await server.listRoots(undefined, { timeout: ANSWER_TIME }).catch((error: unknown) => {
    // It has no root, or did not answer in time.
    if (error instanceof McpError) return { roots: [] };
    throw new Error("The client's roots are not as the protocol has them.", { cause: error });
  });
  const [root] = listed.roots;
  return root && judgeRoot(root.uri, places);
}

/** Shape: `Calls run in the client's root /work/page.` */
export function describeRoot({ directory, refused }: RootChoice): string {
  return refused === undefined
    ? `Calls run in the client's root ${directory}.`
    : `The client's root ${directory} is not used: ${refused}`;
}
