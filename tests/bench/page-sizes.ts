import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import type { Size } from './sizes.ts';

/** What the built page is made of, in bytes. */
export interface PageSizes {
  /** The scripts that `index.html` loads by itself: the entry and whatever it imports statically. */
  readonly entry: readonly Size[];
  /** The style sheets that it loads by itself. */
  readonly styles: readonly Size[];
  /** Every other script, the largest first; workers' among them. */
  readonly lazy: readonly Size[];
}

/**
 * Builds the page in memory and measures its files.
 *
 * @param root the repository. `NODE_ENV` must not be `test`: React would be the one for development.
 */
export async function measurePage(root: string): Promise<PageSizes> {
  const result = await build({
    configFile: resolve(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { write: false },
  });
  const output = Array.isArray(result)
    ? result.flatMap((each) => each.output)
    : 'output' in result
      ? result.output
      : [];
  const chunks = output.filter((file) => file.type === 'chunk');
  const html = output.find(({ fileName }) => fileName === 'index.html');
  const page = html?.type === 'asset' ? String(html.source) : '';
  const loaded = closure(chunks, page);
  if (loaded.size === 0) throw new Error('The built page loads no script.');
  const scripts = output.filter(({ fileName }) => fileName.endsWith('.js'));
  const styles = output.filter(({ fileName }) => fileName.endsWith('.css') && page.includes(`/${fileName}"`));
  const lazy = scripts.filter(({ fileName }) => !loaded.has(fileName)).map(measure);
  return {
    entry: scripts.filter(({ fileName }) => loaded.has(fileName)).map(measure),
    styles: styles.map(measure),
    lazy: lazy.toSorted((a, b) => b.gzipped - a.gzipped),
  };
}

/** Names of the chunks that the page names, and of all that they import statically. */
function closure(chunks: readonly Rolldown.OutputChunk[], page: string): ReadonlySet<string> {
  const names = new Set(chunks.map(({ fileName }) => fileName).filter((name) => page.includes(`/${name}"`)));
  for (const name of names) {
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) names.add(imported);
  }
  return names;
}

function measure(file: Rolldown.OutputChunk | Rolldown.OutputAsset): Size {
  const content = file.type === 'chunk' ? file.code : file.source;
  // The name without what changes with the content, so that tables can be compared.
  const name = file.fileName.replace(/^assets\/(.*)-.{8}(\.\w+)$/, '$1$2');
  return { name, bytes: Buffer.byteLength(content), gzipped: gzipSync(content).length };
}

/** Bytes with gzip of some files together. */
export function gzippedSum(sizes: readonly Size[]): number {
  return sizes.reduce((sum, { gzipped }) => sum + gzipped, 0);
}
