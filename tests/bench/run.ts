/**
 * Runs every bench, or those that are named, and prints their tables; with `--write` those of all replace the ones in README.md.
 */
import { cpus } from 'node:os';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { companionBench } from './companion.ts';
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

const BENCHES: Readonly<Record<string, () => Promise<Ratio[]>>> = {
  machine: machineBench,
  companion: companionBench,
  redact: redactBench,
  compile: compileBench,
  growth: growthBench,
};

const write = process.argv.includes('--write');
const named = process.argv.slice(2).filter((argument) => argument !== '--write');
const unknown = named.find((name) => BENCHES[name] === undefined);
if (unknown !== undefined)
  throw new Error(`There is no bench "${unknown}"; there are ${Object.keys(BENCHES).join(', ')}.`);
if (write && named.length > 0) throw new Error('--write keeps the tables of all benches; name none.');

const ratios: Ratio[] = [];
for (const [name, bench] of Object.entries(BENCHES)) {
  if (named.length > 0 && !named.includes(name)) continue;
  process.stderr.write(`${name} …\n`);
  ratios.push(...(await bench()));
}
const where = `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}.`;
const tables = [where, ratioTable(ratios)];
if (named.length === 0) {
  tables.push(sizeTable(await measureSizes(resolve('packages/core/src/index.ts'), IMPORTS)));
}
const measured = tables.join('\n\n');
process.stdout.write(`${measured}\n`);
if (write) {
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
