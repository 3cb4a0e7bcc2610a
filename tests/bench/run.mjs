// `npm run bench [-- NAME…]`: each bench in a process of its own; prints the table and, when all ran, writes docs/benchmarks.md.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../../scripts/build.mjs';
import { bundle, install, ROOT } from '../../scripts/repository.mjs';

await install();
await install('tests');
await ensureBuilt();
const file = join(ROOT, 'node_modules/.cache/bench.mjs');
mkdirSync(join(file, '..'), { recursive: true });
writeFileSync(file, (await bundle('tests/bench/benches.ts', { platform: 'node', external: ['rolldown'] })).code);
const run = (...args) =>
  JSON.parse(
    execFileSync(process.execPath, [file, ...args], { env: { ...process.env, ATIP_ROOT: ROOT }, maxBuffer: 1e8 }),
  );

const asked = process.argv.slice(2);
const rows = (asked.length > 0 ? asked : run()).flatMap((name) => run(name));
const lines = rows.map(({ what, value, unit, baseline, limit }) => {
  const ratio = baseline === undefined ? value : value / baseline.value;
  const cells = [
    what,
    `${number(value)} ${unit}`,
    baseline === undefined ? '' : `${baseline.what}: ${number(baseline.value)} ${unit}`,
    baseline === undefined ? '' : `${ratio.toFixed(2)} ×`,
    baseline === undefined ? `≤ ${number(limit)}` : `≤ ${limit.toFixed(2)} ×`,
    ratio <= limit ? 'met' : '**missed**',
  ];
  return `| ${cells.join(' | ')} |\n`;
});
const table = `| what | here | against | ratio | target | |\n|---|---|---|---|---|---|\n${lines.join('')}`;
process.stdout.write(table);
if (asked.length === 0) writeFileSync(join(ROOT, 'docs/benchmarks.md'), page());

function number(value) {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 });
}

function page() {
  return `# Benchmarks

Written by \`npm run bench\`. Times of one machine say little, so each stands beside a baseline that was measured in the same process, turn by turn;
medians. No test fails because of them. Sizes are minified and compressed with gzip.

${table}
Node ${process.versions.node}, ${cpus()[0]?.model.trim()}, ${cpus().length} cores.
`;
}
