// `npm run bench`: bundles tests/bench as a consumer's bundler would, runs it in a Node of its own, and writes docs/benchmarks.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureFolder } from './ensure-folder.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { findChromium } from './find-chromium.mjs';
import { formatJson } from './format-json.mjs';
import { runStep } from './run-step.mjs';
import { ROOT } from './write-or-check.mjs';

await ensureInstalled();
// What is measured against is no dependency of anything else.
await ensureFolder('tests/bench');
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
    /^ajv/,
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
// Documents of others lie beside the checkout, wherever the bundle lies.
const env = { ATIP_SHARED: join(ROOT, '../shared'), ...process.env };
const isWhole = names.length === 0 && !args.includes('--render');
// What is built is measured as it is served.
if (isWhole || names.some((name) => ['page', 'edge', 'tests'].includes(name))) await ensureBuilt();
if (isWhole || names.includes('tests')) await ensureFolder('tests/runtimes');
if (isWhole || names.includes('page')) {
  const chromium = await findChromium();
  if (!chromium) process.exit(1);
  env.CHROME_PATH = chromium;
}
process.exitCode = await runStep(process.execPath, ['--expose-gc', file, ...args], { env });
const kept = join(ROOT, 'tests/bench/measured.json');
if (existsSync(kept)) writeFileSync(kept, formatJson(JSON.parse(readFileSync(kept, 'utf8'))));
