// `node tests/sound/run.mjs [FILE…] [--seed N --count N]`: real bash runs lines in which every program is a recorder. `readLine`
// must have predicted every program that starts, or must ask about the line. FILE: one line of text each, or
// `.jsonl` with objects `{ "line": … }`. Without files and `--count`: the adversarial lines and 5,000 generated ones.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { load, ROOT } from '../../scripts/repository.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, count: { type: 'string' } },
});
const { runLines } = await load('tests/sound/recorder/sandbox.ts');
const { judge } = await load('tests/sound/compare.ts');
const { generateLines } = await load('tests/sound/grammar.ts');
const { readLines, bigLines } = await load('tests/sound/lines.ts');

const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
const isAll = positionals.length === 0 && values.count === undefined;
const count = Number(values.count ?? (isAll ? 5000 : 0));
const adversarial = `${ROOT}/tests/sound/adversarial.jsonl`;
const sets = [
  ...(isAll ? [['adversarial', [...readLines(adversarial, readFileSync(adversarial, 'utf8')), ...bigLines()]]] : []),
  ...positionals.map((file) => [file, readLines(file, readFileSync(file, 'utf8'))]),
  ...(count > 0 ? [[`generated, --seed ${seed} --count ${count}`, generateLines(seed, count)]] : []),
];
for (const [name, lines] of sets)
  report(
    name,
    (await runLines(lines, { onLine: progress(name, 2 * lines.length) })).map((run) => judge(run)),
  );

function report(name, verdicts) {
  const sum = (count) => verdicts.reduce((total, one) => total + count(one), 0);
  const started = sum((one) => one.started);
  const unsound = verdicts.filter(({ verdict }) => verdict === 'unsound');
  print(`\n${name}: ${verdicts.length} lines, ${sum((one) => Number(one.started === 0))} of them start nothing`);
  print(`  programs started ${started}, not predicted ${sum(({ surprises }) => surprises.length)}`);
  print(`  lines asked about ${sum(({ verdict }) => Number(verdict === 'asked'))}`);
  print(`  unsound ${unsound.length}`);
  for (const { line, surprises } of unsound) {
    print(`    ${JSON.stringify(line.slice(0, 400))}`);
    for (const { path, args } of surprises.slice(0, 3)) print(`      ${JSON.stringify([path, ...args]).slice(0, 300)}`);
  }
  if (started === 0) print('  Nothing was recorded: the sandbox does not work.');
  if (started === 0 || unsound.length > 0) process.exitCode = 1;
}

function progress(name, total) {
  return (done) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${name}: ${done} of ${total}${done === total ? '\n' : ''}`);
  };
}

function print(text) {
  process.stdout.write(`${text}\n`);
}
