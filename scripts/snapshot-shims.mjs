// `node scripts/snapshot-shims.mjs [--unheld] NAME…`: packages/shims/sources from the help of installed programs.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { ensureInstalled } from './ensure-installed.mjs';
import { formatJson } from './format-json.mjs';
import { ROOT } from './write-or-check.mjs';

/** An option on a line. */
const LINE_WIDTH = 400;

await ensureInstalled();
const folder = join(ROOT, 'packages/shims');
const names = process.argv.slice(2).filter((argument) => argument !== '--unheld');
const isHeld = !process.argv.includes('--unheld');
const bundled = join(folder, 'build/.snapshot-help.mjs');
const { snapshotHelp } = await load(bundled);
for (const name of names) {
  const { tool, missing } = await snapshotHelp(folder, name, isHeld);
  writeFileSync(join(folder, 'sources', `${name}.json`), formatJson(tool, LINE_WIDTH));
  const rest = missing.length > 0 ? `; it knows nothing of ${missing.join(', ')}` : '';
  process.stdout.write(`${name} ${tool.version}${rest}\n`);
}

/** Bundled, since the crawl imports more while it runs than Vite's runner lets it. */
async function load(file) {
  const build = await rolldown({
    input: join(folder, 'build/snapshot-help.ts'),
    platform: 'node',
    resolve: {
      alias: {
        '@atip/core/importers': join(ROOT, 'packages/core/src/importers/index.ts'),
        '@atip/core': join(ROOT, 'packages/core/src/index.ts'),
        '@atip/node': join(ROOT, 'packages/node/src/index.ts'),
      },
    },
  });
  await build.write({ file, format: 'esm', codeSplitting: false });
  await build.close();
  try {
    return await import(file);
  } finally {
    rmSync(file);
  }
}
