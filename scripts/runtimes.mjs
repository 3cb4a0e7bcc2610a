// `npm run runtimes`: runs the suite of tests/runtimes in every runtime and prints the matrix; `--write` writes the golden files.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { ensureFolder } from './ensure-folder.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { runStep } from './run-step.mjs';
import { ROOT } from './write-or-check.mjs';

await ensureInstalled();
await ensureFolder('tests/runtimes');
// Two folders down, as `tests/runtimes` and `tests/architecture` are, which find the repository's root from where they lie.
const file = join(ROOT, 'node_modules/.cache/runtimes.mjs');
mkdirSync(join(file, '..'), { recursive: true });
const bundle = await rolldown({
  input: join(ROOT, 'tests/runtimes/run.ts'),
  platform: 'node',
  external: ['rolldown', 'miniflare', '@playwright/test'],
});
await bundle.write({ file, format: 'esm', codeSplitting: false });
await bundle.close();
process.exitCode = await runStep(process.execPath, [file, ...process.argv.slice(2)]);
