import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { ROOT } from './companion.ts';

/** The content at a path; `undefined`: nothing. */
export type Site = (path: string) => string | Buffer | undefined;

export interface PageServer {
  readonly origin: string;
  /** From now on another site stands there. */
  readonly show: (site: Site) => void;
  readonly close: () => Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
};

/** A plain web server on this machine. */
export async function startPageServer(first: Site, port = 0): Promise<PageServer> {
  let site = first;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const body = site(path);
    const type = TYPES[extname(path)] ?? 'text/html; charset=utf-8';
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type, 'cache-control': 'no-cache' });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${address.port}`,
    show: (next) => {
      site = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The page as it is built. */
export const builtPage: Site = (path) => {
  const file = join(ROOT, 'web/dist', path === '/' ? 'index.html' : path);
  return existsSync(file) ? readFileSync(file) : undefined;
};
