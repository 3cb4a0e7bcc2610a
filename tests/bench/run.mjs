// `npm run bench [-- PART…]`: the built packages beside what a user would take instead, as ratios. No test fails because of these numbers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../../scripts/build.mjs';
import { ROOT } from '../../scripts/repository.mjs';

await build('bundle');
const atip = join(ROOT, 'packages/cli/bundle/main.js');
const home = mkdtempSync(join(tmpdir(), 'atip-bench-'));
const { measureStarts } = await import('./starts.mjs');
const { measureCore, measureFilter, measureLines } = await import('./core.mjs');
const { measureCompanion } = await import('./companion.mjs');
const { measureSizes } = await import('./sizes.mjs');
const { measureDecisions } = await import('./decisions.mjs');

const PARTS = {
  core: measureCore,
  filter: measureFilter,
  lines: measureLines,
  decisions: measureDecisions,
  sizes: measureSizes,
  companion: () => measureCompanion(atip, home),
  starts: () => measureStarts(atip, home),
};

const asked = process.argv.slice(2);
try {
  for (const part of asked.length > 0 ? asked : Object.keys(PARTS))
    for (const [name, figure] of await PARTS[part]())
      process.stdout.write(
        typeof figure === 'string'
          ? `${name.padEnd(30)} ${figure}\n`
          : `${part.padEnd(10)} ${name.padEnd(44)} ${figure.toFixed(figure < 10 ? 2 : 1).padStart(8)}\n`,
      );
} finally {
  rmSync(home, { recursive: true, force: true });
}
process.exit(0);
