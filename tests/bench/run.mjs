// `npm run bench [-- NAME…]`: each row in a process of its own; prints a row when it is measured.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from '../../scripts/build.mjs';
import { bundle, install, ROOT } from '../../scripts/repository.mjs';

for (const folder of ['.', 'tests', 'tests/bench']) await install(folder);
await ensureBuilt();
// Beside what it compares with, so that Node finds it.
const file = join(ROOT, 'tests/bench/node_modules/.cache/bench.mjs');
mkdirSync(join(file, '..'), { recursive: true });
const external = [/^@secretlint\//, 'lz-string', 'execa', 'hono', 'rolldown'];
writeFileSync(file, (await bundle('tests/bench/benches.ts', { platform: 'node', external })).code);
const bench = (...args) => {
  const options = { env: { ...process.env, ATIP_ROOT: ROOT }, maxBuffer: 1e8 };
  return JSON.parse(execFileSync(process.execPath, [file, ...args], options));
};

const asked = process.argv.slice(2);
for (const name of asked.length > 0 ? asked : bench()) {
  const { what, value, against, other, unit, limit } = bench(name);
  const ratio = value / other;
  const cells = [what, `${number(value)} ${unit}`, against, `${number(other)} ${unit}`, `${ratio.toFixed(2)} ×`];
  process.stdout.write(`| ${[...cells, `≤ ${limit} ×`, ratio <= limit ? 'met' : '**missed**'].join(' | ')} |\n`);
}

function number(value) {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
}
