import { connect, type Socket } from 'node:net';

/** Sends prepared requests one after the other over one connection that is kept. */
export interface RawClient {
  /** Reads the answer and lets it go. @throws when it has another status than 200. */
  send(request: Uint8Array): Promise<void>;
  close(): void;
}

/** One whole request as bytes. @param body absent: it is a GET. */
export function requestBytes(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Buffer {
  const fields = {
    host: `127.0.0.1:${port}`,
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
    ...headers,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const method = body === undefined ? 'GET' : 'POST';
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}

/**
 * Connects a client that does next to nothing of its own, so that what is measured is the server.
 *
 * It reads the answer's length and counts bytes; answers without a `Content-Length` are refused.
 */
export async function connectRaw(port: number): Promise<RawClient> {
  const socket: Socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  let answer: Answer | undefined;
  socket.on('data', (chunk) => {
    if (answer === undefined) return;
    try {
      answer.left = answer.left === undefined ? bytesLeft(chunk) : answer.left - chunk.byteLength;
      if (answer.left === 0) answer.resolve();
    } catch (error) {
      answer.reject(error);
    }
  });
  socket.on('error', (error) => answer?.reject(error));
  socket.on('close', () => answer?.reject(new Error('The connection was closed.')));
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        answer = { left: undefined, resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

interface Answer {
  /** Bytes that are still to come; undefined before the first. */
  left: number | undefined;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** How much of an answer comes behind its first chunk, which holds its head: servers write that at once. */
function bytesLeft(chunk: Buffer): number {
  const end = chunk.indexOf('\r\n\r\n');
  const head = chunk.toString('latin1', 0, end);
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  if (end < 0 || !head.startsWith('HTTP/1.1 200 ') || length === undefined)
    throw new Error(`Unexpected answer: ${chunk.toString('latin1', 0, 600)}`);
  return end + 4 + Number(length) - chunk.byteLength;
}
