/** Runs every bench and prints its tables; with `--write` they replace those in README.md. */
import { cpus } from 'node:os';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { compileBench } from './compile.ts';
import { growthBench } from './growth.ts';
import { machineBench } from './machine.ts';
import type { Ratio } from './ratio.ts';
import { redactBench } from './redact.ts';
import { measureSizes, sizeTable } from './sizes.ts';

const README = resolve('tests/bench/README.md');
const MARK = '<!-- measured: written by `npm run bench -- --write` -->';
const IMPORTS = [
  '*',
  'toOpenAI',
  'compile',
  'parseTool',
  'checkTool',
  'checkProviderTools',
  'createResultFilter',
  'createExecutor',
];

const ratios: Ratio[] = [];
for (const bench of [machineBench, redactBench, compileBench, growthBench]) {
  process.stderr.write(`${bench.name} …\n`);
  ratios.push(...(await bench()));
}
const sizes = await measureSizes(resolve('packages/core/src/index.ts'), IMPORTS);
const where = `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}.`;
const measured = [where, ratioTable(ratios), sizeTable(sizes)].join('\n\n');
process.stdout.write(`${measured}\n`);
if (process.argv.includes('--write')) {
  const [before = ''] = readFileSync(README, 'utf8').split(MARK);
  writeFileSync(README, `${before}${MARK}\n\n${measured}\n`);
}
const missed = ratios.filter(({ met }) => !met).length;
process.stderr.write(`${ratios.length - missed} of ${ratios.length} ratios are as they should be.\n`);

function ratioTable(all: readonly Ratio[]): string {
  const rows = all.map(
    ({ name, ratio, target, met, detail }) =>
      `| ${name} | ${ratio.toFixed(2)} | ${target} | ${met ? 'yes' : '**no**'} | ${detail} |`,
  );
  return ['| measured | ratio | target | met | behind it |', '|---|---|---|---|---|', ...rows].join('\n');
}
