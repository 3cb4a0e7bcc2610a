/** Runs every bench, or those that are named, and prints their parts; all of them, or with `--write`, are kept and the page is written anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { BENCHES, type Bench } from './benches.ts';
import { comparedVersions, describeMachine } from './describe-machine.ts';
import type { MeasuredPart, MeasuredParts } from './measured-part.ts';
import { judgeTargets } from './outcomes.ts';
import { renderPage, renderPart } from './render-page.ts';
import { TARGETS } from './targets.ts';

const KEPT = resolve('tests/bench/measured.json');
const PAGE = resolve('docs/benchmarks.md');

const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const wrong = options.find((option) => !['--write', '--no-write', '--render'].includes(option));
if (wrong !== undefined) throw new Error(`There is no option ${wrong}; there are --write, --no-write and --render.`);
const unknown = named.find((name) => BENCHES[name] === undefined);
if (unknown !== undefined)
  throw new Error(`There is no bench "${unknown}"; there are ${Object.keys(BENCHES).join(', ')}.`);

const parts: Record<string, MeasuredPart> = {};
if (!options.includes('--render')) {
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (named.length > 0 && !named.includes(name)) continue;
    process.stderr.write(`${name} …\n`);
    const part = await measure(bench);
    parts[name] = part;
    process.stdout.write(`${renderPart(name, bench, part)}\n\n`);
  }
}
const isWhole = named.length === 0 && !options.includes('--render');
// A run of all that left a target without an answer says so before anything is written.
if (isWhole) report(parts);
if ((isWhole && !options.includes('--no-write')) || options.includes('--write') || options.includes('--render')) {
  const all: MeasuredParts = { ...readKept(), ...parts };
  // The script that started this prints it as the formatter does.
  writeFileSync(KEPT, JSON.stringify(inOrder(all)));
  writeFileSync(PAGE, renderPage(BENCHES, TARGETS, all, comparedVersions()));
  process.stderr.write('wrote docs/benchmarks.md\n');
}

async function measure({ measure: work }: Bench): Promise<MeasuredPart> {
  const load = loadavg()[0] ?? Number.NaN;
  const started = performance.now();
  const measured = await work();
  const ids = measured.rows.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) throw new Error(`Two rows are called "${twice}".`);
  const bad = measured.rows.find(({ value, baseline }) => !Number.isFinite(value) || baseline?.value === 0);
  if (bad !== undefined) throw new Error(`"${bad.id}" came to ${bad.value} over ${bad.baseline?.value}.`);
  const seconds = (performance.now() - started) / 1_000;
  return { on: new Date().toISOString().slice(0, 10), machine: describeMachine(), load, seconds, ...measured };
}

function report(all: MeasuredParts): void {
  const outcomes = judgeTargets(TARGETS, all);
  const missed = outcomes.filter(({ state }) => state === 'missed').map(({ target }) => target.words);
  process.stderr.write(`${outcomes.length} targets; missed: ${missed.join('; ') || 'none'}.\n`);
}

function readKept(): MeasuredParts {
  try {
    return JSON.parse(readFileSync(KEPT, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

/** In the order of the benches; one that is no more goes. */
function inOrder(all: MeasuredParts): MeasuredParts {
  return Object.fromEntries(
    Object.keys(BENCHES).flatMap((name): [string, MeasuredPart][] => {
      const part = all[name];
      return part === undefined ? [] : [[name, part]];
    }),
  );
}
