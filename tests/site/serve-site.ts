import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** A host of static files on a port of its own, as plain as there are: no rewriting, no endings left away. */
export interface SiteServer {
  readonly url: string;
  /** Paths that were asked for and are not there. */
  readonly missing: readonly string[];
  close(): Promise<void>;
}

export async function serveSite(folder: string): Promise<SiteServer> {
  const missing: string[] = [];
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://site');
    const file = join(
      folder,
      normalize(decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname)),
    );
    const body = await readFile(file).catch(() => undefined);
    if (body === undefined) missing.push(pathname);
    response
      .writeHead(body === undefined ? 404 : 200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    missing,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
