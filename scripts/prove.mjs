// `npm run prove [-- --no-test] [--packages] [--only bare,tutorials,tarballs]`: does what an outsider would, and ends with a table of it.
// Needs root on Debian. `--packages` installs on the bare machine what `npm test` would otherwise leave files out for.
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { bare } from './prove/bare.mjs';
import { PLACE, rows, step, summary, vitest } from './prove/steps.mjs';
import { tarballs } from './prove/tarballs.mjs';

const { values } = parseArgs({
  options: {
    test: { type: 'boolean', default: true },
    packages: { type: 'boolean', default: false },
    only: { type: 'string', default: 'bare,tutorials,tarballs' },
  },
  allowNegative: true,
});
mkdirSync(PLACE, { recursive: true });
for (const part of values.only.split(',')) await { bare, tutorials, tarballs }[part](values);
const cells = rows.map((row) => `| ${row.join(' | ')} |\n`).join('');
process.stdout.write(`\n| what | result | seconds |\n|---|---|---|\n${cells}`);

async function tutorials() {
  await ensureBuilt();
  await step('tutorials, literally', () => vitest('tests/docs/tutorials.test.ts').then(summary));
}
