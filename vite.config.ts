import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { ProxyOptions } from 'vite';
import { defineConfig } from 'vitest/config';
import type { TestSequencer, TestSpecification } from 'vitest/node';
import { ALIASES, NODE_ALIASES } from './scripts/aliases.js';
import { IS_LONG, LONG_FOLDERS, longFiles } from './tests/long.ts';
import { leftOut } from './tests/needs.ts';
import { precompress } from './web/build/precompress.ts';

/** `npm run dev` says where its companion listens. */
const COMPANION = process.env['ATIP_COMPANION'] ?? 'http://127.0.0.1:4170';

/** Absolute path of a place in this repository. */
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The commit that the page is built from; a folder that is no clone has none. */
function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: at('.'), stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch (error) {
    if (error instanceof Error && ('status' in error || 'code' in error)) return 'no commit';
    throw error;
  }
}

const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { readonly version: string };

/**
 * Hands `/api` to a companion that answers only to its own Host and Origin.
 *
 * The Origin is rewritten only for requests of the page this dev server itself served; a foreign page keeps its own and
 * is refused by the companion, so the proxy opens no door that the companion keeps shut.
 */
const companionProxy: ProxyOptions = {
  target: COMPANION,
  changeOrigin: true,
  configure: (proxy) => {
    proxy.on('proxyReq', (outgoing, incoming) => {
      if (incoming.headers.origin === `http://${incoming.headers.host}`) outgoing.setHeader('origin', COMPANION);
    });
  },
};

/** Files that start programs and browsers come first, so that no core waits for them at the end. */
class SlowestFirst implements TestSequencer {
  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }

  sort(files: TestSpecification[]): TestSpecification[] {
    const rank = ({ moduleId }: TestSpecification): number => Number(!moduleId.startsWith(at('tests/')));
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  root: at('web'),
  plugins: [react(), precompress()],
  resolve: {
    alias: ALIASES,
  },
  define: {
    'import.meta.env.VITE_VERSION': JSON.stringify(version),
    'import.meta.env.VITE_BUILD': JSON.stringify(commit()),
  },
  // The page is served with `script-src 'self'`: nothing may be inlined, and workers are module files of their own.
  build: {
    outDir: at('web/dist'),
    emptyOutDir: true,
    target: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 4000,
    license: { fileName: 'PACKAGES_LICENSES.md' },
    // What the page starts with comes in one file, not in one for each set of panels that has a use for it.
    rolldownOptions: {
      // How long plugins take is nothing for who starts the workbench.
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } },
    },
  },
  worker: { format: 'es' },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': companionProxy } },
  preview: { host: '127.0.0.1', port: 4173, proxy: { '/api': companionProxy } },
  test: {
    root: at('.'),
    environment: 'node',
    alias: NODE_ALIASES,
    // One more than there are cores: many tests only wait for a process.
    maxWorkers: availableParallelism() + 1,
    // Reading the same modules again for each file took a quarter of the time. A file undoes what it changes outside itself.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    // Tests never assert timings: this only ends what hangs, also on a machine that does much else.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    globalSetup: [at('scripts/build.mjs')],
    setupFiles: [at('tests/properties.ts')],
    include: IS_LONG ? [...longFiles()] : ['{packages/*/{src,build},server/src,web/src,tests}/**/*.test.ts'],
    // Tests whose programs are not there are left out; `npm test` counts and names them.
    exclude: [
      ...['**/node_modules/**', '**/dist/**', 'tests/e2e/**'],
      ...(IS_LONG ? [] : LONG_FOLDERS.map((folder) => `${folder}/**`)),
      ...leftOut().map(({ file }) => file),
    ],
    // `npm run coverage` prints what core's own tests reach; tests of the other packages reach more.
    coverage: {
      provider: 'v8',
      include: ['packages/core/src/**'],
      exclude: ['**/*.test.ts', '**/*.test-d.ts', 'packages/core/src/testing/**', 'packages/core/src/types/**'],
      reporter: ['text'],
      reportOnFailure: true,
    },
  },
});
