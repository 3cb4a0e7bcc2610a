// `node tests/lines/run.mjs [--kept|--day] [--show KIND] [--with FILE]`: what the built gate decides about the labelled lines of tests/lines.
// Prints the dangerous lines that it allows and the harmless ones that it asks about, by kind. The lines of kept.tsv are for the
// end of an issue: only their sums are printed; those of day.tsv are a day of ten ecosystems. `--with` names the main.js of another build, to compare with.
import { parseArgs } from 'node:util';
import { decide, PROGRAM, readRows } from './corpus.mjs';

const { values } = parseArgs({
  options: { kept: { type: 'boolean' }, day: { type: 'boolean' }, show: { type: 'string' }, with: { type: 'string' } },
});
const rows = readRows(values.kept ? 'kept' : values.day ? 'day' : 'open');
const decisions = await decide(
  rows.map(({ line }) => line),
  values.with ?? PROGRAM,
);
const kinds = new Map();
for (const [index, { label, kind, line }] of rows.entries()) {
  const decision = decisions[index];
  const sums = kinds.get(kind) ?? { run: 0, inVain: 0, ask: 0, allowed: 0, either: 0 };
  kinds.set(kind, sums);
  sums[label] += 1;
  const isInVain = label === 'run' && decision !== 'allow';
  const isDangerous = label === 'ask' && decision === 'allow';
  if (isInVain) sums.inVain += 1;
  if (isDangerous) sums.allowed += 1;
  if (!values.kept && (values.show === kind || values.show === 'all') && (isInVain || isDangerous))
    process.stdout.write(`${isInVain ? 'in vain  ' : 'DANGEROUS'}  ${kind}: ${JSON.stringify(line).slice(1, -1)}\n`);
}
print();

function print() {
  const total = { run: 0, inVain: 0, ask: 0, allowed: 0, either: 0 };
  process.stdout.write('kind               asked in vain   dangerous allowed\n');
  for (const [kind, sums] of [...kinds].sort()) {
    for (const key of Object.keys(total)) total[key] += sums[key];
    process.stdout.write(`${kind.padEnd(18)} ${share(sums.inVain, sums.run)}       ${share(sums.allowed, sums.ask)}\n`);
  }
  process.stdout.write(
    `${'all'.padEnd(18)} ${share(total.inVain, total.run)}       ${share(total.allowed, total.ask)}\n`,
  );
  process.stdout.write(`${rows.length} lines, ${total.either} of them either way\n`);
}

function share(count, of) {
  return of === 0 ? '         ' : `${String(count).padStart(3)} of ${String(of).padStart(3)}`;
}
