// `node packages/catalog/build/snapshot.mjs [--unheld] NAME…`: sources/help from the help of installed programs.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatJson } from './format-json.mjs';
import { bundle, ROOT } from '../../../scripts/repository.mjs';

/** An option on a line. */
const LINE_WIDTH = 400;

const folder = join(ROOT, 'packages/catalog');
const names = process.argv.slice(2).filter((argument) => argument !== '--unheld');
const isHeld = !process.argv.includes('--unheld');
// Bundled, because the crawl imports more while it runs, which Vite's runner does not allow.
const file = join(folder, 'build/.snapshot-help.mjs');
writeFileSync(file, (await bundle('packages/catalog/build/snapshot-help.ts', { platform: 'node' })).code);
const { snapshotHelp } = await import(file).finally(() => rmSync(file));
for (const name of names) {
  const { tool, missing } = await snapshotHelp(folder, name, isHeld);
  writeFileSync(join(folder, 'sources/help', `${name}.json`), formatJson(tool, LINE_WIDTH));
  const rest = missing.length > 0 ? `; it has no help for ${missing.join(', ')}` : '';
  process.stdout.write(`${name} ${tool.version}${rest}\n`);
}
