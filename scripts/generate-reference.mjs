// `node scripts/generate-reference.mjs [--check]`: the generated parts of docs/reference and docs/concepts, from the sources they are about.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ensureInstalled } from './ensure-installed.mjs';
import { ROOT, writeOrCheck } from './write-or-check.mjs';

const PACKAGES = {
  '@atip/core/importers': 'packages/core/src/importers/index.ts',
  '@atip/core': 'packages/core/src/index.ts',
  '@atip/share': 'packages/share/src/index.ts',
  '@atip/shims': 'packages/shims/src/index.ts',
  '@atip/mcp': 'packages/mcp/src/index.ts',
  '@atip/node': 'packages/node/src/index.ts',
  '@atip/companion': 'server/src/index.ts',
};

await ensureInstalled();
const alias = Object.fromEntries(Object.entries(PACKAGES).map(([name, path]) => [name, join(ROOT, path)]));
const { module } = await runnerImport(join(ROOT, 'tests/docs/reference/build-reference.ts'), {
  configFile: false,
  logLevel: 'error',
  root: ROOT,
  resolve: { alias },
});
const pages = module.buildReference((path) => readFileSync(join(ROOT, path), 'utf8'));
writeOrCheck(new Map([...pages].map(([path, text]) => [join(ROOT, path), text])), 'scripts/generate-reference.mjs');
