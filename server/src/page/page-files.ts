import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

export interface PageFile {
  readonly body: Uint8Array<ArrayBuffer>;
  /** Media type for `Content-Type`. */
  readonly type: string;
  /** True: its name changes with its content, so it may be kept for ever. */
  readonly immutable: boolean;
}

/** Reads one file of the built page by its URL path, `/` being the page itself; null when there is none. */
export type ReadPage = (path: string) => Promise<PageFile | null>;

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
 * Serves the files of one directory.
 *
 * Whatever the path says, only regular files that really lie in the directory are read, links resolved; hidden files and
 * file types that a page has no use for are not.
 * @param root need not exist; then there are no files.
 */
export function createPageReader(root: string): ReadPage {
  return async (path) => {
    const name = path === '/' ? '/index.html' : path;
    const type = TYPES[extname(name)];
    if (type === undefined || /[\\\0]|\/\.|\/\//.test(name)) return null;
    try {
      const directory = await realpath(root);
      const file = await realpath(join(directory, name));
      if (!file.startsWith(directory + sep) || !(await stat(file)).isFile()) return null;
      return { body: new Uint8Array(await readFile(file)), type, immutable: name.startsWith('/assets/') };
    } catch (error) {
      if (error instanceof Error && 'code' in error) return null;
      throw error;
    }
  };
}
