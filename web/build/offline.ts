import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import type { Plugin, Rolldown } from 'vite';

/** Not needed to open the page: editor, tokenizers and terminal come when they are used, and are kept then. */
const LATER = /monaco|editor[.-]|editorWebWorker|json\.worker|jsonMode|o200k|cl100k|tokenizer|Terminal-/;

/**
 * Writes `sw.js`, the service worker of `web/offline`, with the digest of every file of the built page and the list of
 * those that the page needs to open: what `index.html` loads, the panels and the workers.
 *
 * It reads what was written, since a digest of anything earlier could be another's.
 */
export function offline(source: string): Plugin {
  return {
    name: 'atip-offline',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir }, bundle) {
        if (dir === undefined) throw new Error('The page is built into a folder.');
        const digests = await digestsOf(dir);
        const version = createHash('sha256').update(JSON.stringify(digests)).digest('hex').slice(0, 12);
        const build = await rolldown({
          input: source,
          platform: 'browser',
          transform: {
            define: {
              ATIP_DIGESTS: JSON.stringify(digests),
              ATIP_FIRST: JSON.stringify(firstFiles(Object.keys(digests), bundle)),
              ATIP_VERSION: JSON.stringify(version),
            },
          },
        });
        const { output } = await build.generate({ format: 'iife', minify: true });
        await build.close();
        await writeFile(join(dir, 'sw.js'), output[0].code);
      },
    },
  };
}

/** By the path that each file is asked for at. */
async function digestsOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const assets = (await readdir(join(folder, 'assets'))).filter((name) => !name.endsWith('.br')).toSorted();
  const files = [
    ['/', 'index.html'],
    ['/favicon.svg', 'favicon.svg'],
    ...assets.map((name) => [`/assets/${name}`, `assets/${name}`]),
  ];
  const entries = files.map(async ([path = '', name = '']) => [path, await digestOf(join(folder, name))] as const);
  return Object.fromEntries(await Promise.all(entries));
}

async function digestOf(file: string): Promise<string> {
  return `sha256-${createHash('sha256')
    .update(await readFile(file))
    .digest('base64')}`;
}

function firstFiles(paths: readonly string[], bundle: Rolldown.OutputBundle): readonly string[] {
  return paths.filter((path) => {
    if (!path.startsWith('/assets/')) return true;
    const part = bundle[path.slice(1)];
    return /\.(js|css)$/.test(path) && !LATER.test(path) && !(part?.type === 'chunk' && isSample(part));
  });
}

/** Documents of everyday tools: 77 of them, and few are ever opened. */
function isSample(chunk: Rolldown.OutputChunk): boolean {
  return chunk.facadeModuleId?.includes('/packages/shims/') ?? false;
}
