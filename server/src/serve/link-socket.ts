import { once } from 'node:events';
import { chmod, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { unlessMissing } from '@atip/node/internal';
import { ensureOwnDirectory } from './token-file.ts';

/** Ms in which a running companion answers; a stopped one never does. */
const PATIENCE = 2000;

const LINK = /^http:\/\/[\w.:[\]]+\/#k=[\w-]{22}\n$/;

/**
 * Gives a new link to each connection on a Unix socket of mode 0600 in a directory of the user alone. HTTP would not do,
 * because every user of the machine may connect to it.
 * @returns undefined when the system refuses a socket, for example in a read-only home; then only Enter makes links.
 */
export async function openLinkSocket(
  directory: string,
  port: number,
  issueLink: () => string,
): Promise<Server | undefined> {
  const path = socketPath(directory, port);
  const server = createServer((socket) => {
    // The client may be gone before the answer.
    socket.on('error', () => socket.destroy());
    socket.end(`${issueLink()}\n`);
  });
  try {
    await ensureOwnDirectory(directory);
    // Left by a killed companion: on this port only the caller listens.
    await unlessMissing(unlink(path));
    await once(server.listen(path), 'listening');
    await chmod(path, 0o600);
    return server;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    server.close();
    return undefined;
  }
}

/** Asks this user's companion on a port for a new link, which ends the previous one. @returns undefined without an answer. */
export async function askForLink(directory: string, port: number): Promise<string | undefined> {
  const socket = connect(socketPath(directory, port)).setEncoding('utf8');
  socket.setTimeout(PATIENCE, () => socket.destroy());
  let text = '';
  try {
    for await (const piece of socket) text += String(piece);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return undefined;
  }
  return LINK.test(text) ? text.trim() : undefined;
}

function socketPath(directory: string, port: number): string {
  return join(directory, `companion-${port}.sock`);
}
