// `node scripts/measure-lines.mjs FILE [PROGRAM…]`: how many command lines `readArgv` understands to the last word with the bundled shims.
//
// FILE is JSON, a list of `{ "program": "git", "line": "git add -A" }`. Reads what is built: after a change of a table run
// `node scripts/build-shims.mjs && npx tsc -b tsconfig.build.json`. With names of programs only those, and each of their lines with its words.
// Without, the words that are unknown most often. Of a line with pipes the first simple command of the program counts;
// redirections are left out, and lines with substitutions are skipped.
import { readFileSync } from 'node:fs';

const [, , file, ...asked] = process.argv;
if (file === undefined) throw new Error('Name a file of lines.');
const { readArgv } = await import('../packages/core/dist/index.js');
const { loadShim } = await import('../packages/shims/dist/index.js');

const rows = new Map();
const reasons = new Map();
let skipped = 0;
for (const { program, line } of JSON.parse(readFileSync(file, 'utf8'))) {
  if (asked.length > 0 && !asked.includes(program)) continue;
  const argv = commandOf(line, program);
  if (argv === undefined) {
    skipped += 1;
    continue;
  }
  const row = rows.get(program) ?? { lines: 0, understood: 0 };
  rows.set(program, row);
  row.lines += 1;
  const tool = await loadShim(program, argv[1]);
  const { name, unknown, problems } = readArgv(argv, tool ? [tool] : []);
  if (name !== undefined && unknown.length === 0 && problems.length === 0) row.understood += 1;
  else report(program, line, argv, unknown, problems);
}

const total = (names) => {
  const chosen = [...rows].filter(([name]) => names(name)).map(([, row]) => row);
  const [lines, understood] = ['lines', 'understood'].map((key) => chosen.reduce((sum, row) => sum + row[key], 0));
  return `${understood} of ${lines} = ${((100 * understood) / Math.max(1, lines)).toFixed(1)} %`;
};
const CLOUDS = ['aws', 'az', 'gcloud'];
for (const [name, { lines, understood }] of [...rows].sort((a, b) => b[1].lines - a[1].lines))
  process.stdout.write(`${name.padEnd(12)} ${String(understood).padStart(4)} of ${String(lines).padStart(4)}\n`);
for (const [text, count] of [...reasons].sort((a, b) => b[1] - a[1]).slice(0, asked.length > 0 ? Infinity : 60))
  process.stdout.write(`${String(count).padStart(4)} ${text}\n`);
process.stdout.write(
  `all: ${total(() => true)}; without ${CLOUDS.join(', ')}: ${total((name) => !CLOUDS.includes(name))}`,
);
process.stdout.write(`; skipped ${skipped}\n`);

function report(program, line, argv, unknown, problems) {
  const words = unknown.map(({ word, reason }) => `${argv[word]} ${reason}`);
  const [first = ''] = [...words, ...problems];
  const text =
    asked.length > 0 ? `${line}\n       ${[...words, ...problems].join('\n       ')}` : `${program}: ${first}`;
  reasons.set(text, (reasons.get(text) ?? 0) + 1);
}

/** The words of the first simple command of a program, or `undefined` where only a shell could tell them. */
function commandOf(line, program) {
  if (/[`]|\$\(|<\(|<</.test(line)) return undefined;
  const commands = [[]];
  const token = /\s+|(\d*[<>]+&?\s*\S+)|(\|\||&&|[|;&])|((?:'[^']*'|"(?:\\.|[^"\\])*"|\\[\s\S]|[^\s'"\\|;&<>])+)|./gy;
  for (const [, , separator, word] of line.matchAll(token)) {
    if (separator !== undefined) commands.push([]);
    else if (word !== undefined) commands.at(-1).push(unquoted(word));
  }
  return commands.find(([name]) => name === program);
}

function unquoted(word) {
  return word.replaceAll(
    /'([^']*)'|"((?:\\.|[^"\\])*)"|\\([\s\S])/g,
    (_whole, single, double, escaped) =>
      single ?? (double === undefined ? escaped : double.replaceAll(/\\(["\\$`])/g, '$1')),
  );
}
