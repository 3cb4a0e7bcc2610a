// `node scripts/fig-figures.mjs`: prints what importing all of @withfig/autocomplete comes to.
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ensureInstalled } from './ensure-installed.mjs';
import { ROOT } from './write-or-check.mjs';

await ensureInstalled();
const { module } = await runnerImport(join(ROOT, 'tests/corpus/fig-figures-page.ts'), {
  configFile: false,
  logLevel: 'error',
  resolve: {
    alias: {
      '@atip/core/importers': join(ROOT, 'packages/core/src/importers/index.ts'),
      '@atip/core': join(ROOT, 'packages/core/src/index.ts'),
    },
  },
});
process.stdout.write(module.page);
