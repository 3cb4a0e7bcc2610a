import { existsSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { ReadPage } from '../ports.ts';

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
 * file types that a page has no use for are not. `name.br` is what the build made of `name`, and is no file of its own.
 * @param root need not exist; then there are no files.
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

/** The first of some directories that has a page in it; the last where none has. */
export function findPageRoot(places: readonly string[]): string {
  return places.find((place) => existsSync(join(place, 'index.html'))) ?? places.at(-1) ?? '';
}
