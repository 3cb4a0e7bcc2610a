// `npm test`: installs what the tests need, runs every check, and ends with what passed, failed and was left out.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { e2eFailures, lastLines, readUnitFailures, specsIn } from './failures.mjs';
import { install, installPrograms, load, ROOT, run, runKeeping } from './repository.mjs';

const RESULTS = join(ROOT, 'test-results');
const [unitReport, e2eReport] = [join(RESULTS, 'unit.json'), join(RESULTS, 'e2e.json')];
const unitFailures = join(RESULTS, 'unit-failures.json');
const npmRun = (name) => runKeeping('npm', ['run', '--silent', name]);
const print = (text) => process.stdout.write(`${text}\n`);

// Each waits for the network and the disk most of its time.
await Promise.all(['.', 'tests', 'examples'].map((folder) => install(folder)));
const needs = await load('tests/needs.ts');
const mustRun = process.env.CI === 'true' || needs.isDebianRoot();
await installPrograms(needs);
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
const leftOut = needs.leftOut();
const chromium = needs.findChromium();

const failed = [];
// Types and build are one program each on one core; what only reads is beside them.
await Promise.all([
  step('format', () => npmRun('format:check')).then(() => step('lint', () => npmRun('lint'))),
  step('types', () => npmRun('types:all')).then(() => step('build', () => npmRun('build'))),
]);
// The journeys wait for a browser a third of their time, and unit tests for programs: together they fill the cores.
const journeys = chromium !== undefined || mustRun ? endToEnd(chromium) : undefined;
await step('unit, with the journeys beside it', unitTests);
if (journeys)
  await step('end to end, what was left of it', async () => {
    const { code, output } = await journeys;
    process.stdout.write(output);
    return { code };
  });

const unit = readReport(unitReport);
const e2e = readReport(e2eReport);
const { stats, suites = [] } = e2e;
const specs = suites.flatMap(specsIn);
tellSlowest();
for (const title of titlesOf(specs, 'flaky')) print(`\nPassed at the second attempt only: ${title}`);
for (const title of titlesOf(specs, 'skipped')) print(`\nSkipped: ${title}`);
tellLeftOut();
const passed = (unit.numPassedTests ?? 0) + (stats?.expected ?? 0) + (stats?.flaky ?? 0);
const skipped = (unit.numPendingTests ?? 0) + (stats?.skipped ?? 0);
const failures = [...readUnitFailures(unitFailures), ...e2eFailures(e2e)];
for (const { name, output } of failed)
  if (output !== '') print(`\n${name} ended with:\n${lastLines(output).join('\n')}`);
for (const { file, name, message } of failures) print(`\n✗ ${file} › ${name}\n  ${message}`);
print(failed.length === 0 ? '\nEverything passed.' : `\nFailed: ${failed.map(({ name }) => name).join(', ')}`);
print(`${passed} passed, ${failures.length} failed, ${skipped} skipped, ${leftOut.length} files left out`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function step(name, action) {
  print(`\n── ${name} …`);
  const started = Date.now();
  const { code, output = '' } = await action();
  print(`── ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (code !== 0) failed.push({ name, output });
}

async function unitTests() {
  const env = { ...process.env, ATIP_UNIT_FAILURES: unitFailures };
  const reporters = ['dot', './scripts/failures.mjs', 'json'].map((name) => `--reporter=${name}`);
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, `--outputFile.json=${unitReport}`];
  return { code: await run(process.execPath, args, { env }) };
}

/** Says nothing meanwhile. */
function endToEnd(path = '') {
  const env = { ...process.env, CHROME_PATH: path, PLAYWRIGHT_JSON_OUTPUT_NAME: e2eReport };
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=dot,json'];
  return runKeeping(process.execPath, args, { env, show: false });
}

/** The ten files that took longest, both kinds together. Waiting counts, so a busy machine has other figures. */
function tellSlowest() {
  const files = (unit.testResults ?? []).map(({ name, startTime, endTime }) => [
    relative(ROOT, name),
    endTime - startTime,
  ]);
  const inBrowser = new Map();
  for (const { file, results } of specs)
    for (const { duration } of results) inBrowser.set(file, (inBrowser.get(file) ?? 0) + duration);
  const slowest = [...files, ...inBrowser].sort(([, one], [, other]) => other - one).slice(0, 10);
  print(`\nThe slowest files:\n${slowest.map(([name, ms]) => `  ${(ms / 1000).toFixed(1)} s  ${name}`).join('\n')}`);
}

function tellLeftOut() {
  if (leftOut.length === 0) return;
  const byNeed = new Map();
  for (const { file, missing } of leftOut)
    for (const need of missing) byNeed.set(need, [...(byNeed.get(need) ?? []), file]);
  print(`\n${leftOut.length} test files were left out, because this machine lacks what they need:`);
  for (const [need, files] of byNeed) print(`  ${need}: ${files.length} files, such as ${files[0]}`);
  const packages = [...byNeed.keys()].flatMap((need) => needs.PACKAGES[need] ?? []);
  if (packages.length > 0) print(`To run them: sudo apt-get install ${packages.join(' ')}`);
  if (byNeed.has('root')) print('Those that need root run in a container, as in CI.');
}

function titlesOf(tests, status) {
  const found = tests.filter((test) => test.status === status);
  return found.map(({ title, annotations = [] }) =>
    [title, ...annotations.map(({ description }) => description)].filter(Boolean).join(': '),
  );
}

/** A runner that died left no report; its step has failed already. */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}
