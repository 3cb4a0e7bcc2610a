import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { encodeShare } from '@atip/share';
import { rolldown } from 'rolldown';
import { ROOT } from '../architecture/read-imports.ts';
import { gzippedSum, measurePage } from '../bench/page-sizes.ts';
import { measureSizes, type Size } from '../bench/sizes.ts';
import type { Figure, Figures } from './figure.ts';

/** Per cent. A bundler of another version names things otherwise. */
const TOLERANCE = 1;
const IMPORTS = ['*', 'toOpenAI', 'compile', 'parseTool', 'checkTool', 'createResultFilter', 'createExecutor'];
const DOCUMENTS = ['packages/shims/sources/git.json', 'packages/shims/sources/tar.json'];

function sized(value: number): Figure {
  return { value, tolerance: TOLERANCE };
}

/** What each import of core costs alone; `*` is everything. */
export async function measureSizesOfImports(): Promise<Figures> {
  const sizes = await measureSizes(join(ROOT, 'packages/core/src/index.ts'), IMPORTS);
  return Object.fromEntries(
    sizes.map(({ name, gzipped }) => [`size: import ${name} of @atip/core, gzipped`, sized(gzipped)]),
  );
}

/** The Worker, bundled as `scripts/build-edge.mjs` does. */
export async function measureWorker(): Promise<Figures> {
  const bundle = await rolldown({
    input: join(ROOT, 'server/src/edge.ts'),
    platform: 'neutral',
    resolve: {
      alias: {
        '@atip/core': join(ROOT, 'packages/core/src/index.ts'),
        '@atip/share': join(ROOT, 'packages/share/src/index.ts'),
      },
    },
    transform: { define: { ATIP_VERSION: '"0.0.0"' } },
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  return { 'size: the Worker, gzipped': sized(gzipSync(output[0].code).length) };
}

/** Letters of the links of two documents of ours. */
export function measureLinks(): Figures {
  const letters = DOCUMENTS.map((path): [string, Figure] => {
    const name = path.split('/').at(-1) ?? '';
    const text = readFileSync(join(ROOT, path), 'utf8');
    const link = encodeShare({ documents: [{ name, text }], provider: 'openai', panel: 'output' });
    return [`size: letters of the link of ${name}`, sized(link.length)];
  });
  return Object.fromEntries(letters);
}

/** What the built page loads by itself, and every other file, the largest first. */
export async function measurePageStart(): Promise<{ readonly figures: Figures; readonly laterFiles: readonly Size[] }> {
  const { NODE_ENV } = process.env;
  // React would be the one for development.
  process.env['NODE_ENV'] = 'production';
  try {
    const { entry, styles, lazy } = await measurePage(ROOT);
    const figures = {
      'start: scripts of the page, gzipped': sized(gzippedSum(entry)),
      'start: styles of the page, gzipped': sized(gzippedSum(styles)),
    };
    return { figures, laterFiles: lazy };
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = NODE_ENV;
  }
}
