import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { digestOf } from '../files/digest.ts';

export interface TestRegistry {
  /** Address of the registry, for `ATIP_REGISTRY`. */
  readonly url: string;
  /** Method and path of every request, in order. */
  readonly requests: readonly string[];
  /** Serves bytes, or a handler, at a path; undefined removes them. */
  set(path: string, content: string | Uint8Array | Handler | undefined): void;
  /** Lists documents in the index and puts them under their digests. */
  publish(documents: Readonly<Record<string, string>>): void;
  stop(): Promise<void>;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A registry over HTTP on this machine, served like a static host. */
export async function startTestRegistry(): Promise<TestRegistry> {
  const files = new Map<string, string | Uint8Array | Handler>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\/registry\//, '');
    requests.push(`${request.method} ${path}`);
    const content = files.get(path);
    if (typeof content === 'function') content(request, response);
    else if (content === undefined) response.writeHead(404).end('Not here');
    else response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server on TCP has this kind of address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/registry`,
    requests,
    set(path, content) {
      if (content === undefined) files.delete(path);
      else files.set(path, content);
    },
    publish(documents) {
      const tools: Record<string, object> = {};
      for (const [name, text] of Object.entries(documents)) {
        tools[name] = { sha256: digestOf(text), size: Buffer.byteLength(text) };
        files.set(`sha256/${digestOf(text)}.json`, text);
      }
      files.set('index.json', JSON.stringify({ 'atip-registry': 1, tools }));
    },
    async stop() {
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
