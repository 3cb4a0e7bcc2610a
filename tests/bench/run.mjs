// `npm run bench [-- NAME…]`: each row in a process of its own; prints the table and, when all ran, writes docs/benchmarks.md.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
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
const lines = (asked.length > 0 ? asked : bench()).map((name) => {
  const { what, value, against, other, unit, limit } = bench(name);
  const ratio = value / other;
  const verdict = ratio <= limit ? 'met' : '**missed**';
  const cells = [what, `${number(value)} ${unit}`, against, `${number(other)} ${unit}`, `${ratio.toFixed(2)} ×`];
  const line = `| ${[...cells, `≤ ${limit} ×`, verdict].join(' | ')} |\n`;
  process.stdout.write(line);
  return line;
});
if (asked.length === 0) writeFileSync(join(ROOT, 'docs/benchmarks.md'), page());

function number(value) {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
}

function page() {
  return `# Benchmarks

\`npm run bench\` measures ATIP against what you would use instead, and writes this page. Each row is a ratio of one run: both sides take turns
in one process, and the median counts. A ratio below 1 is faster or smaller than the other. No test fails because of these numbers.

| what | here | against | there | ratio | target | |
|---|---|---|---|---|---|---|
${lines.join('')}
Node ${process.versions.node}, ${cpus()[0]?.model.trim()}, ${cpus().length} cores. The others are pinned in \`tests/bench/package.json\`, which nothing but
\`npm run bench\` installs.
`;
}
