// Measures how often `searchCommands` finds the right command for a query: node scripts/measure-search.mjs QUERIES [--failing N]
//
// QUERIES is JSON: `[{ query, line, program }]`; the line does what the query asks for. The right command is the one that
// `readArgv` reads in the line. Prints recall at five and at one, beside plain BM25 over the same texts, for all
// programs with shims and for those in the file only; for two random halves of the queries, which differ if we tuned to one;
// the time of index and query; and the queries that fail. Needs a build.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { searchCommands } from '@atip/agents/search';
import { flattenCommands, readArgv } from '@atip/core';
import { readLine } from '@atip/shell';
import { listShims, loadShim } from '@atip/shims';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { failing: { type: 'string', default: '10' } },
});
const [file] = positionals;
if (file === undefined) throw new Error('Name a file of queries.');

/** Their shims have only some of their commands. */
const CLOUDS = ['aws', 'az', 'gcloud'];
const all = await Promise.all(listShims().map((name) => loadShim(name)));
const byName = new Map(all.map((tool) => [tool.name, tool]));
const queries = JSON.parse(readFileSync(file, 'utf8')).map((one) => ({ ...one, right: rightCommand(one) }));
const others = queries.filter(({ program }) => !CLOUDS.includes(program));
const asked = new Set(queries.map(({ program }) => program));
const some = all.filter(({ name }) => asked.has(name));
const half = halves(others);

console.log(
  `${queries.length} queries, of ${others.filter(({ right }) => right).length} of ${others.length} without clouds the command is known\n`,
);
console.log('| tools | commands | queries | search: five, first | plain BM25: five, first |\n|---|---|---|---|---|');
await row('all shims', all, others);
await row('all shims, one half', all, half.one);
await row('all shims, other half', all, half.other);
await row('programs of the queries', some, others);
for (const cloud of CLOUDS)
  await row(
    `all shims, ${cloud}`,
    all,
    queries.filter(({ program }) => program === cloud),
  );

await speed();
await failing(Number(values.failing));

function rightCommand({ line, program }) {
  const tool = byName.get(program);
  const part = readLine(line).parts.find((one) => one.program === program);
  if (tool === undefined || part === undefined) return undefined;
  return readArgv(
    part.words.map(({ text }) => text),
    [tool],
  ).name;
}

/** The same halves each time: a linear congruential generator decides. */
function halves(list) {
  let state = 777;
  const toss = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32 < 0.5;
  };
  const sides = list.filter(({ right }) => right).map((one) => [toss(), one]);
  const side = (wanted) => sides.filter(([isOne]) => isOne === wanted).map(([, one]) => one);
  return { one: side(true), other: side(false) };
}

async function row(label, tools, list) {
  const known = list.filter(({ right }) => right);
  const commands = tools.flatMap((tool) => flattenCommands(tool));
  const plain = plainSearch(commands);
  const ours = await recall(known, (query) => searchCommands(tools, query));
  const theirs = await recall(known, plain);
  console.log(`| ${label} | ${commands.length} | ${known.length} | ${ours} | ${theirs} |`);
}

async function recall(list, search) {
  let [five, first] = [0, 0];
  for (const { query, right } of list) {
    const names = (await search(query)).map(({ name }) => name);
    if (names.includes(right)) five += 1;
    if (names[0] === right) first += 1;
  }
  const share = (count) => `${((100 * count) / list.length).toFixed(1)} %`;
  return `${share(five)}, ${share(first)}`;
}

/** BM25 with the usual constants over all texts of a command, without stemming. */
function plainSearch(commands) {
  const words = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const texts = commands.map(({ tool, path, metadata }) => words(wordsOf(tool, path, metadata)));
  const usual = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
  const postings = new Map();
  for (const [at, text] of texts.entries()) {
    for (const word of text) {
      const counts = postings.get(word) ?? new Map();
      counts.set(at, (counts.get(at) ?? 0) + 1);
      postings.set(word, counts);
    }
  }
  return (query) => {
    const scores = new Map();
    for (const word of new Set(words(query))) {
      const counts = postings.get(word) ?? new Map();
      const rarity = Math.log(1 + (texts.length - counts.size + 0.5) / (counts.size + 0.5));
      for (const [at, count] of counts) {
        const weight = (count * 2.2) / (count + 1.2 * (0.25 + (0.75 * texts[at].length) / usual));
        scores.set(at, (scores.get(at) ?? 0) + rarity * weight);
      }
    }
    const best = [...scores].sort(([, one], [, other]) => other - one).slice(0, 5);
    return best.map(([at]) => commands[at]);
  };
}

function wordsOf(tool, path, { description, options = [], arguments: positionals = [], examples = [] }) {
  const parameters = [...options, ...positionals].map((one) => `${one.name} ${one.description ?? ''}`);
  return [tool.name, ...path, description ?? '', ...parameters, ...examples].join(' ');
}

/** Ten thousand commands: the shims, some of them again under other names. */
async function speed() {
  const tools = [];
  let count = 0;
  for (let round = 0; count < 10_000; round += 1) {
    for (const tool of all) {
      if (count >= 10_000) break;
      tools.push(round === 0 ? tool : { ...tool, name: `${tool.name}${round}` });
      count += flattenCommands(tool).length;
    }
  }
  const times = [];
  for (let round = 0; round < 7; round += 1) {
    const copy = tools.map((tool) => ({ ...tool }));
    const start = performance.now();
    await searchCommands(copy, '');
    times.push(performance.now() - start);
  }
  const start = performance.now();
  for (const { query } of others) await searchCommands(tools, query);
  const each = (performance.now() - start) / others.length;
  const [fastest, , , middle] = times.toSorted((one, other) => one - other);
  console.log(
    `\nindex of ${count} commands: ${middle.toFixed(0)} ms, the first ${times[0].toFixed(0)}, the fastest ${fastest.toFixed(0)}; a query: ${each.toFixed(2)} ms`,
  );
}

async function failing(count) {
  const step = Math.max(1, Math.floor(others.length / (4 * count)));
  let shown = 0;
  for (let at = 0; at < others.length && shown < count; at += step) {
    const { query, line, right } = others[at];
    const found = right ? await searchCommands(all, query) : [];
    if (!right || found.some(({ name }) => name === right)) continue;
    shown += 1;
    console.log(`\n${query}\n  wanted ${right} (${line})\n  found  ${found.map(({ name }) => name).join(', ')}`);
  }
}
