import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { Handler } from 'hono';
import { isApiPath } from '../guard/guard.ts';
import { ProblemError } from '../http/problem.ts';
import { holdsTag } from '../http/operation.ts';

export interface PageFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** True: its name changes with its content, so caches may keep it for ever. */
  readonly immutable: boolean;
  /** Compression of `body`. Absent: none. */
  readonly encoding?: 'br';
}

/** Reads one file of the built page by its URL path, with `brotli` in the compressed form; null for an unknown path. */
export type ReadPage = (path: string, settings?: { readonly brotli: boolean }) => Promise<PageFile | null>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * Serves the files of one directory: regular files that really are in it after resolving links, not hidden, of types that a page
 * uses. `name.br` is the compressed form of `name`.
 * @param root may be missing; then there are no files.
 */
export function createPageReader(root: string): ReadPage {
  return async (path, { brotli } = { brotli: false }) => {
    const name = path === '/' ? '/index.html' : path;
    const type = TYPES[extname(name)];
    if (type === undefined || /[\\\0]|\/\.|\/\//.test(name)) return null;
    const facts = { type, immutable: name.startsWith('/assets/') };
    const compressed = brotli ? await readWithin(root, `${name}.br`) : null;
    if (compressed !== null) return { body: compressed, ...facts, encoding: 'br' };
    const body = await readWithin(root, name);
    return body && { body, ...facts };
  };
}

async function readWithin(root: string, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const directory = await realpath(root);
    const file = await realpath(join(directory, name));
    if (!file.startsWith(directory + sep) || !(await stat(file)).isFile()) return null;
    return new Uint8Array(await readFile(file));
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}

/** The first directory that contains a page; the last one if none does. */
export function findPageRoot(places: readonly string[]): string {
  return places.find((place) => existsSync(join(place, 'index.html'))) ?? places.at(-1) ?? '';
}

/**
 * Answers with a file of the built page, which holds no secret and needs no token. A file that may change under its name has a tag.
 * @param publicPage address of the page for links. Absent: this one.
 */
export function servePage(page: ReadPage, publicPage?: string): Handler {
  const server = publicPage === undefined ? SERVER : `${SERVER}, atip-page;desc="${publicPage}"`;
  return async (c) => {
    const brotli = acceptsBrotli(c.req.header('accept-encoding'));
    const file = isApiPath(c.req.path) ? null : await page(c.req.path, { brotli });
    if (file === null && c.req.path === '/') {
      throw new ProblemError(503, 'page-not-built', 'The playground is not built yet. Run: npm run build');
    }
    if (file === null) throw new ProblemError(404, 'not-found', 'There is nothing at this address.');
    const headers = headersOf(file, server);
    if (holdsTag(c.req.header('if-none-match'), headers['etag'] ?? null)) return c.body(null, 304, headers);
    return c.body(file.body, 200, { ...headers, 'content-type': file.type });
  };
}

/** The companion's name in `Server-Timing`. */
const SERVER = 'atip-companion';

function headersOf({ body, immutable, encoding }: PageFile, server: string): Record<string, string> {
  const headers: Record<string, string> = { vary: 'Accept-Encoding' };
  if (encoding) headers['content-encoding'] = encoding;
  if (immutable) return { ...headers, 'cache-control': 'public, max-age=31536000, immutable' };
  return {
    ...headers,
    'cache-control': 'no-cache',
    // A digest of the sent bytes, so that no two encodings of a file share a tag.
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    // Scripts can read this one header of their own page, so a page without a token learns who serves it
    // without a request that would be refused.
    'server-timing': server,
  };
}

/** True when a client names `br` in its `Accept-Encoding`: `*` does not say what the client can decompress. */
function acceptsBrotli(header: string | undefined): boolean {
  return (header ?? '').split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return name === 'br' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
