// `node scripts/measure-registry.mjs DIRECTORY [LINES]`: measures the registry of everything that `npm run registry -- DIRECTORY` wrote:
// tools, commands, bytes, time to look one program up, broken provider rules, and with a file of shell lines the share of
// lines with only known programs, before and after. Needs a build.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { brotliDecompressSync } from 'node:zlib';
import { checkProviderTools, compile, flattenCommands, parseTool, PROVIDERS } from '@atip/core';
import { listKnown, loadKnown } from '@atip/registry';
import { readLine, wantedTools } from '@atip/shell';
import { listShims, loadShim } from '@atip/shims';

const [directory, lines] = process.argv.slice(2);
if (directory === undefined) throw new Error('Name the directory of the registry.');
/** The most tools that any provider takes in one request. */
const CHUNK = 100;

measurePack();
if (lines !== undefined) await measureLines(readFileSync(lines, 'utf8').split('\n').filter(Boolean));
measureDocuments();

function measurePack() {
  const { size } = statSync(new URL('../packages/registry/known.pack', import.meta.url));
  const names = listKnown();
  print(
    `package: ${names.length} tools in ${size} bytes; ${names.length - listShims().length + 1} that no shim describes`,
  );
  const code =
    "const t = performance.now(); const { loadKnown } = await import('@atip/registry'); loadKnown('doctl'); console.log(performance.now() - t)";
  const run = () => Number(execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }));
  print(`cold, the module included: ${median(Array.from({ length: 15 }, run)).toFixed(1)} ms`);
  const times = names.map((name) => {
    const start = performance.now();
    loadKnown(name);
    return performance.now() - start;
  });
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => `${sorted[Math.floor(sorted.length * share)].toFixed(2)} ms`;
  print(`warm: median ${at(0.5)}, 95 % ${at(0.95)}, worst ${sorted.at(-1).toFixed(2)} ms`);
}

async function measureLines(texts) {
  const known = new Set(listKnown());
  let [before, after, whole] = [0, 0, 0];
  for (const text of texts) {
    if (readLine(text).issues.length === 0) whole += 1;
    const programs = [...new Set(wantedTools(text).map(({ program }) => program))];
    const shims = await Promise.all(programs.map((name) => loadShim(name)));
    if (shims.every((shim) => shim !== undefined)) before += 1;
    if (programs.every((name, at) => shims[at] !== undefined || known.has(name))) after += 1;
  }
  const share = (count) => `${count} (${((100 * count) / texts.length).toFixed(1)} %)`;
  print(
    `${texts.length} lines, ${whole} of them read whole; all programs known: before ${share(before)}, after ${share(after)}`,
  );
}

function measureDocuments() {
  const { tools } = JSON.parse(readFileSync(join(directory, 'index.json'), 'utf8'));
  const total = { documents: 0, commands: 0, raw: 0, packed: 0, compiled: 0, invalid: 0, broken: 0 };
  for (const [name, { groups = {}, versions = {}, ...entry }] of Object.entries(tools)) {
    const places = [entry, ...Object.values(versions), ...Object.values(groups)];
    for (const { sha256 } of places) measureDocument(name, sha256, total);
    // A cloud's overview repeats commands of its groups.
    if (Object.keys(groups).length > 0) total.commands += entry.commands - countIn(places);
  }
  print(JSON.stringify(total, null, 1));
}

function countIn(places) {
  return places.reduce((sum, { sha256 }) => sum + flattenCommands(read(sha256).tool).length, 0);
}

function read(sha256) {
  const blob = readFileSync(join(directory, 'sha256', `${sha256}.json.br`));
  const text = brotliDecompressSync(blob).toString('utf8');
  return { blob, text, tool: JSON.parse(text) };
}

function measureDocument(name, sha256, total) {
  const { blob, text, tool } = read(sha256);
  total.documents += 1;
  total.raw += Buffer.byteLength(text);
  total.packed += blob.length;
  total.commands += flattenCommands(tool).length;
  const errors = parseTool(text).issues.filter(({ severity }) => severity === 'error');
  for (const { message } of errors) print(`${name}: ${message}`);
  total.invalid += errors.length;
  for (const provider of PROVIDERS) {
    const { tools } = compile([tool], provider);
    total.compiled += tools.length;
    for (let from = 0; from < tools.length; from += CHUNK) {
      const issues = checkProviderTools(provider, tools.slice(from, from + CHUNK));
      for (const { severity, message } of issues) {
        if (severity !== 'error') continue;
        total.broken += 1;
        print(`${name}: ${provider}: ${message}`);
      }
    }
  }
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function print(text) {
  process.stdout.write(`${text}\n`);
}
