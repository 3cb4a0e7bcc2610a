import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);
/** Text files. Pictures are compressed already, and the page's one raw font is listed here. */
const TEXTS: ReadonlySet<string> = new Set(['.html', '.js', '.css', '.json', '.svg', '.ttf', '.webmanifest', '.txt']);
/** Bytes below which a reader gains nothing. */
const SMALL = 512;
/** Bytes from which a higher quality takes seconds and saves little more. */
const LARGE = 1_000_000;

/**
 * Writes `name.br` beside every text of the built page; the companion serves it to browsers that accept it.
 *
 * It runs after every other plugin, so that it compresses the final files.
 */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'atip-precompress',
    apply: 'build',
    enforce: 'post',
    configResolved: ({ root, build }) => {
      folder = build.write ? resolve(root, build.outDir) : '';
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => (folder === '' ? undefined : compressAll(folder)),
    },
  };
}

async function compressAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && TEXTS.has(extname(entry.name)));
  await Promise.all(texts.map((entry) => compressFile(join(entry.parentPath, entry.name))));
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < SMALL) return;
  const quality = bytes.length > LARGE ? 9 : 10;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(`${path}.br`, await compress(bytes, { params }));
}
