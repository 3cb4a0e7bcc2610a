/** Runs every bench, or those that are named, and prints their tables; with `--write` these replace their own in README.md. */
import { cpus, loadavg } from 'node:os';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { companionBench } from './companion.ts';
import { compileBench } from './compile.ts';
import { edgeBench } from './edge.ts';
import { growthBench } from './growth.ts';
import { machineBench } from './machine.ts';
import { pageBench, pageTable } from './page.ts';
import type { Ratio } from './ratio.ts';
import { redactBench } from './redact.ts';
import { replaceParts } from './replace-parts.ts';
import { shareBench, shareTable } from './share.ts';
import { measureSizes, sizeTable } from './sizes.ts';

const README = resolve('tests/bench/README.md');
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
  edge: edgeBench,
  redact: redactBench,
  compile: compileBench,
  growth: growthBench,
  share: shareBench,
  page: pageBench,
  sizes: async () => [],
};
/** What is no ratio. */
const TABLES: Readonly<Record<string, () => Promise<string>>> = {
  share: shareTable,
  page: pageTable,
  sizes: async () => sizeTable(await measureSizes(resolve('packages/core/src/index.ts'), IMPORTS)),
};

const write = process.argv.includes('--write');
const named = process.argv.slice(2).filter((argument) => argument !== '--write');
const unknown = named.find((name) => BENCHES[name] === undefined);
if (unknown !== undefined)
  throw new Error(`There is no bench "${unknown}"; there are ${Object.keys(BENCHES).join(', ')}.`);

const where = `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}.`;
const ratios: Ratio[] = [];
const parts = new Map<string, string>();
for (const [name, bench] of Object.entries(BENCHES)) {
  if (named.length > 0 && !named.includes(name)) continue;
  process.stderr.write(`${name} …\n`);
  const load = `Load before: ${(loadavg()[0] ?? Number.NaN).toFixed(1)}.`;
  const measured = await bench();
  ratios.push(...measured);
  const tables = [...(measured.length > 0 ? [ratioTable(measured)] : []), (await TABLES[name]?.()) ?? ''];
  const part = [`${where} ${load}`, ...tables.filter((table) => table !== '')].join('\n\n');
  parts.set(name, part);
  process.stdout.write(`### ${name}\n\n${part}\n\n`);
}
if (write) writeFileSync(README, replaceParts(readFileSync(README, 'utf8'), parts, Object.keys(BENCHES)));
const missed = ratios.filter(({ met }) => !met).length;
process.stderr.write(`${ratios.length - missed} of ${ratios.length} ratios are as they should be.\n`);

function ratioTable(all: readonly Ratio[]): string {
  const rows = all.map(
    ({ name, ratio, target, met, detail }) =>
      `| ${name} | ${ratio.toFixed(2)} | ${target} | ${met ? 'yes' : '**no**'} | ${detail} |`,
  );
  return ['| measured | ratio | target | met | behind it |', '|---|---|---|---|---|', ...rows].join('\n');
}
