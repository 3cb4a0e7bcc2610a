// `node scripts/effects-report.mjs`: holds inferred effects against public labels and prints a confusion table.
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ensureInstalled } from './ensure-installed.mjs';
import { ROOT } from './write-or-check.mjs';

await ensureInstalled();
const { module } = await runnerImport(join(ROOT, 'tests/effects/report.ts'), {
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { '@atip/core': join(ROOT, 'packages/core/src/index.ts') } },
});
const half = process.argv.includes('--tuning') ? 'tuning' : 'reporting';
process.stdout.write(
  `${module.effectsReport(half) ?? 'The labels are not at hand: ../shared/data/effects/labels.json.'}\n`,
);
