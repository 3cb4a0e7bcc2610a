// `npm run bench`: bundles tests/bench as a consumer's bundler would and runs it in a Node of its own.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { findChromium } from './find-chromium.mjs';
import { runStep } from './run-step.mjs';
import { ROOT } from './write-or-check.mjs';

await ensureInstalled();
const file = join(ROOT, 'node_modules/.cache/bench/run.mjs');
mkdirSync(join(file, '..'), { recursive: true });
const bundle = await rolldown({
  input: join(ROOT, 'tests/bench/run.ts'),
  platform: 'node',
  external: [
    'rolldown',
    'tinybench',
    '@withfig/autocomplete',
    'execa',
    'vite',
    'lighthouse',
    '@playwright/test',
    'miniflare',
  ],
  resolve: {
    alias: {
      '@atip/core/importers': join(ROOT, 'packages/core/src/importers/index.ts'),
      '@atip/core': join(ROOT, 'packages/core/src/index.ts'),
      '@atip/node': join(ROOT, 'packages/node/src/index.ts'),
      '@atip/share': join(ROOT, 'packages/share/src/index.ts'),
    },
  },
});
await bundle.write({ file, format: 'esm', codeSplitting: false });
await bundle.close();
const args = process.argv.slice(2);
const names = args.filter((argument) => !argument.startsWith('--'));
const env = { ...process.env };
// What is built is measured as it is served.
if (names.length === 0 || names.includes('page') || names.includes('edge')) await ensureBuilt();
if (names.length === 0 || names.includes('page')) {
  const chromium = await findChromium();
  if (!chromium) process.exit(1);
  env.CHROME_PATH = chromium;
}
process.exitCode = await runStep(process.execPath, ['--expose-gc', file, ...args], { env });
