// `npm run reader`: prints what each provider gets of four hard commands, what is lost, and the argv that comes back.
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ensureInstalled } from './ensure-installed.mjs';
import { ROOT } from './write-or-check.mjs';

await ensureInstalled();
const { module } = await runnerImport(join(ROOT, 'tests/providers/reader.ts'), {
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { '@atip/core': join(ROOT, 'packages/core/src/index.ts') } },
});
process.stdout.write(module.readerPage(module.readAll()));
